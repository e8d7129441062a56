import { TAG_KEYS } from '../../../lib/shapes/layout';
import type { Receipt } from '../../../lib/shapes/receipt';
import type { ExecutionFacts } from '../../../lib/twin/checkers/facts';
import { isExisting, checkNothingLeft, checkReceipt, checkRows } from '../../../lib/twin/checkers/receipt-true';
import {
  formatTime,
  makeCall,
  listCalls,
  makeFacts,
  listCodes,
  FENCED,
  makeFleet,
  ID,
  makeRow,
  SETTLE,
  makeStart,
} from './clean-execution';

const LIVING = { kind: 'ec2:instance', id: 'i-1', state: 'running', tags: { [TAG_KEYS.execution]: ID } };
const LEFT = { kind: 'ec2:instance', id: 'i-1', rig: null, state: 'running' };

function judge(receipt: Partial<Receipt>, more: Partial<ExecutionFacts> = {}): string[] {
  const facts = makeFacts(more);
  return listCodes(checkReceipt, {
    ...facts,
    receipt: facts.receipt === null ? null : { ...facts.receipt, ...receipt },
  });
}

it('accepts a clean receipt with no resources left, and an unclean one that lists the resource left', () => {
  expect(judge({})).toEqual([]);
  expect(judge({ clean: false, remaining: [LEFT] }, { resources: [LIVING] })).toEqual([]);
});

it.each<[string, Partial<Receipt>, Partial<ExecutionFacts>, string]>([
  ['clean, but an instance is running', {}, { resources: [LIVING] }, 'FalselyClean'],
  [
    'clean, but a process is running',
    {},
    { machine: { processes: [{ pid: 7, instanceId: 'i-1' }], folders: [], volumes: [] } },
    'FalselyClean',
  ],
  ['not clean, but all resources are gone', { clean: false, remaining: [LEFT] }, {}, 'FalselyUnclean'],
  ['clean with a list of remaining resources', { remaining: [LEFT] }, {}, 'ReceiptMismatch'],
  ['a resource kind that it does not cover', { covered: ['ec2:instance'] }, {}, 'KindNotCovered'],
  ['verified before the fence had settled', { verifiedAt: formatTime(FENCED + SETTLE - 1) }, {}, 'VerifiedEarly'],
  ['fenced after it was verified', { fencedAt: formatTime(FENCED + 100) }, {}, 'ReceiptTimes'],
  ['an invalid time', { verifiedAt: 'soon' }, {}, 'ReceiptTimes'],
  ['no fence', {}, { calls: listCalls().slice(0, -1) }, 'NeverFenced'],
  ['a resource created after it', {}, { calls: [...listCalls(), makeFleet(FENCED + 100)] }, 'CreatedAfterReceipt'],
  ['written for another execution', { executionId: 'exec-2' }, {}, 'WrongReceipt'],
])('complains about a false receipt: %s', (_, receipt, more, code) => {
  expect(judge(receipt, more)).toEqual([code]);
});

const ALARM = { kind: 'cloudwatch:alarm', id: 'a', state: 'OK', tags: { [TAG_KEYS.execution]: ID } };
const makeDeniedCall = (action: string, seconds: number) =>
  makeCall(seconds, ID, `cloudwatch:${action}`, { error: { name: 'AccessDenied', message: '' } });
const makeSkipped = (kind: string) => ({ skipped: [{ kind, why: 'AccessDenied', ids: [] }] });

it.each([
  ['alarms that could not be listed', 'cloudwatch:alarm', makeDeniedCall('DescribeAlarms', FENCED + SETTLE), []],
  [
    'alarms whose tags could not be read',
    'cloudwatch:alarm',
    makeDeniedCall('ListTagsForResource', FENCED + SETTLE),
    [],
  ],
  ['alarms of which another call failed', 'cloudwatch:alarm', makeDeniedCall('PutMetricAlarm', 50), ['WronglySkipped']],
  ['alarms that were listed', 'cloudwatch:alarm', makeCall(70, ID, 'cloudwatch:DescribeAlarms'), ['WronglySkipped']],
  ['alarms, denied long before', 'cloudwatch:alarm', makeDeniedCall('DescribeAlarms', -900), ['WronglySkipped']],
  ['alarms, denied after the receipt', 'cloudwatch:alarm', makeDeniedCall('DescribeAlarms', 100), ['WronglySkipped']],
])('accepts a skipped resource kind only when listing it was denied: %s', (_, kind, one, found) => {
  const kinds = ['ec2:instance', 'cloudwatch:alarm'];
  expect(judge(makeSkipped(kind), { kinds, resources: [ALARM], calls: [...listCalls(), one] })).toEqual(found);
});

it('reports WronglySkipped for EC2 instances and unknown kinds, even when listing was denied', () => {
  const denied = makeCall(FENCED + SETTLE, ID, 'ec2:DescribeInstances', {
    error: { name: 'AccessDenied', message: '' },
  });
  const facts = { resources: [LIVING], calls: [...listCalls(), denied] };
  const more = { covered: ['ec2:launch-template'], ...makeSkipped('ec2:instance') };
  expect(judge(more, facts)).toEqual(['FalselyClean', 'KindNotCovered', 'WronglySkipped']);
  expect(judge(makeSkipped('toString'))).toEqual(['WronglySkipped']);
});

it('reports NoReceipt when the receipt is missing, except for a refused execution', () => {
  expect(listCodes(checkReceipt, { receipt: null })).toEqual(['NoReceipt']);
  expect(listCodes(checkReceipt, { receipt: null, plan: null })).toEqual(['NoReceipt']);
  expect(listCodes(checkReceipt, { receipt: null, plan: null, calls: [] })).toEqual([]);
});

