import { getFenceKey, getLockKey, LOCKS_PREFIX } from '../../../lib/shapes/layout';
import { checkCleaned, checkFence, checkLeases, checkManagedHosts } from '../../../lib/twin/checkers/fence-held';
import type { CallRecord } from '../../../lib/twin/cloud/service';
import {
  call,
  calls,
  clean,
  codes,
  fence,
  FENCED,
  fleet,
  ID,
  KEYS,
  lease,
  look,
  send,
  SETTLE,
  template,
} from './clean-execution';
import type { Plan } from '../../../lib/shapes/plan';
import { MANAGED_HOST_KIND, type Receipt } from '../../../lib/shapes/receipt';

function judged(log: CallRecord[]): string[] {
  return codes(checkFence, { calls: log });
}

/** A look that found the fence closed. */
function lookedClosed(seconds: number): CallRecord {
  const { error: _, ...answered } = look(seconds, `${ID}__r1`);
  return { ...answered, output: { Body: '{}' } };
}

it('accepts a clean log in any order of its calls', () => {
  expect(judged(calls())).toEqual([]);
  expect(judged(calls().reverse())).toEqual([]);
});

it.each([
  ['a fleet', (seconds: number) => fleet(seconds)],
  ['a template', (seconds: number) => template(seconds)],
  ['a command', (seconds: number) => send(seconds, 't0003.a1')],
  ['a file system', (seconds: number) => call(seconds, `${ID}__r1`, 'fsx:CreateFileSystem')],
  ['instances', (seconds: number) => call(seconds, `${ID}__r1`, 'ec2:RunInstances')],
])('reports AfterFence for %s after the fence settled, although the fence was open when last checked', (_, make) => {
  const log = [look(FENCED - 1, `${ID}__r1`), make(FENCED + SETTLE + 1)];
  expect(judged([...log, fence(FENCED)])).toEqual(['AfterFence']);
});

it('reports AfterFence for a create whose fence check also came after the fence was set', () => {
  expect(judged([fence(FENCED), look(FENCED + 1, `${ID}__r1`), fleet(FENCED + 2)])).toEqual(['AfterFence']);
});

it('accepts a create that was under way when the fence was set', () => {
  expect(judged([look(FENCED - 1, `${ID}__r1`), fence(FENCED), fleet(FENCED + 1)])).toEqual([]);
});

it('reports FenceNotChecked for a create without an earlier fence check of the same rig', () => {
  expect(judged([fleet(4)])).toEqual(['FenceNotChecked']);
  expect(judged([look(3, `${ID}__r2`), fleet(4)])).toEqual(['FenceNotChecked']);
  expect(judged([fleet(4), look(5, `${ID}__r1`)])).toEqual(['FenceNotChecked']);
});

it('reports ClosedFenceIgnored for a create after a fence check that failed or found the fence closed', () => {
  expect(judged([lookedClosed(3), fleet(4)])).toEqual(['ClosedFenceIgnored']);
  const failed = { ...look(3, `${ID}__r1`), error: { name: 'AccessDenied', message: '' } };
  expect(judged([look(1, `${ID}__r1`), failed, fleet(4)])).toEqual(['ClosedFenceIgnored']);
});

it('accepts one fence check for one create with its retries, and reports StaleFenceCheck for the next', () => {
  const open = look(1, `${ID}__r1`);
  expect(judged([open, template(2), fleet(3), fleet(4)])).toEqual([]);
  expect(judged([open, fleet(3), fleet(4, `${ID}__r1`, 'second-role')])).toEqual(['StaleFenceCheck']);
  expect(judged([open, send(2, 't0001.a1'), send(3, 't0001.a1')])).toEqual([]);
  expect(judged([open, send(2, 't0001.a1'), send(3, 't0001.a2')])).toEqual(['StaleFenceCheck']);
  expect(judged([open, send(2, 'p1'), send(3, 'p2')])).toEqual([]);
});

it('ignores a fence write that S3 refused', () => {
  const refused = { ...fence(2), error: { name: 'SlowDown', message: '' } };
  expect(judged([look(1, `${ID}__r1`), refused, fleet(FENCED), fence(FENCED + 1)])).toEqual([]);
});

it('ignores other executions, deletes, CreateTags, writes of results, and StartExecution', () => {
  const log = [
    fence(1),
    call(2, `${ID}0__r1`, 'ec2:CreateFleet'),
    call(3, ID, 'ec2:TerminateInstances'),
    call(4, ID, 'ec2:CreateTags'),
    call(5, ID, 's3:PutObject', { input: { Key: 'receipt.json' } }),
    call(6, ID, 'sfn:StartExecution'),
  ];
  expect(judged(log)).toEqual([]);
});

it('attributes a create call without an execution by its tags', () => {
  const orphan = { ...fleet(FENCED + SETTLE + 1), execution: '' };
  expect(judged([look(1, ''), fence(FENCED), orphan])).toEqual(['AfterFence']);
  expect(getFenceKey(ID)).toContain(ID);
});

const STORE = 'nfs:10.0.0.1';
const PLAN = {
  ...clean().plan,
  rigs: [{ rig: 'r1', block: 1, copies: [{ copy: 'c1', external: { stores: [STORE] } }] }],
} as unknown as Plan;
const CLEAN = { clean: true } as Receipt;

