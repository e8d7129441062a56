import { judgeCriterion } from '../../../lib/results/search/criterion';
import type { Series } from '../../../lib/shapes/series';

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
