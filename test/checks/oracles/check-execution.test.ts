import { TAG_KEYS } from '../../../lib/shapes/tags';
import type { Plan } from '../../../lib/shapes/plan';
import type { Receipt } from '../../../lib/shapes/receipt';
import { checkActions, checkExecution } from '../../../checks/oracles/check-execution';
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
import { type ExecutionFacts, type ExternalRun, formatComplaint } from '../../../lib/twin/checkers/facts';

it('returns no complaints about an execution without faults', () => {
  expect(checkExecution(makeFacts())).toEqual([]);
});

it('returns complaints of six checkers about an execution with several faults', () => {
  const another = { ...makeFleet(300), output: { FleetId: 'another' } };
  const complaints = checkExecution(
    makeFacts({
      resources: [{ kind: 'ec2:instance', id: 'i-1', state: 'running', tags: { [TAG_KEYS.execution]: ID } }],
      rows: [makeRow('t0001')],
      calls: [...listCalls(), makeCall(200, `${ID}__r1`, 'ec2:CreateVolume'), another],
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

describe('checkActions', () => {
  const settled = FENCED + SETTLE;
  const { receipt, plan, starts } = makeFacts();
  const naming = { ...(receipt as Receipt), externalRunning: [`${NAME} of arn:grow`] };

  it.each<[string, ExternalRun, Partial<ExecutionFacts>, string[]]>([
    ['that ends before the cleanup fence is set', run(5, 20), {}, []],
    ['started before the cleanup fence has settled', run(settled - 1, settled), {}, []],
    ['started once the cleanup fence has settled', run(settled + 1, settled + 2), {}, ['HookAfterFence']],
    ['that was aborted', run(5, 20, 'ABORTED'), {}, ['HookStopped']],
    ['that runs, and that the receipt does not name', run(5, null, 'RUNNING'), {}, ['HookNotNamed']],
    ['that runs, and that the receipt names', run(5, null, 'RUNNING'), { receipt: naming }, []],
    ['that runs, without a receipt', run(5, null, 'RUNNING'), { receipt: null }, []],
  ])('checks a hook %s', (_what, hook, more, expected) => {
    expect(listCodes(checkActions, { others: { actions: [], hooks: [hook] }, ...more })).toEqual(expected);
  });

  const begin = (Date.parse(starts[0]?.started.startedAt ?? '') - moment(0)) / 1000;
  it.each<[string, ExternalRun[], string[]]>([
    ['succeeded before', [run(0, begin)], []],
    ['succeeded later', [run(0, begin + 1)], ['StageNotReached']],
    ['failed', [run(0, begin, 'FAILED')], ['StageNotReached']],
    ['did not run', [], ['StageNotReached']],
  ])('checks a trial whose stage has an action that %s', (_what, actions, expected) => {
    const batches = [{ batch: 1, changes: [{ copy: 'c1', actions: [{}] }], trials: ['t0001'] }];
    const trials = [{ trial: 't0001', copy: 'c1' }];
    const acted = { ...plan, trials, rigs: [{ rig: 'r1', periods: [{ batches }] }] } as unknown as Plan;
    const facts = { others: { actions, hooks: [] }, plan: acted, starts: starts.slice(0, 1) };
    expect(listCodes(checkActions, facts)).toEqual(expected);
  });
});
