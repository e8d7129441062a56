import { summarize } from '../../lib/results/summary';
import { getBetter, nameMetric, nameDistribution } from '../../lib/results/measures';
import type { Metrics } from '../../lib/shapes/metric';
import type { Reason } from '../../lib/shapes/verdict';
import { execution } from './fixture';

const METRICS: Metrics = {
  errors: { unit: 'count', better: 'lower', words: 'failed requests', column: true, overHosts: 'sum' },
};

it('names a metric in the words of its workload, after the operation', () => {
  expect(nameMetric(METRICS, 'errors')).toBe('failed requests');
  expect(nameMetric(METRICS, 'errors', 'publish')).toBe('publish failed requests');
});

it('names an unknown metric by its identifier', () => {
  expect(nameMetric(METRICS, 'file_create')).toBe('file create');
  expect(nameMetric(METRICS, 'constructor')).toBe('constructor');
});

it('names a distribution by the words of its percentiles', () => {
  const point = {
    unit: 'us',
    better: 'lower',
    words: 'p99.9 commit latency',
    column: true,
    overHosts: 'histogram',
  } as const;
  const metrics: Metrics = { sync_latency_p99_9: { ...point, percentile: { of: 'sync_latency', percent: 99.9 } } };
  expect(nameDistribution(metrics, 'sync_latency')).toBe('commit latency');
  expect(nameDistribution(metrics, 'delay')).toBe('delay');
});

it('uses the direction of the workload; otherwise prefers high rates and low times', () => {
  expect(getBetter(METRICS, 'errors', 'count')).toBe('lower');
  const unknown = (['count', 'ops/s', 'bytes/s', '%', 'us', 's'] as const).map((unit) => getBetter({}, 'x', unit));
  expect(unknown).toEqual(['higher', 'higher', 'higher', 'higher', 'lower', 'lower']);
});

it('excludes a suspect trial only from the metrics that its reason names', () => {
  const reason: Reason = { level: 'suspect', code: 'ShortRun', text: 'x', metrics: ['iops'] };
  const { cells, trials } = summarize(execution({ reasons: (trial) => (trial === 1 ? [reason] : []) }));
  const own = cells.find(({ cellId }) => cellId === trials[0]?.cell);
  const counted = (metric: string) =>
    own?.measures
      .filter((one) => one.metric === metric)
      .map(({ values, statistics }) => [
        values.find(({ trial }) => trial === 't0001')?.counted,
        values.find(({ trial }) => trial === 't0001')?.suspect,
        statistics?.n,
      ]);
  const all = trials.filter(({ cell }) => cell === own?.cellId).length;
  expect(all).toBeGreaterThan(1);
  expect(counted('iops')).toEqual([[false, true, all - 1]]);
  expect(counted('bandwidth')).toEqual([[true, undefined, all]]);
});
