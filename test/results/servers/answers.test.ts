import { answer, answersOf, ask, ASKED, isAnswer, problemOf } from '../../../lib/results/servers/answers';
import type { TrialResult } from '../../../lib/results/trial/judge-trial';
import type { Plan } from '../../../lib/shapes/plan';
import { LIKE, NINE, RIGS, row, TRIALS } from './world';

const PLAN = { rigs: RIGS, trials: TRIALS, metrics: {} } as unknown as Plan;
const RESULT: TrialResult = {
  row: row('t0001', '2026-03-02T09:00:00Z', '2026-03-02T09:04:00Z'),
  observations: [LIKE],
  series: [],
  distributions: [],
};

it('tells answers by their names from questions and from what came of them', () => {
  expect([answer(1), ask(12), ASKED].map((name) => isAnswer(`executions/e/x/servers/${name}.json`))).toEqual([
    true,
    false,
    false,
  ]);
  expect(isAnswer('answer-2.json')).toBe(true);
  expect(isAnswer('executions/e/x/servers/answer-2.json.bak')).toBe(false);
});

it.each([
  [{ problem: 'AccessDenied' }, 'AccessDenied'],
  [{ problem: null }, null],
  [{ problem: 7 }, null],
  [null, null],
  ['text', null],
])('reads what went wrong: %j', (asked, problem) => expect(problemOf(asked)).toBe(problem));

it('adds what was told to a trial, and how it is called to the metrics; without answers nothing changes', () => {
  const none = answersOf(PLAN, []);
  expect(none.of(RESULT)).toBe(RESULT);
  expect(none.metrics).toEqual({});
  const Timestamps = [0, 60, 120, 180].map((seconds) => NINE + seconds);
  const text = JSON.stringify({
    MetricDataResults: [{ Id: 'r1_c1_0_server_metadata_cpu', Timestamps, Values: [10, 20, 30, 40] }],
  });
  const told = answersOf(PLAN, [text]);
  expect(told.of(RESULT).observations.slice(1)).toMatchObject([
    { metric: 'server_metadata_cpu', value: 25, trial: 't0001' },
  ]);
  expect(told.metrics['server_metadata_cpu']?.unit).toBe('%');
});

it('says of a trial what its servers have against it, so that its verdict has it', () => {
  const Timestamps = [0, 60, 120, 180].map((seconds) => NINE + seconds);
  const credits = { Id: 'r1_c2_0_server_credits', Timestamps, Values: [50, 20, 0, 0] };
  const told = answersOf(PLAN, [JSON.stringify({ MetricDataResults: [credits] })]);
  const trial: TrialResult = {
    ...RESULT,
    row: { ...RESULT.row, trial: 't0002', reasons: [{ level: 'note', code: 'Retried', text: 'twice' }] },
    observations: [{ ...LIKE, trial: 't0002' }],
  };
  const { verdict, reasons } = told.of(trial).row;
  expect([verdict, reasons.map(({ code }) => code)]).toEqual(['SUSPECT', ['Retried', 'CreditsSpent']]);
});

it('looks into the plan once, however many trials there are', () => {
  let looks = 0;
  const counted = {
    metrics: {},
    get rigs() {
      looks += 1;
      return RIGS;
    },
    get trials() {
      looks += 1;
      return TRIALS;
    },
  } as unknown as Plan;
  const told = answersOf(counted, ['{}']);
  const before = looks;
  for (let trial = 0; trial < 3; trial += 1) told.of(RESULT);
  expect(looks).toBe(before);
});
