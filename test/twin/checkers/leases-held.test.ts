import { LEASES, leaseKey } from '../../../lib/shapes/layout';
import type { Plan } from '../../../lib/shapes/plan';
import { MANAGED_HOST_KIND, type Receipt } from '../../../lib/shapes/receipt';
import { leasesHeld, managedHosts } from '../../../lib/twin/checkers/leases-held';
import type { CallRecord } from '../../../lib/twin/cloud/service';
import { call, clean, codes, ID, lease, send } from './clean-execution';

const STORE = 'nfs:10.0.0.1';
const PLAN = {
  ...clean().plan,
  rigs: [{ rig: 'r1', block: 1, copies: [{ copy: 'c1', foreign: { stores: [STORE] } }] }],
} as unknown as Plan;
const CLEAN = { clean: true } as Receipt;

const held = (seconds: number, executionId = ID, more: object = {}): CallRecord =>
  lease(seconds, STORE, executionId, more);
const released = (seconds: number, executionId = ID): CallRecord => held(seconds, executionId, { released: true });
const failed = (name: string): CallRecord => ({ ...released(2), error: { name, message: '' } });
const work = (seconds: number): CallRecord => send(seconds, 't0001.a1');

it.each<[string, CallRecord[], Receipt | null, string[]]>([
  ['held while hosts work, and released', [held(1), work(2), released(3)], CLEAN, []],
  ['taken once another released it', [held(1, 'x'), released(2, 'x'), held(3), work(4), released(5)], CLEAN, []],
  ['taken once it expired', [held(1, 'x', { expiresAt: 0 }), held(3), released(5)], CLEAN, []],
  ['of nobody', [work(2)], CLEAN, ['NoLease']],
  ['of another execution', [held(1, 'x'), work(2)], CLEAN, ['NoLease']],
  ['released before hosts work', [held(1), released(2), work(3)], CLEAN, ['NoLease']],
  ['expired before hosts work', [held(1, ID, { expiresAt: 0 }), work(3), released(4)], CLEAN, ['NoLease']],
  ['taken from who holds it', [held(1, 'x'), held(2), released(3)], CLEAN, ['LeaseStolen']],
  ['left behind a clean receipt', [held(1)], CLEAN, ['LeaseLeft']],
  ['left without a receipt', [held(1)], null, []],
  ['left, as its release failed', [held(1), failed('SlowDown')], CLEAN, ['LeaseLeft']],
  // One whose end nobody heard may have come through.
  ['perhaps released', [held(1), failed('TimeoutError')], CLEAN, []],
])('judges the lease of a store that others own: %s', (_what, calls, receipt, expected) => {
  expect(leaseKey(STORE).startsWith(LEASES)).toBe(true);
  expect(codes(leasesHeld, { plan: PLAN, calls, receipt })).toEqual(expected);
});

const HOST = 'mi-1';
const ofHost = (more: object = {}, executionId = ID): CallRecord => lease(1, `host:${HOST}`, executionId, more);
const command = call(2, ID, 'ssm:SendCommand', { input: { Targets: [{ Key: 'InstanceIds', Values: [HOST] }] } });
const end = (id: string): CallRecord => call(3, ID, 'ec2:TerminateInstances', { input: { InstanceIds: [id] } });

it.each<[string, CallRecord[], { left?: string[]; named?: string[] }, string[]]>([
  ['commanded under a lease', [ofHost(), command, end('i-9')], {}, []],
  ['commanded without one', [command], {}, ['NoHostLease']],
  ['commanded under that of another', [ofHost({}, 'other'), command], {}, ['NoHostLease']],
  ['commanded when it was released', [ofHost({ released: true }), command], {}, ['NoHostLease']],
  ['commanded when it had expired', [ofHost({ expiresAt: 0 }), command], {}, ['NoHostLease']],
  ['ended', [end(HOST)], {}, ['ManagedHostEnded']],
  ['left dirty', [], { left: [HOST] }, ['ManagedHostDirty']],
  ['left dirty, as the receipt says', [], { left: [HOST], named: [HOST] }, []],
])('judges a host that others own: %s', (_what, calls, { left = [], named = [] }, expected) => {
  const receipt = { left: named.map((id) => ({ kind: MANAGED_HOST_KIND, id })) } as unknown as Receipt;
  const managed = { ids: [HOST], left: left.map((id) => ({ id, executionId: ID })) };
  expect(codes(managedHosts, { calls, receipt, managed })).toEqual(expected);
});
