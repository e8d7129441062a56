import { TAG_KEYS } from '../../../lib/shapes/tags';
import type { Receipt } from '../../../lib/shapes/receipt';
import type { ExecutionFacts } from '../../../lib/twin/checkers/facts';
import { checkReceipt } from '../../../checks/oracles/receipt-true';
import { isExisting, checkNothingLeft, checkRows } from '../../../lib/twin/checkers/receipt-true';
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

const PROCESS = { pid: 7, instanceId: 'i-1' };
const NONE = { processes: [], folders: [], volumes: [] };

function judge(receipt: Partial<Receipt>, more: Partial<ExecutionFacts> = {}): string[] {
  const facts = makeFacts(more);
  return listCodes(checkReceipt, { ...facts, receipt: facts.receipt && { ...facts.receipt, ...receipt } });
}

it('accepts a clean receipt with no resources left, and an unclean one that lists the resource left', () => {
  expect(judge({})).toEqual([]);
  expect(judge({ clean: false, remaining: [LEFT] }, { resources: [LIVING] })).toEqual([]);
});

it.each<[string, Partial<Receipt>, Partial<ExecutionFacts>, string]>([
  ['clean, but an instance is running', {}, { resources: [LIVING] }, 'FalselyClean'],
  ['clean, but a process runs', {}, { machine: { ...NONE, processes: [PROCESS] } }, 'FalselyClean'],
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

const makeDenied = (action: string, seconds: number) =>
  makeCall(seconds, ID, action, { error: { name: 'AccessDenied', message: '' } });
const makeSkipped = (kind: string) => ({ skipped: [{ kind, why: 'AccessDenied', ids: [] }] });

it.each([
  ['that could not be listed', makeDenied('cloudwatch:DescribeAlarms', FENCED + SETTLE), []],
  ['whose tags could not be read', makeDenied('cloudwatch:ListTagsForResource', FENCED + SETTLE), []],
  ['of which another call failed', makeDenied('cloudwatch:PutMetricAlarm', 50), ['WronglySkipped']],
  ['that were listed', makeCall(70, ID, 'cloudwatch:DescribeAlarms'), ['WronglySkipped']],
  ['denied long before', makeDenied('cloudwatch:DescribeAlarms', -900), ['WronglySkipped']],
  ['denied after the receipt', makeDenied('cloudwatch:DescribeAlarms', 100), ['WronglySkipped']],
])('accepts skipped alarms only when listing them was denied: alarms %s', (_, call, found) => {
  const kinds = ['ec2:instance', 'cloudwatch:alarm'];
  const alarm = { kind: 'cloudwatch:alarm', id: 'a', state: 'OK', tags: { [TAG_KEYS.execution]: ID } };
  const facts = { kinds, resources: [alarm], calls: [...listCalls(), call] };
  expect(judge(makeSkipped('cloudwatch:alarm'), facts)).toEqual(found);
});

it('reports WronglySkipped for EC2 instances and unknown kinds, even when listing was denied', () => {
  const denied = makeDenied('ec2:DescribeInstances', FENCED + SETTLE);
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

const OURS = { [TAG_KEYS.execution]: ID, [TAG_KEYS.rig]: `${ID}__r1` };
const THEIRS = { [TAG_KEYS.execution]: `${ID}0`, [TAG_KEYS.rig]: `${ID}0__r1` };
const makeInstance = (state: string, tags: object = OURS) => {
  return { kind: 'ec2:instance', id: 'i-1', state, tags: tags as Record<string, string> };
};

describe('checkNothingLeft', () => {
  const list = (more: Partial<ExecutionFacts> = {}): string[] =>
    checkNothingLeft(makeFacts(more)).map(({ code, text }) => `${code}: ${text}`);

  it.each(['running', 'pending', 'shutting-down', 'stopped', 'AVAILABLE', 'FAILED', 'a state to come'])(
    'reports ResourceLeft for a resource that is %s',
    (state) => {
      const resource = makeInstance(state);
      const found = { code: 'ResourceLeft', text: `ec2:instance i-1 is ${state}`, id: 'i-1' };
      expect(checkNothingLeft(makeFacts({ resources: [resource] }))).toEqual([found]);
      expect(isExisting(resource)).toBe(true);
    },
  );

  it('reports ResourceLeft for a resource with a rig tag but no execution tag', () => {
    const resources = [makeInstance('running', { [TAG_KEYS.rig]: `${ID}__r1` })];
    expect(list({ resources })).toEqual(['ResourceLeft: ec2:instance i-1 is running']);
  });

  it('complains about each process, host folder and storage directory that remains', () => {
    const processes = [
      { pid: 7, instanceId: 'i-1' },
      { pid: 8, instanceId: 'i-2' },
    ];
    const folders = [
      { path: '/h/i-2', instanceId: 'i-2', tags: OURS },
      // An untagged folder of a host of the execution.
      { path: '/h/i-1', instanceId: 'i-1', tags: {} },
    ];
    const volumes = [{ path: '/data', rigTag: `${ID}__r1` }];
    expect(list({ machine: { processes, folders, volumes } })).toEqual([
      'ProcessLeft: process 7 of host i-1 lives',
      'ProcessLeft: process 8 of host i-2 lives',
      'FolderLeft: folder /h/i-2 exists',
      'FolderLeft: folder /h/i-1 exists',
      `VolumeLeft: directory /data of rig ${ID}__r1 exists`,
    ]);
  });

  it('ignores what is gone, and resources, processes and folders of another execution', () => {
    const machine = {
      processes: [{ pid: 7, instanceId: 'i-9' }],
      folders: [{ path: '/h/i-9', instanceId: 'i-9', tags: THEIRS }],
      volumes: [{ path: '/data', rigTag: `${ID}0__r1` }],
    };
    expect(list({ machine, resources: [{ ...makeInstance('running', THEIRS), id: 'i-9' }] })).toEqual([]);
    expect(list()).toEqual([]);
  });
});

const REASON = { level: 'not-run', code: 'DeadlineReached', text: 'x' } as const;

const FIRST = makeRow('t0001');
const REST = [FIRST, makeRow('t0002')];
const makeRows = (more: Parameters<typeof makeRow>[1]) => ({ rows: [FIRST, makeRow('t0002', more)] });

it.each<[string, Partial<ExecutionFacts>, string]>([
  ['a missing row', { rows: [FIRST] }, 'RowCount'],
  ['a doubled row', { rows: [...REST, makeRow('t0002')] }, 'RowCount'],
  ['a row in another place', { rows: [FIRST, { ...makeRow('t0002'), key: 'elsewhere' }] }, 'RowPlace'],
  ['a row of another cell', makeRows({ cell: 'c2' }), 'RowMismatch'],
  ['a row without a reason', makeRows({ verdict: 'INVALID' }), 'RowReasons'],
  ['NOT_RUN of a trial that ran', makeRows({ verdict: 'NOT_RUN', reasons: [REASON] }), 'StartedNotRun'],
  ['fewer attempts than started', { rows: [makeRow('t0001', { attempts: 1 }), makeRow('t0002')] }, 'AttemptsLost'],
  ['a row of an unknown trial', { rows: [...REST, makeRow('t0099')] }, 'StrayRow'],
  ['a start of an unknown trial', { starts: [makeStart('t0099', 1)] }, 'StrayStart'],
])('complains about result rows and starts: %s', (_, planted, code) => {
  expect(listCodes(checkRows, planted)).toEqual([code]);
});

it('accepts NOT_RUN for a trial that never started', () => {
  const rows = makeRows({ verdict: 'NOT_RUN', attempts: 0, reasons: [REASON] });
  expect(listCodes(checkRows, { ...rows, starts: [makeStart('t0001', 1)] })).toEqual([]);
  expect(listCodes(checkRows)).toEqual([]);
});

it('reports StrayStart for each started trial when there is no plan', () => {
  expect(listCodes(checkRows, { plan: null, rows: [] })).toEqual(['StrayStart', 'StrayStart', 'StrayStart']);
  expect(listCodes(checkRows, { plan: null, rows: [], starts: [] })).toEqual([]);
});
