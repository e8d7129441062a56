import { parseMetrics, toMetric } from '../../../lib/workloads/command/declared-metrics';

it('parses valid metrics of a spec, fills in defaults, and drops metrics with invalid units or names', () => {
  expect(
    parseMetrics({
      metrics: {
        builds: { unit: 'ops/s', better: 'higher', words: 'builds a second' },
        longest_wait: { unit: 's', better: 'lower' },
        wrong: { unit: 'parsecs', better: 'lower' },
        Wrong: { unit: 's', better: 'lower' },
      },
    }),
  ).toEqual({
    builds: { unit: 'ops/s', better: 'higher', words: 'builds a second', column: true, overHosts: 'sum' },
    longest_wait: { unit: 's', better: 'lower', words: 'longest wait', column: true, overHosts: 'highest' },
  });
  for (const metrics of [undefined, null, 'x', []]) expect(parseMetrics({ metrics })).toEqual({});
});

it('aggregates a metric in microseconds over hosts by its mean, or by the `overHosts` of the spec', () => {
  const one = { unit: 'us', better: 'lower', modelled: 1 } as const;
  expect(toMetric('x', one).overHosts).toBe('mean');
  expect(toMetric('x', { ...one, overHosts: 'highest' }).overHosts).toBe('highest');
});
