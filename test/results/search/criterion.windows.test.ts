import { addWorstWindows } from '../../../lib/results/search/criterion';
import { summarize, type SummaryInput } from '../../../lib/results/summary';
import type { SeriesLine } from '../../../lib/shapes/series';
import { execution } from '../fixture';

const CALM = { name: 'calm', metric: 'latency_mean', operation: 'read', everySeconds: 1, atMost: 5000 };

/** Reads of two targets with equal means; the seconds of `memory` have one spike of this many microseconds. */
function makeInput(spike: number): SummaryInput {
  const decide = { metric: 'iops', prefer: 'highest' as const, require: [CALM] };
  const input = execution({ factors: { target: ['disk', 'memory'] }, replicates: 4, decide });
  const means = input.observations.filter(({ scope, metric }) => scope === 'aggregate' && metric === 'latency_mean');
  const series = means.map(
    ({ trial, attempt, operation, cell }): SeriesLine => ({
      trial,
      attempt,
      operation,
      metric: 'latency_mean',
      unit: 'us',
      host: null,
      from: 0,
      step: 1,
      simulated: false,
      values: input.plan.cells[1]?.cellId === cell ? [900, spike, 900] : [900, 1000, 900],
    }),
  );
  return { ...input, series };
}

it('adds the worst window of each trial as statistic "highest 1 s"', () => {
  const { plan, observations } = addWorstWindows(makeInput(9000));
  expect(plan.decide?.require).toEqual([{ ...CALM, statistic: 'highest 1 s' }]);
  const worst = observations.filter(({ statistic }) => statistic === 'highest 1 s').map(({ value }) => value);
  expect(worst).toHaveLength(8);
  expect(new Set(worst)).toEqual(new Set([1000, 9000]));
});

it('judges a configuration by its worst windows, not by the means of its trials', () => {
  const listStandings = (spike: number): unknown =>
    summarize(makeInput(spike))
      .answer.ranking.map(({ label, criteria }) => [label, criteria[0]?.standing])
      .toSorted((a, b) => String(a).localeCompare(String(b)));
  expect(listStandings(9000)).toEqual([
    ['disk', 'yes'],
    ['memory', 'no'],
  ]);
  expect(listStandings(1100)).toEqual([
    ['disk', 'yes'],
    ['memory', 'yes'],
  ]);
});

it('leaves the criterion open without a series, and changes nothing without a window criterion', () => {
  const { series: _, ...bare } = makeInput(9000);
  expect(summarize(bare).answer.ranking.map(({ criteria }) => criteria[0]?.standing)).toEqual(['open', 'open']);
  const other = execution({ factors: { target: ['disk'] } });
  expect(addWorstWindows(other)).toBe(other);
});
