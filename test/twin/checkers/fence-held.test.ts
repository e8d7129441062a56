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

it('accepts a clean log in any order of its calls', () => {
  expect(judge(listCalls())).toEqual([]);
  expect(judge(listCalls().reverse())).toEqual([]);
});

it.each([
  ['a fleet', (seconds: number) => makeFleet(seconds)],
  ['a template', (seconds: number) => makeTemplate(seconds)],
  ['a command', (seconds: number) => makeSend(seconds, 't0003.a1')],
  ['a file system', (seconds: number) => makeCall(seconds, `${ID}__r1`, 'fsx:CreateFileSystem')],
  ['instances', (seconds: number) => makeCall(seconds, `${ID}__r1`, 'ec2:RunInstances')],
])('reports AfterFence for %s after the fence settled, although the fence was open when last checked', (_, make) => {
  const log = [readFence(FENCED - 1, `${ID}__r1`), make(FENCED + SETTLE + 1)];
  expect(judge([...log, makeFence(FENCED)])).toEqual(['AfterFence']);
});

it('reports AfterFence for a create whose fence check also came after the fence was set', () => {
  expect(judge([makeFence(FENCED), readFence(FENCED + 1, `${ID}__r1`), makeFleet(FENCED + 2)])).toEqual(['AfterFence']);
});

it('accepts a create that was under way when the fence was set', () => {
  expect(judge([readFence(FENCED - 1, `${ID}__r1`), makeFence(FENCED), makeFleet(FENCED + 1)])).toEqual([]);
});

it('reports FenceNotChecked for a create without an earlier fence check of the same rig', () => {
  expect(judge([makeFleet(4)])).toEqual(['FenceNotChecked']);
  expect(judge([readFence(3, `${ID}__r2`), makeFleet(4)])).toEqual(['FenceNotChecked']);
  expect(judge([makeFleet(4), readFence(5, `${ID}__r1`)])).toEqual(['FenceNotChecked']);
});

it('reports ClosedFenceIgnored for a create after a fence check that failed or found the fence closed', () => {
  expect(judge([makeClosedCheck(3), makeFleet(4)])).toEqual(['ClosedFenceIgnored']);
  const failedCheck = { ...readFence(3, `${ID}__r1`), error: { name: 'AccessDenied', message: '' } };
  expect(judge([readFence(1, `${ID}__r1`), failedCheck, makeFleet(4)])).toEqual(['ClosedFenceIgnored']);
});

it('accepts one fence check for one create with its retries, and reports StaleFenceCheck for the next', () => {
  const open = readFence(1, `${ID}__r1`);
  expect(judge([open, makeTemplate(2), makeFleet(3), makeFleet(4)])).toEqual([]);
  expect(judge([open, makeFleet(3), makeFleet(4, `${ID}__r1`, 'second-role')])).toEqual(['StaleFenceCheck']);
  expect(judge([open, makeSend(2, 't0001.a1'), makeSend(3, 't0001.a1')])).toEqual([]);
  expect(judge([open, makeSend(2, 't0001.a1'), makeSend(3, 't0001.a2')])).toEqual(['StaleFenceCheck']);
  expect(judge([open, makeSend(2, 'p1'), makeSend(3, 'p2')])).toEqual([]);
});

it('ignores a fence write that S3 refused', () => {
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

it('attributes a create call without an execution by its tags', () => {
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
  ['leased while hosts work, then released', [makeLease(1), work(2), makeRelease(3)], CLEAN, []],
  [
    'leased after another execution released it',
    [makeLease(1, 'x'), makeRelease(2, 'x'), makeLease(3), work(4), makeRelease(5)],
    CLEAN,
    [],
  ],
  [
    'leased after another lease expired',
    [makeLease(1, 'x', { expiresAt: 0 }), makeLease(3), makeRelease(5)],
    CLEAN,
    [],
  ],
  ['not leased', [work(2)], CLEAN, ['NoLease']],
  ['leased by another execution', [makeLease(1, 'x'), work(2)], CLEAN, ['NoLease']],
  ['released before hosts work', [makeLease(1), makeRelease(2), work(3)], CLEAN, ['NoLease']],
  ['expired before hosts work', [makeLease(1, ID, { expiresAt: 0 }), work(3), makeRelease(4)], CLEAN, ['NoLease']],
  ['leased while another execution has it', [makeLease(1, 'x'), makeLease(2), makeRelease(3)], CLEAN, ['LeaseStolen']],
  ['not released despite a clean receipt', [makeLease(1)], CLEAN, ['LeaseLeft']],
  ['not released, without a receipt', [makeLease(1)], null, []],
  ['not released, as the release failed', [makeLease(1), makeFailedRelease('SlowDown')], CLEAN, ['LeaseLeft']],
  // One whose end nobody heard may have come through.
  ['release timed out', [makeLease(1), makeFailedRelease('TimeoutError')], CLEAN, []],
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
  ['finds a command after the cleanup', [rigCommand(2, 'clean'), rigCommand(3, 't0001.a1')], CLEAN, ['StorageDirty']],
  ['finds a rig that never cleaned', [rigCommand(3, 't0001.a1')], CLEAN, ['StorageDirty']],
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
  expect(listCodes(checkManagedHosts, { calls, receipt, managed })).toEqual(expected);
});
