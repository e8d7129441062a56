import { getFenceKey, getLockKey, LOCKS_PREFIX } from '../../../lib/shapes/layout';
import { checkCleaned, checkFence, checkLeases, checkManagedHosts } from '../../../lib/twin/checkers/fence-held';
import type { CallRecord } from '../../../lib/twin/cloud/service';
import {
  makeCall,
  listCalls,
  makeFacts,
  listCodes,
  makeFence,
  FENCED,
  makeFleet,
  ID,
  KEYS,
  recordLease,
  readFence,
  makeSend,
  SETTLE,
  makeTemplate,
} from './clean-execution';
import type { Plan } from '../../../lib/shapes/plan';
import { MANAGED_HOST_KIND, type Receipt } from '../../../lib/shapes/receipt';

function judge(log: CallRecord[]): string[] {
  return listCodes(checkFence, { calls: log });
}

/** A look that found the fence closed. */
function makeClosedCheck(seconds: number): CallRecord {
  const { error: _, ...answered } = readFence(seconds, `${ID}__r1`);
  return { ...answered, output: { Body: '{}' } };
}

it('accepts a log without faults, in any order of its calls', () => {
  expect(judge(listCalls())).toEqual([]);
  expect(judge(listCalls().reverse())).toEqual([]);
});

it.each([
  ['a fleet', (seconds: number) => makeFleet(seconds)],
  ['a template', (seconds: number) => makeTemplate(seconds)],
  ['a command', (seconds: number) => makeSend(seconds, 't0003.a1')],
  ['a file system', (seconds: number) => makeCall(seconds, `${ID}__r1`, 'fsx:CreateFileSystem')],
  ['instances', (seconds: number) => makeCall(seconds, `${ID}__r1`, 'ec2:RunInstances')],
])('reports AfterFence for %s once the cleanup fence has settled, even if it was open when last checked', (_, make) => {
  const log = [readFence(FENCED - 1, `${ID}__r1`), make(FENCED + SETTLE + 1)];
  expect(judge([...log, makeFence(FENCED)])).toEqual(['AfterFence']);
});

it('reports AfterFence for a create whose fence check also came after the cleanup fence was set', () => {
  expect(judge([makeFence(FENCED), readFence(FENCED + 1, `${ID}__r1`), makeFleet(FENCED + 2)])).toEqual(['AfterFence']);
});

it('accepts a create one second after the cleanup fence was set when its fence check came before', () => {
  expect(judge([readFence(FENCED - 1, `${ID}__r1`), makeFence(FENCED), makeFleet(FENCED + 1)])).toEqual([]);
});

it('reports FenceNotChecked for a create without an earlier fence check of the same rig', () => {
  expect(judge([makeFleet(4)])).toEqual(['FenceNotChecked']);
  expect(judge([readFence(3, `${ID}__r2`), makeFleet(4)])).toEqual(['FenceNotChecked']);
  expect(judge([makeFleet(4), readFence(5, `${ID}__r1`)])).toEqual(['FenceNotChecked']);
});

it('reports ClosedFenceIgnored for a create after a fence check that failed or found the cleanup fence', () => {
  expect(judge([makeClosedCheck(3), makeFleet(4)])).toEqual(['ClosedFenceIgnored']);
  const failedCheck = { ...readFence(3, `${ID}__r1`), error: { name: 'AccessDenied', message: '' } };
  expect(judge([readFence(1, `${ID}__r1`), failedCheck, makeFleet(4)])).toEqual(['ClosedFenceIgnored']);
});

it('reports StaleFenceCheck for a second create without a new fence check, but not for a retry', () => {
  const open = readFence(1, `${ID}__r1`);
  expect(judge([open, makeTemplate(2), makeFleet(3), makeFleet(4)])).toEqual([]);
  expect(judge([open, makeFleet(3), makeFleet(4, `${ID}__r1`, 'second-role')])).toEqual(['StaleFenceCheck']);
  expect(judge([open, makeSend(2, 't0001.a1'), makeSend(3, 't0001.a1')])).toEqual([]);
  expect(judge([open, makeSend(2, 't0001.a1'), makeSend(3, 't0001.a2')])).toEqual(['StaleFenceCheck']);
  expect(judge([open, makeSend(2, 'p1'), makeSend(3, 'p2')])).toEqual([]);
});

