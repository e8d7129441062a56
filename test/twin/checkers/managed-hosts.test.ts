import { leaseKey } from '../../../lib/shapes/layout';
import { MANAGED_HOST_KIND, type Receipt } from '../../../lib/shapes/receipt';
import { managedHosts } from '../../../lib/twin/checkers/managed-hosts';
import type { CallRecord } from '../../../lib/twin/cloud/service';
import { call, codes, ID } from './clean-execution';

const HOST = 'mi-1';
const lease = (seconds: number, executionId: string, more: object = {}): CallRecord => {
  const Body = JSON.stringify({ store: `host:${HOST}`, executionId, expiresAt: 4e9, released: false, ...more });
  return { ...call(seconds, executionId, 's3:PutObject'), input: { Key: leaseKey(`host:${HOST}`), Body } };
};
const send = (seconds: number): CallRecord => ({
  ...call(seconds, ID, 'ssm:SendCommand'),
  input: { Targets: [{ Key: 'InstanceIds', Values: [HOST] }] },
});
const end = (seconds: number, id: string): CallRecord => ({
  ...call(seconds, ID, 'ec2:TerminateInstances'),
  input: { InstanceIds: [id] },
});
const judged = (calls: readonly CallRecord[], left: readonly string[] = [], told: readonly string[] = []): string[] => {
  const receipt = { left: told.map((id) => ({ kind: MANAGED_HOST_KIND, id })) } as unknown as Receipt;
  const managed = { ids: [HOST], left: left.map((id) => ({ id, executionId: ID })) };
  return codes(managedHosts({ executionId: ID, calls, receipt, managed }));
};

describe('hosts that others own', () => {
  it('are commanded under a lease, and never ended', () => {
    expect(judged([lease(1, ID), send(2), end(3, 'i-9')])).toEqual([]);
    expect(judged([send(2)])).toEqual(['NoHostLease']);
    expect(judged([lease(1, 'other'), send(2)])).toEqual(['NoHostLease']);
    expect(judged([lease(1, ID, { released: true }), send(2)])).toEqual(['NoHostLease']);
    expect(judged([lease(1, ID, { expiresAt: 0 }), send(2)])).toEqual(['NoHostLease']);
    expect(judged([end(3, HOST)])).toEqual(['ManagedHostEnded']);
  });

  it('are as they were, or the receipt names them', () => {
    expect(judged([], [HOST])).toEqual(['ManagedHostDirty']);
    expect(judged([], [HOST], [HOST])).toEqual([]);
  });
});
