import { judgeSearches } from '../../../lib/results/search/search-result';
import { applySearches } from '../../../lib/results/search/apply-searches';
import { summarize, type SummaryInput } from '../../../lib/results/summary';
import type { Reason } from '../../../lib/shapes/verdict';

import { makeSearchSummary } from './search-summary';

const findHighest = (input: SummaryInput): unknown =>
  judgeSearches(input).map(({ replicates }) => replicates.map((one) => one.highest));

it('finds the highest passing level of each replicate, and the trial that represents it', () => {
  const input = makeSearchSummary((target) => (target === 'a' ? 4000 : 900));
  expect(findHighest(input)).toEqual([
    [3, 3, 3, 3],
    [0, 0, 0, 0],
  ]);
  const { plan, rows } = applySearches(input.plan, input.rows, judgeSearches(input));
  expect(plan.cells.map(({ cellId, levels, load }) => [cellId, levels, load])).toEqual([
    ['search-a', { target: 'a' }, undefined],
    ['search-b', { target: 'b' }, undefined],
  ]);
  expect(rows).toHaveLength(8);
  const { cells, answer, verdicts, trials } = summarize(input);
  const iops = cells.map(({ measures }) => measures.find(({ metric }) => metric === 'iops')?.statistics);
  expect(iops).toMatchObject([
    { n: 4, centre: 4000 },
    { n: 4, centre: 500 },
  ]);
  expect(answer.winner?.cell).toBe('search-a');
  // Three levels a replicate; the others were not needed, and are no failures.
  expect(verdicts).toMatchObject({ VALID: 24, NOT_RUN: 0 });
  expect(trials).toHaveLength(24);
  expect(answer.evidence.at(-2)).toMatch(/^a: highest rate that meets quick: 4000 in 4 of 4 replicates; 8000 misses/);
});

it.each([
  [4000, 'no'],
  [6000, 'open'],
  [8000, 'no'],
  [3000, 'yes'],
])('answers atLeast %d with met: %s when all searches find 4000 (2000 for the first)', (atLeast, met) => {
  const low = atLeast === 4000 ? 2000 : 4000;
  expect(summarize(makeSearchSummary(() => low, { atLeast, prefer: 'cheapest' })).answer.met).toBe(met);
});

it('leaves the ranking open for two configurations with the same highest level', () => {
  const { answer } = summarize(makeSearchSummary(() => 4000));
  expect(answer.outcome).toBe('open');
  expect(answer.headline).toContain('a (at least 4.00k) and b (at least 4.00k) cannot be ranked');
  expect(answer.cautions.join(' ')).toContain('The search found only a lower bound for a and b');
});

it('treats the result as a lower bound when the highest level passes', () => {
  const { answer } = summarize(makeSearchSummary(() => 99_000, { atLeast: 40_000, prefer: 'cheapest' }));
  expect(answer.met).toBe('open');
  expect(summarize(makeSearchSummary(() => 99_000, { atLeast: 30_000, prefer: 'cheapest' })).answer.met).toBe('yes');
});

it('excludes configurations when no level passes; the answer is open when levels pass in some replicates only', () => {
  const never = summarize(makeSearchSummary(() => 100, { atLeast: 400, prefer: 'cheapest' }));
  expect(never.answer.leftOut).toMatchObject([{ why: 'not feasible' }, { why: 'not feasible' }]);
  const some = summarize(
    makeSearchSummary((_, replicate) => (replicate === 2 ? 100 : 8000), { atLeast: 400, prefer: 'cheapest' }),
  );
  expect(some.answer.met).toBe('open');
  expect(some.answer.cautions.join(' ')).toContain('Replicates differ in the highest rate: a value is near the limit.');
});

it('excludes a replicate whose search ended early, and names the trial', () => {
  const lost: Reason = { level: 'invalid', code: 'HostLost', text: 'a host is gone' };
  const input = makeSearchSummary(
    () => 4000,
    {},
    (trial) => (trial === 't1' ? [lost] : []),
  );
  expect(findHighest(input)).toEqual([
    [null, 3, 3, 3],
    [3, 3, 3, 3],
  ]);
  const [first] = judgeSearches(input)[0]!.replicates;
  expect(first).toMatchObject({ trial: 't1', path: [{ level: 3, outcome: 'undecided', why: 'HostLost' }] });
  expect(summarize(input).cells[0]?.measures.find(({ metric }) => metric === 'iops')?.statistics?.n).toBe(3);
});

it.each([
  [['HostBusy'], 3],
  [[], null],
])('finds with accepted reasons %j the highest level %j for a replicate on a busy host', (codes, level) => {
  const input = makeSearchSummary(() => 4000);
  const reasons: Reason[] = [{ level: 'suspect', code: 'HostBusy', text: 'x' }];
  const rows = input.rows.map((row) => (row.trial === 't1' ? { ...row, verdict: 'SUSPECT' as const, reasons } : row));
  const plan = { ...input.plan, accept: { codes, isExploratory: true } };
  expect(findHighest({ ...input, plan, rows })).toEqual([
    [level, 3, 3, 3],
    [3, 3, 3, 3],
  ]);
});