const held = (seconds: number, executionId = ID, more: object = {}): CallRecord =>
  lease(seconds, STORE, executionId, more);
const released = (seconds: number, executionId = ID): CallRecord => held(seconds, executionId, { released: true });
const failed = (name: string): CallRecord => ({ ...released(2), error: { name, message: '' } });
const work = (seconds: number): CallRecord => send(seconds, 't0001.a1');

it.each<[string, CallRecord[], Receipt | null, string[]]>([
  ['leased while hosts work, then released', [held(1), work(2), released(3)], CLEAN, []],
  [
    'leased after another execution released it',
    [held(1, 'x'), released(2, 'x'), held(3), work(4), released(5)],
    CLEAN,
    [],
  ],
  ['leased after another lease expired', [held(1, 'x', { expiresAt: 0 }), held(3), released(5)], CLEAN, []],
  ['not leased', [work(2)], CLEAN, ['NoLease']],
  ['leased by another execution', [held(1, 'x'), work(2)], CLEAN, ['NoLease']],
  ['released before hosts work', [held(1), released(2), work(3)], CLEAN, ['NoLease']],
  ['expired before hosts work', [held(1, ID, { expiresAt: 0 }), work(3), released(4)], CLEAN, ['NoLease']],
  ['leased while another execution has it', [held(1, 'x'), held(2), released(3)], CLEAN, ['LeaseStolen']],
  ['not released despite a clean receipt', [held(1)], CLEAN, ['LeaseLeft']],
  ['not released, without a receipt', [held(1)], null, []],
  ['not released, as the release failed', [held(1), failed('SlowDown')], CLEAN, ['LeaseLeft']],
  // One whose end nobody heard may have come through.
  ['release timed out', [held(1), failed('TimeoutError')], CLEAN, []],
])('checks the lease of an external store: %s', (_what, calls, receipt, expected) => {
  expect(getLockKey(STORE).startsWith(LOCKS_PREFIX)).toBe(true);
  expect(codes(checkLeases, { plan: PLAN, calls, receipt })).toEqual(expected);
});

const rigCommand = (seconds: number, Attempt: string, rig = 'r1'): CallRecord =>
  call(seconds, ID, 'ssm:SendCommand', {
    role: 'delete-storage',
    input: { Parameters: { Attempt: [Attempt], OutputPrefix: [`${KEYS.root}raw/${rig}/x/`] } },
  });
const notCleaned = ['target instance c1 of rig r1: no host answered'];

it.each<[string, CallRecord[], Receipt | null, string[]]>([
  ['accepts a cleanup after the last command', [rigCommand(1, 't0001.a1'), rigCommand(2, 'clean-again')], CLEAN, []],
  ['accepts a rig without commands', [rigCommand(3, 't0001.a1', 'r10')], CLEAN, []],
  ['finds a command after the cleanup', [rigCommand(2, 'clean'), rigCommand(3, 't0001.a1')], CLEAN, ['StorageDirty']],
  ['finds a rig that never cleaned', [rigCommand(3, 't0001.a1')], CLEAN, ['StorageDirty']],
  ['accepts leftovers that the receipt names', [rigCommand(3, 't0001.a1')], { ...CLEAN, notCleaned }, []],
  ['accepts leftovers before a receipt', [rigCommand(3, 't0001.a1')], null, []],
])('checks the cleanup of external storage: %s', (_what, calls, receipt, expected) => {
  expect(codes(checkCleaned, { plan: PLAN, calls, receipt })).toEqual(expected);
});

const HOST = 'mi-1';
const ofHost = (more: object = {}, executionId = ID): CallRecord => lease(1, `host:${HOST}`, executionId, more);
const command = call(2, ID, 'ssm:SendCommand', { input: { Targets: [{ Key: 'InstanceIds', Values: [HOST] }] } });
const end = (id: string): CallRecord => call(3, ID, 'ec2:TerminateInstances', { input: { InstanceIds: [id] } });

it.each<[string, CallRecord[], { left?: string[]; named?: string[] }, string[]]>([
  ['commanded under a lease', [ofHost(), command, end('i-9')], {}, []],
  ['commanded without a lease', [command], {}, ['NoHostLease']],
  ['commanded under the lease of another execution', [ofHost({}, 'other'), command], {}, ['NoHostLease']],
  ['commanded after the lease was released', [ofHost({ released: true }), command], {}, ['NoHostLease']],
  ['commanded after the lease had expired', [ofHost({ expiresAt: 0 }), command], {}, ['NoHostLease']],
  ['terminated', [end(HOST)], {}, ['ManagedHostEnded']],
  ['left dirty', [], { left: [HOST] }, ['ManagedHostDirty']],
  ['left dirty, and named in the receipt', [], { left: [HOST], named: [HOST] }, []],
])('checks the lease and the state of a managed host: %s', (_what, calls, { left = [], named = [] }, expected) => {
  const receipt = { remaining: named.map((id) => ({ kind: MANAGED_HOST_KIND, id })) } as unknown as Receipt;
  const managed = { ids: [HOST], left: left.map((id) => ({ id, executionId: ID })) };
  expect(codes(checkManagedHosts, { calls, receipt, managed })).toEqual(expected);
});
