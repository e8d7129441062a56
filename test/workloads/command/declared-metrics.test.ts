import { parseMetrics, toMetric } from '../../../lib/workloads/command/declared-metrics';

it('takes what is right of what a spec declares, as it is written', () => {
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

it('makes of several hosts what the spec says, or what is usual', () => {
  const one = { unit: 'us', better: 'lower', modelled: 1 } as const;
  expect(toMetric('x', one).overHosts).toBe('mean');
  expect(toMetric('x', { ...one, overHosts: 'highest' }).overHosts).toBe('highest');
});
