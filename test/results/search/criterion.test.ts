import { judgeCriterion, addWorstWindows } from '../../../lib/results/search/criterion';
import type { Series, SeriesLine } from '../../../lib/shapes/series';
import { summarize, type SummaryInput } from '../../../lib/results/summary';
import { execution } from '../fixture';

const makeSeries = (metric: string, unit: Series['unit'], values: number[]): Series => ({
  metric,
  operation: 'db-read',
  unit,
  host: null,
  from: 1000,
  step: 1,
  values,
});
const spikes = { name: 'no-spikes', metric: 'latency_mean', operation: 'db-read', everySeconds: 1, atMost: 100 };
const judge = (criterion: typeof spikes, ...all: Series[]) =>
  judgeCriterion(criterion, { observations: [], series: all });

it('finds the worst window of a latency series and its time', () => {
  const own = makeSeries('latency_mean', 'us', [10, 20, 130, 40]);
  expect(judge(spikes, own)).toEqual({ value: 130, unit: 'us', meets: false, at: 2 });
  expect(judge({ ...spikes, everySeconds: 2 }, own)).toEqual({ value: 85, unit: 'us', meets: true, at: 2 });
});

it('weights the seconds of a window by their I/Os, and skips seconds without I/O', () => {
  const own = makeSeries('latency_mean', 'us', [10, 130, 0, 0]);
  const counts = makeSeries('iops', 'ops/s', [300, 100, 0, 0]);
  expect(judge({ ...spikes, everySeconds: 2 }, own, counts)).toEqual({ value: 40, unit: 'us', meets: true, at: 0 });
});

it('uses the lowest window of a rate with a minimum', () => {
  const { atMost: _, ...rest } = spikes;
  const steady = { ...rest, metric: 'iops', atLeast: 90 };
  const own = { ...makeSeries('iops', 'ops/s', [100, 100, 80, 100]) };
  expect(judgeCriterion(steady, { observations: [], series: [own] })).toMatchObject({ value: 80, meets: false, at: 2 });
});

it('ignores a last window that is less than half complete, and returns null without a series of all hosts', () => {
  const own = makeSeries('latency_mean', 'us', [10, 10, 10, 10, 900]);
  expect(judge({ ...spikes, everySeconds: 3 }, makeSeries('latency_mean', 'us', [10, 10, 10, 900]))).toMatchObject({
    value: 10,
  });
  expect(judge({ ...spikes, everySeconds: 2 }, own)).toMatchObject({ value: 900, meets: false, at: 4 });
  expect(judge(spikes)).toBeNull();
  expect(judge(spikes, { ...own, host: 'client-1' })).toBeNull();
});

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