it('ignores a write of the cleanup fence that S3 refused', () => {
  const refused = { ...makeFence(2), error: { name: 'SlowDown', message: '' } };
  expect(judge([readFence(1, `${ID}__r1`), refused, makeFleet(FENCED), makeFence(FENCED + 1)])).toEqual([]);
});

it('ignores other executions, deletes, CreateTags, writes of results, and StartExecution', () => {
  const log = [
    makeFence(1),
    makeCall(2, `${ID}0__r1`, 'ec2:CreateFleet'),
    makeCall(3, ID, 'ec2:TerminateInstances'),
    makeCall(4, ID, 'ec2:CreateTags'),
    makeCall(5, ID, 's3:PutObject', { input: { Key: 'receipt.json' } }),
    makeCall(6, ID, 'sfn:StartExecution'),
  ];
  expect(judge(log)).toEqual([]);
});

it('reports AfterFence for a create call whose execution is known only from its tags', () => {
  const orphan = { ...makeFleet(FENCED + SETTLE + 1), execution: '' };
  expect(judge([readFence(1, ''), makeFence(FENCED), orphan])).toEqual(['AfterFence']);
  expect(getFenceKey(ID)).toContain(ID);
});

const STORE = 'nfs:10.0.0.1';
const PLAN = {
  ...makeFacts().plan,
  rigs: [{ rig: 'r1', block: 1, copies: [{ copy: 'c1', external: { stores: [STORE] } }] }],
} as unknown as Plan;
const CLEAN = { clean: true } as Receipt;

const makeLease = (seconds: number, executionId = ID, more: object = {}): CallRecord =>
  recordLease(seconds, STORE, executionId, more);
const makeRelease = (seconds: number, executionId = ID): CallRecord =>
  makeLease(seconds, executionId, { released: true });
const makeFailedRelease = (name: string): CallRecord => ({ ...makeRelease(2), error: { name, message: '' } });
const work = (seconds: number): CallRecord => makeSend(seconds, 't0001.a1');

it.each<[string, CallRecord[], Receipt | null, string[]]>([
  ['accepts a lease that is released after hosts work', [makeLease(1), work(2), makeRelease(3)], CLEAN, []],
  [
    'accepts a lease after another execution released it',
    [makeLease(1, 'x'), makeRelease(2, 'x'), makeLease(3), work(4), makeRelease(5)],
    CLEAN,
    [],
  ],
  [
    'accepts a lease after another lease expired',
    [makeLease(1, 'x', { expiresAt: 0 }), makeLease(3), makeRelease(5)],
    CLEAN,
    [],
  ],
  ['reports NoLease without a lease', [work(2)], CLEAN, ['NoLease']],
  ['reports NoLease under the lease of another execution', [makeLease(1, 'x'), work(2)], CLEAN, ['NoLease']],
  ['reports NoLease when released before hosts work', [makeLease(1), makeRelease(2), work(3)], CLEAN, ['NoLease']],
  ['reports NoLease once expired', [makeLease(1, ID, { expiresAt: 0 }), work(3), makeRelease(4)], CLEAN, ['NoLease']],
  ['reports LeaseStolen for a taken lease', [makeLease(1, 'x'), makeLease(2), makeRelease(3)], CLEAN, ['LeaseStolen']],
  ['reports LeaseLeft without a release, after a clean receipt', [makeLease(1)], CLEAN, ['LeaseLeft']],
  ['accepts a missing release without a receipt', [makeLease(1)], null, []],
  ['reports LeaseLeft when S3 refuses a release', [makeLease(1), makeFailedRelease('SlowDown')], CLEAN, ['LeaseLeft']],
  // One whose end nobody heard may have come through.
  ['accepts a release that timed out', [makeLease(1), makeFailedRelease('TimeoutError')], CLEAN, []],
])('checks the lease of an external store: %s', (_what, calls, receipt, expected) => {
  expect(getLockKey(STORE).startsWith(LOCKS_PREFIX)).toBe(true);
  expect(listCodes(checkLeases, { plan: PLAN, calls, receipt })).toEqual(expected);
});