it('judges a level by the latest attempt of its trial', () => {
  const input = makeSearchSummary(() => 4000);
  const slow = input.observations.filter(({ trial }) => trial === 't1').map((one) => ({ ...one, value: 1e6 }));
  const rows = input.rows.map((row) => (row.trial === 't1' ? { ...row, attempt: 2, attempts: 2 } : row));
  const observations = input.observations.map((one) => (one.trial === 't1' ? { ...one, attempt: 2 } : one));
  expect(findHighest({ ...input, rows, observations: [...slow, ...observations] })).toEqual(findHighest(input));
});

it('returns no result for a replicate when one of its trials was excluded after the search', () => {
  const input = makeSearchSummary(() => 4000);
  const reasons: Reason[] = [{ level: 'invalid', code: 'HostLost', text: 'x' }];
  const rows = input.rows.map((row) => (row.trial === 't3' ? { ...row, verdict: 'INVALID' as const, reasons } : row));
  expect(judgeSearches({ ...input, rows })[0]?.replicates[0]).toMatchObject({ highest: null, trial: 't3' });
});

it('reports BelowSearch as infeasible when all replicates are below the lowest level, otherwise as invalid', () => {
  const listLevels = (limit: (replicate: number) => number): unknown => {
    const input = makeSearchSummary((_, replicate) => limit(replicate));
    const { rows } = applySearches(input.plan, input.rows, judgeSearches(input));
    return rows.flatMap(({ replicate, reasons }) =>
      replicate === 2 ? reasons.filter(({ code }) => code === 'BelowSearch').map(({ level }) => level) : [],
    );
  };
  expect(listLevels(() => 100)).toEqual(['infeasible', 'infeasible']);
  expect(listLevels((replicate) => (replicate === 2 ? 100 : 8000))).toEqual(['invalid', 'invalid']);
});

it('returns no result for a replicate when the deadline ended its search after a passing level', () => {
  const late: Reason = { level: 'not-run', code: 'DeadlineReached', text: 'x' };
  const input = makeSearchSummary(() => 4000);
  // Replicate 4 of target b: its first level passed, and the rest was not run.
  const own = input.plan.trials.filter(({ guard, replicate }) => guard?.search?.id === 'search-b' && replicate === 4);
  const lost = new Set(own.slice(1).map(({ trial }) => trial));
  const rows = input.rows.map((row) =>
    lost.has(row.trial) ? { ...row, verdict: 'NOT_RUN' as const, reasons: [late] } : row,
  );
  const [, second] = judgeSearches({ ...input, rows });
  expect(second?.replicates[3]).toMatchObject({ highest: null, trial: own[1]?.trial });
  expect(summarize({ ...input, rows }).cells[1]?.measures.find(({ metric }) => metric === 'iops')?.statistics?.n).toBe(
    3,
  );
});

it('excludes a replicate whose search ended on a valid trial without a value of a criterion', () => {
  const input = makeSearchSummary(() => 4000);
  const without = input.observations.filter(({ trial, metric }) => trial !== 't1' || metric !== 'latency_mean');
  const { cells, trials, searches } = summarize({ ...input, observations: without });
  expect(searches?.[0]?.replicates[0]).toMatchObject({ highest: null, trial: 't1' });
  expect(searches?.[0]?.replicates[0]?.path[0]).toMatchObject({ outcome: 'undecided', why: 'no value of quick' });
  expect(cells[0]?.measures.find(({ metric }) => metric === 'iops')?.statistics?.n).toBe(3);
  expect(trials.find(({ trial }) => trial === 't1')?.verdict).toBe('VALID');
});

it('reports intervals up to the next level, and no ratio between levels', () => {
  const measureIops = (limit: number) => {
    const [a] = summarize(makeSearchSummary(() => limit)).cells;
    const { statistics, ratio } = a!.measures.find(({ metric }) => metric === 'iops')!;
    const { low, high } = statistics!.interval!;
    return { low: Math.round(low), high: Math.round(high), ratio };
  };
  expect(measureIops(4000)).toEqual({ low: 4000, high: 8000, ratio: null });
  expect(measureIops(99_000)).toMatchObject({ low: 32_000, high: 32_000 });
});

it('reports in the headline that even the lowest level misses the criteria', () => {
  const { headline } = summarize(makeSearchSummary(() => 100, { atLeast: 400, prefer: 'cheapest' })).answer;
  expect(headline).toBe('No rate meets the criteria: even 500 misses quick (3.00 ms). Add lower values.');
});

it.each([
  [3500, 'open'],
  [2500, 'meets'],
  [6000, 'misses'],
])('compares the part of the rate that the question is about with its threshold: %d reads, %s', (atLeast, outcome) => {
  // Of 4,000 and 8,000 operations a second, 2,800 and 5,600 are reads.
  const input = makeSearchSummary(() => 4000, { atLeast, operation: 'read', prefer: 'cheapest' });
  const observations = input.observations.map((one) =>
    one.metric === 'iops' ? { ...one, value: 0.7 * one.value } : one,
  );
  expect(summarize({ ...input, observations }).answer.outcome).toBe(outcome);
});
