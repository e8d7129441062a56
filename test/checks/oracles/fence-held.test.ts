import { getLockKey, LOCKS_PREFIX } from '../../../lib/shapes/layout';
import { checkCleaned, checkFence, checkLeases, checkManagedHosts } from '../../../checks/oracles/fence-held';
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

const RIG = `${ID}__r1`;
const open = (seconds: number): CallRecord => readFence(seconds, RIG);
const { error: _, ...answered } = open(3);
const closed = { ...answered, output: { Body: '{}' } };
const failed = { ...open(3), error: { name: 'AccessDenied', message: '' } };
const refusedFence = { ...makeFence(2), error: { name: 'SlowDown', message: '' } };
const attempt = (seconds: number, number: number): CallRecord => makeSend(seconds, `t0001.a${number}`);
const SETTLED = FENCED + SETTLE + 1;
const settled = (call: CallRecord): CallRecord[] => [open(FENCED - 1), makeFence(FENCED), call];

it.each<[string, CallRecord[], string[]]>([
  ['accepts a log without faults', listCalls(), []],
  ['accepts a log in any order of its calls', listCalls().reverse(), []],
  // Even if the fence was open when last checked.
  ['reports a fleet once settled', settled(makeFleet(SETTLED)), ['AfterFence']],
  ['reports a template once settled', settled(makeTemplate(SETTLED)), ['AfterFence']],
  ['reports a command once settled', settled(makeSend(SETTLED, 't0003.a1')), ['AfterFence']],
  ['reports a file system once settled', settled(makeCall(SETTLED, RIG, 'fsx:CreateFileSystem')), ['AfterFence']],
  ['reports instances once settled', settled(makeCall(SETTLED, RIG, 'ec2:RunInstances')), ['AfterFence']],
  [
    'reports a create whose execution is known only from its tags',
    [readFence(1, ''), makeFence(FENCED), { ...makeFleet(SETTLED), execution: '' }],
    ['AfterFence'],
  ],
  ['reports a create that was checked too late', [makeFence(FENCED), open(61), makeFleet(62)], ['AfterFence']],
  ['accepts a create a second after the fence was set', settled(makeFleet(FENCED + 1)), []],
  ['reports a create without a check', [makeFleet(4)], ['FenceNotChecked']],
  ['reports a create after a check of another rig', [readFence(3, `${ID}__r2`), makeFleet(4)], ['FenceNotChecked']],
  ['reports a create before its check', [makeFleet(4), open(5)], ['FenceNotChecked']],
  ['reports a create after a check that found the fence', [closed, makeFleet(4)], ['ClosedFenceIgnored']],
  ['reports a create after a failed check', [open(1), failed, makeFleet(4)], ['ClosedFenceIgnored']],
  ['accepts a retry without a new check', [open(1), makeTemplate(2), makeFleet(3), makeFleet(4)], []],
  ['reports a second create', [open(1), makeFleet(3), makeFleet(4, RIG, 'second-role')], ['StaleFenceCheck']],
  ['accepts a command that is sent again', [open(1), attempt(2, 1), attempt(3, 1)], []],
  ['reports a second attempt without a new check', [open(1), attempt(2, 1), attempt(3, 2)], ['StaleFenceCheck']],
  ['accepts two commands of a preparation', [open(1), makeSend(2, 'p1'), makeSend(3, 'p2')], []],
  ['ignores a write that S3 refused', [open(1), refusedFence, makeFleet(FENCED), makeFence(FENCED + 1)], []],
  [
    'ignores other executions, deletes, CreateTags, writes of results, and StartExecution',
    [
      makeFence(1),
      makeCall(2, `${ID}0__r1`, 'ec2:CreateFleet'),
      makeCall(3, ID, 'ec2:TerminateInstances'),
      makeCall(4, ID, 'ec2:CreateTags'),
      makeCall(5, ID, 's3:PutObject', { input: { Key: 'receipt.json' } }),
      makeCall(6, ID, 'sfn:StartExecution'),
    ],
    [],
  ],
])('checks creates against the cleanup fence: %s', (_what, calls, expected) => {
  expect(listCodes(checkFence, { calls })).toEqual(expected);
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
const work = (seconds: number): CallRecord => attempt(seconds, 1);

it.each<[string, CallRecord[], Receipt | null, string[]]>([
  ['accepts a lease that is released after hosts work', [makeLease(1), work(2), makeRelease(3)], CLEAN, []],
  ['accepts a released lease', [makeLease(1, 'x'), makeRelease(2, 'x'), makeLease(3), makeRelease(5)], CLEAN, []],
  ['accepts a lease after one expired', [makeLease(1, 'x', { expiresAt: 0 }), makeLease(3), makeRelease(5)], CLEAN, []],
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
