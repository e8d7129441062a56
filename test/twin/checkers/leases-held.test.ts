import { LEASES, leaseKey } from '../../../lib/shapes/layout';
import type { Plan } from '../../../lib/shapes/plan';
import type { Receipt } from '../../../lib/shapes/receipt';
import { leasesHeld } from '../../../lib/twin/checkers/leases-held';
import type { CallRecord } from '../../../lib/twin/cloud/service';
import { call, codes, ID, send } from './clean-execution';

const STORE = 'nfs:10.0.0.1';
const PLAN = {
  rigs: [{ rig: 'r1', block: 1, copies: [{ copy: 'c1', foreign: { stores: [STORE] } }] }],
} as unknown as Plan;
const CLEAN = { clean: true } as Receipt;
const FAR = 4e9;

/** A write of the lease at a second of the log. */
function lease(seconds: number, executionId: string, more: object = {}): CallRecord {
  const Body = JSON.stringify({ store: STORE, executionId, expiresAt: FAR, released: false, ...more });
  return { ...call(seconds, executionId, 's3:PutObject'), input: { Key: leaseKey(STORE), Body } };
}
const judged = (calls: readonly CallRecord[], receipt: Receipt | null = CLEAN): string[] =>
  codes(leasesHeld({ executionId: ID, plan: PLAN, calls, receipt }));
const released = (seconds: number, executionId = ID): CallRecord => lease(seconds, executionId, { released: true });

describe('leases of stores that others own', () => {
  it('are held while hosts work, and released', () => {
    expect(leaseKey(STORE).startsWith(LEASES)).toBe(true);
    expect(judged([lease(1, ID), send(2, 't0001.a1'), released(3)])).toEqual([]);
    expect(judged([lease(1, 'other'), released(2, 'other'), lease(3, ID), send(4, 't0001.a1'), released(5)])).toEqual(
      [],
    );
    expect(judged([lease(1, 'other', { expiresAt: 0 }), lease(3, ID), released(5)])).toEqual([]);
  });

  it('are complained about where nobody has one, or another execution has it', () => {
    expect(judged([send(2, 't0001.a1')])).toEqual(['NoLease']);
    expect(judged([lease(1, 'other'), send(2, 't0001.a1')])).toEqual(['NoLease']);
    expect(judged([lease(1, ID), released(2), send(3, 't0001.a1')])).toEqual(['NoLease']);
    expect(judged([lease(1, ID, { expiresAt: 0 }), send(3, 't0001.a1'), released(4)])).toEqual(['NoLease']);
  });

  it('are never taken from who holds them', () => {
    expect(judged([lease(1, 'other'), lease(2, ID), released(3)])).toEqual(['LeaseStolen']);
  });

  it('are not left behind a clean receipt', () => {
    expect(judged([lease(1, ID)])).toEqual(['LeaseLeft']);
    expect(judged([lease(1, ID)], null)).toEqual([]);
    const failed = { ...released(2), error: { name: 'SlowDown', message: '' } };
    expect(judged([lease(1, ID), failed])).toEqual(['LeaseLeft']);
    // One whose end nobody heard may have come through.
    expect(judged([lease(1, ID), { ...failed, error: { name: 'TimeoutError', message: '' } }])).toEqual([]);
  });
});