const NONE = { processes: [], folders: [], volumes: [] };
const OURS = { [TAG_KEYS.execution]: ID, [TAG_KEYS.rig]: `${ID}__r1` };
const THEIRS = { [TAG_KEYS.execution]: `${ID}0`, [TAG_KEYS.rig]: `${ID}0__r1` };

it('returns no complaints about an execution that left no resources, processes or folders', () => {
  expect(listCodes(checkNothingLeft)).toEqual([]);
});

it.each(['running', 'pending', 'shutting-down', 'stopped', 'AVAILABLE', 'FAILED', 'a state to come'])(
  'reports ResourceLeft for a resource that is %s',
  (state) => {
    const resources = [{ kind: 'ec2:instance', id: 'i-1', state, tags: OURS }];
    expect(checkNothingLeft(makeFacts({ resources }))).toEqual([
      { code: 'ResourceLeft', text: `ec2:instance i-1 is ${state}`, id: 'i-1' },
    ]);
    expect(isExisting(resources[0] ?? { kind: '', id: '', state: 'terminated', tags: {} })).toBe(true);
  },
);

it('reports ResourceLeft for a resource with a rig tag but no execution tag', () => {
  const resources = [{ kind: 'ec2:instance', id: 'i-1', state: 'running', tags: { [TAG_KEYS.rig]: `${ID}__r1` } }];
  expect(listCodes(checkNothingLeft, { resources })).toEqual(['ResourceLeft']);
});

it('complains about each process, host folder and storage directory that remains', () => {
  const machine = {
    processes: [
      { pid: 7, instanceId: 'i-1' },
      { pid: 8, instanceId: 'i-2' },
    ],
    folders: [{ path: '/h/i-2', instanceId: 'i-2', tags: OURS }],
    volumes: [{ path: '/data', rigTag: `${ID}__r1` }],
  };
  const complaints = checkNothingLeft(makeFacts({ machine }));
  expect(complaints.map(({ text }) => text)).toEqual([
    'process 7 of host i-1 lives',
    'process 8 of host i-2 lives',
    'folder /h/i-2 exists',
    `directory /data of rig ${ID}__r1 exists`,
  ]);
});

it('reports FolderLeft for an untagged folder of a host that belongs to the execution', () => {
  const machine = { ...NONE, folders: [{ path: '/h/i-1', instanceId: 'i-1', tags: {} }] };
  expect(listCodes(checkNothingLeft, { machine })).toEqual(['FolderLeft']);
});

it('ignores resources, processes and folders of another execution', () => {
  const machine = {
    processes: [{ pid: 7, instanceId: 'i-9' }],
    folders: [{ path: '/h/i-9', instanceId: 'i-9', tags: THEIRS }],
    volumes: [{ path: '/data', rigTag: `${ID}0__r1` }],
  };
  const resources = [{ kind: 'ec2:instance', id: 'i-9', state: 'running', tags: THEIRS }];
  expect(checkNothingLeft(makeFacts({ machine, resources }))).toEqual([]);
});

const REASON = { level: 'not-run', code: 'DeadlineReached', text: 'x' } as const;

it('accepts exactly one result row per trial', () => {
  expect(listCodes(checkRows)).toEqual([]);
});

it.each([
  ['a missing row', { rows: [makeRow('t0001')] }, 'RowCount'],
  ['a doubled row', { rows: [makeRow('t0001'), makeRow('t0002'), makeRow('t0002')] }, 'RowCount'],
  ['a row in another place', { rows: [makeRow('t0001'), { ...makeRow('t0002'), key: 'elsewhere' }] }, 'RowPlace'],
  ['a row of another cell', { rows: [makeRow('t0001'), makeRow('t0002', { cell: 'c2' })] }, 'RowMismatch'],
  ['a row without a reason', { rows: [makeRow('t0001'), makeRow('t0002', { verdict: 'INVALID' })] }, 'RowReasons'],
  [
    'NOT_RUN of a trial that ran',
    { rows: [makeRow('t0001'), makeRow('t0002', { verdict: 'NOT_RUN', reasons: [REASON] })] },
    'StartedNotRun',
  ],
  [
    'fewer attempts in the row than started',
    { rows: [makeRow('t0001', { attempts: 1 }), makeRow('t0002')] },
    'AttemptsLost',
  ],
  ['a row of an unknown trial', { rows: [makeRow('t0001'), makeRow('t0002'), makeRow('t0099')] }, 'StrayRow'],
  ['a start of an unknown trial', { starts: [makeStart('t0099', 1)] }, 'StrayStart'],
])('complains about result rows and starts: %s', (_, planted, code) => {
  expect(listCodes(checkRows, planted)).toEqual([code]);
});

it('accepts NOT_RUN for a trial that never started', () => {
  const rows = [makeRow('t0001'), makeRow('t0002', { verdict: 'NOT_RUN', attempts: 0, reasons: [REASON] })];
  expect(listCodes(checkRows, { rows, starts: [makeStart('t0001', 1)] })).toEqual([]);
});

it('reports StrayStart for each started trial when there is no plan', () => {
  expect(listCodes(checkRows, { plan: null, rows: [] })).toEqual(['StrayStart', 'StrayStart', 'StrayStart']);
  expect(listCodes(checkRows, { plan: null, rows: [], starts: [] })).toEqual([]);
});
