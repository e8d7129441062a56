import { betterOf, metricWords } from '../../lib/results/measures';
import type { Metrics } from '../../lib/shapes/metric';

const METRICS: Metrics = {
  errors: { unit: 'count', better: 'lower', words: 'failed requests', column: true, overHosts: 'sum' },
};

it('says a metric in the words of its workload, behind the operation', () => {
  expect(metricWords(METRICS, 'errors')).toBe('failed requests');
  expect(metricWords(METRICS, 'errors', 'publish')).toBe('publish failed requests');
});

it('says a metric that the plan does not know under its own name', () => {
  expect(metricWords(METRICS, 'file_create')).toBe('file create');
  expect(metricWords(METRICS, 'constructor')).toBe('constructor');
});

it('goes the way that the workload says; else rates are better high, and times low', () => {
  expect(betterOf(METRICS, 'errors', 'count')).toBe('lower');
  const unknown = (['count', 'ops/s', 'bytes/s', '%', 'us', 's'] as const).map((unit) => betterOf({}, 'x', unit));
  expect(unknown).toEqual(['higher', 'higher', 'higher', 'higher', 'lower', 'lower']);
});
