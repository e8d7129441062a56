import { TAG_KEYS } from '../../../lib/shapes/layout';
import { checkActions, checkExecution, formatComplaint } from '../../../lib/twin/checkers/check-execution';
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
} from './clean-execution';
import type { ExecutionFacts, ExternalRun } from '../../../lib/twin/checkers/facts';

it('returns no complaints about an execution without faults', () => {
  expect(checkExecution(makeFacts())).toEqual([]);
});

it('returns complaints of six checkers about an execution with several faults', () => {
  const complaints = checkExecution(
    makeFacts({
      resources: [{ kind: 'ec2:instance', id: 'i-1', state: 'running', tags: { [TAG_KEYS.execution]: ID } }],
      rows: [makeRow('t0001')],
      calls: [
        ...listCalls(),
        makeCall(200, `${ID}__r1`, 'ec2:CreateVolume'),
        { ...makeFleet(300), output: { FleetId: 'another' } },
      ],
    }),
  );
  expect([...new Set(complaints.map(({ checker }) => checker))].sort()).toEqual([
    'fence-held',
    'nothing-left',
    'receipt-true',
    'rows-complete',
    'tags-complete',
    'tokens-unique',
  ]);
});

it('formats a complaint as one line: checker, code, text', () => {
  const line = formatComplaint({ checker: 'nothing-left', code: 'FolderLeft', text: 'folder /h/i-1 exists' });
  expect(line).toBe('nothing-left: FolderLeft: folder /h/i-1 exists');
});

const moment = (seconds: number): number => Date.parse(formatTime(seconds));
const NAME = `${ID}__r1__act__1__c1__1`;
const run = (from: number, to: number | null, status = 'SUCCEEDED'): ExternalRun => ({
  name: NAME,
  status,
  startedAt: moment(from),
  endedAt: to === null ? null : moment(to),
});
const listActionCodes = (others: ExecutionFacts['others'], more: Partial<ExecutionFacts> = {}): string[] =>
  listCodes(checkActions, { others, ...more });

describe('checkActions', () => {
  it('reports no complaint about a hook that ends before the cleanup fence is set', () => {
    expect(listActionCodes({ actions: [], hooks: [run(5, 20)] })).toEqual([]);
  });

  it('reports HookAfterFence for a hook started once the cleanup fence has settled, HookStopped for an abort', () => {
    expect(listActionCodes({ actions: [], hooks: [run(FENCED + SETTLE - 1, FENCED + SETTLE)] })).toEqual([]);
    expect(listActionCodes({ actions: [], hooks: [run(FENCED + SETTLE + 1, FENCED + SETTLE + 2)] })).toEqual([
      'HookAfterFence',
    ]);
    expect(listActionCodes({ actions: [], hooks: [run(5, 20, 'ABORTED')] })).toEqual(['HookStopped']);
  });

  it('reports HookNotNamed for a running hook that the receipt does not name', () => {
    const hooks = [run(5, null, 'RUNNING')];
    const { receipt } = makeFacts();
    if (receipt === null) throw new Error('no receipt');
    expect(listActionCodes({ actions: [], hooks })).toEqual(['HookNotNamed']);
    expect(
      listActionCodes({ actions: [], hooks }, { receipt: { ...receipt, externalRunning: [`${NAME} of arn:grow`] } }),
    ).toEqual([]);
    expect(listActionCodes({ actions: [], hooks }, { receipt: null })).toEqual([]);
  });

  it('reports StageNotReached for a trial that began before the actions of its stage succeeded', () => {
    const { plan, starts } = makeFacts();
    if (plan === null) throw new Error('no plan');
    const [begun] = starts;
    const begin = (Date.parse(begun?.started.startedAt ?? '') - moment(0)) / 1000;
    const changes = [{ copy: 'c1', actions: [{}] }];
    const batches = [{ batch: 1, changes, trials: ['t0001'] }];
    const acted = {
      ...plan,
      trials: [{ trial: 't0001', copy: 'c1' }],
      rigs: [{ rig: 'r1', periods: [{ batches }] }],
    } as unknown as NonNullable<ExecutionFacts['plan']>;
    const only = { plan: acted, starts: starts.slice(0, 1) };
    expect(listActionCodes({ actions: [run(0, begin)], hooks: [] }, only)).toEqual([]);
    expect(listActionCodes({ actions: [run(0, begin + 1)], hooks: [] }, only)).toEqual(['StageNotReached']);
    expect(listActionCodes({ actions: [run(0, begin, 'FAILED')], hooks: [] }, only)).toEqual(['StageNotReached']);
    expect(listActionCodes({ actions: [], hooks: [] }, only)).toEqual(['StageNotReached']);
  });
});