const rigCommand = (seconds: number, Attempt: string, rig = 'r1'): CallRecord =>
  makeCall(seconds, ID, 'ssm:SendCommand', {
    role: 'delete-storage',
    input: { Parameters: { Attempt: [Attempt], OutputPrefix: [`${KEYS.root}raw/${rig}/x/`] } },
  });
const notCleaned = ['target instance c1 of rig r1: no host answered'];

it.each<[string, CallRecord[], Receipt | null, string[]]>([
  ['accepts a cleanup after the last command', [rigCommand(1, 't0001.a1'), rigCommand(2, 'clean-again')], CLEAN, []],
  ['accepts a rig without commands', [rigCommand(3, 't0001.a1', 'r10')], CLEAN, []],
  ['reports a command after the cleanup', [rigCommand(2, 'clean'), rigCommand(3, 't0001.a1')], CLEAN, ['StorageDirty']],
  ['reports StorageDirty for a rig that never cleaned', [rigCommand(3, 't0001.a1')], CLEAN, ['StorageDirty']],
  ['accepts leftovers that the receipt names', [rigCommand(3, 't0001.a1')], { ...CLEAN, notCleaned }, []],
  ['accepts leftovers before a receipt', [rigCommand(3, 't0001.a1')], null, []],
])('checks the cleanup of external storage: %s', (_what, calls, receipt, expected) => {
  expect(listCodes(checkCleaned, { plan: PLAN, calls, receipt })).toEqual(expected);
});

const HOST = 'mi-1';
const ofHost = (more: object = {}, executionId = ID): CallRecord => recordLease(1, `host:${HOST}`, executionId, more);
const command = makeCall(2, ID, 'ssm:SendCommand', { input: { Targets: [{ Key: 'InstanceIds', Values: [HOST] }] } });
const end = (id: string): CallRecord => makeCall(3, ID, 'ec2:TerminateInstances', { input: { InstanceIds: [id] } });

it.each<[string, CallRecord[], { left?: string[]; named?: string[] }, string[]]>([
  ['accepts a command under a lease', [ofHost(), command, end('i-9')], {}, []],
  ['reports NoHostLease for a command without a lease', [command], {}, ['NoHostLease']],
  ['reports NoHostLease under the lease of another execution', [ofHost({}, 'other'), command], {}, ['NoHostLease']],
  ['reports NoHostLease after the lease was released', [ofHost({ released: true }), command], {}, ['NoHostLease']],
  ['reports NoHostLease after the lease had expired', [ofHost({ expiresAt: 0 }), command], {}, ['NoHostLease']],
  ['reports ManagedHostEnded for a terminated host', [end(HOST)], {}, ['ManagedHostEnded']],
  ['reports ManagedHostDirty for a host that is not cleaned', [], { left: [HOST] }, ['ManagedHostDirty']],
  ['accepts a host that is not cleaned when the receipt names it', [], { left: [HOST], named: [HOST] }, []],
])('checks the lease and the state of a managed host: %s', (_what, calls, { left = [], named = [] }, expected) => {
  const receipt = { remaining: named.map((id) => ({ kind: MANAGED_HOST_KIND, id })) } as unknown as Receipt;
  const managed = { ids: [HOST], left: left.map((id) => ({ id, executionId: ID })) };
  expect(listCodes(checkManagedHosts, { calls, receipt, managed })).toEqual(expected);
});
