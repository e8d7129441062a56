import { readCriteria, dropBrokenCriteria, parseCriteria } from '../../../lib/experiment/design/decide';
import type { Problem } from '../../../lib/shapes/problem';
import { METRICS } from '../../../lib/workloads/fio/cell/metrics';
import cases from './decide.criteria.cases.json';

const metrics = new Map(Object.entries(METRICS));
const read = (written: Parameters<typeof readCriteria>[0]) => readCriteria(written, { metrics, complete: true });

it('reads thresholds of criteria in the base units of their metrics', () => {
  const { criteria: found, problems } = read({
    quick: { metric: 'latency_p99', operation: 'read', atMost: '5ms' },
    slow: { metric: 'latency_mean', statistic: 'mean', atMost: '4ms' },
  });
  expect(problems).toEqual([]);
  expect([...found.values()]).toEqual([
    { name: 'quick', metric: 'latency_p99', operation: 'read', atMost: 5000 },
    { name: 'slow', metric: 'latency_mean', statistic: 'mean', atMost: 4000 },
  ]);
});

it.each([
  [{ metric: 'latency', atMost: '5ms' }, 'UnknownMetric', /no workload of this spec measures `latency`/],
  [{ metric: 'latency_p99', atMost: 5 }, 'BadValue', /found 5, which is a number without a unit/],
  [
    { metric: 'iops', statistic: 'mean', atLeast: 1 },
    'UnknownStatistic',
    /a trial reports only the `value` of `iops`, not.*applies to the median over trials/,
  ],
  [
    { metric: 'latency_mean', statistic: 'p99.9', atMost: '5ms' },
    'UnknownStatistic',
    /, not `p99.9`; use the metric `latency_p99_9`/,
  ],
  [{ metric: 'iops' }, 'MissingKey', /one of `atLeast` and `atMost`/],
  [{ metric: 'iops', atLeast: 1, atMost: 2 }, 'MissingKey', /one of `atLeast` and `atMost`/],
])('reports what is wrong with the criterion %j', (given, code, text) => {
  const { criteria: found, problems } = read({ one: given });
  expect(found.size).toBe(0);
  expect(problems).toMatchObject([{ severity: 'error', code, path: expect.arrayContaining(['one']) as string[] }]);
  expect(problems[0]?.message).toMatch(text);
});

describe('parseCriteria', () => {
  const raw = {
    steady: { metric: 'iops', atLeast: 1, every: 'often' },
    quick: { metric: 'latency_p99', atMost: '5ms' },
  };

  it('drops only the malformed criterion, and reports WrongType when the section is no mapping', () => {
    const problems: Problem[] = [];
    expect(Object.keys(parseCriteria(raw, problems) ?? {})).toEqual(['quick']);
    expect(problems).toEqual(cases.problems);
    expect(parseCriteria([], problems)).toBeUndefined();
    expect(problems[1]).toMatchObject({ code: 'WrongType', path: ['criteria'] });
    expect(parseCriteria(undefined, [])).toBeUndefined();
  });

  it('parses `every` in seconds, and refuses 0s', () => {
    const problems: Problem[] = [];
    const written = parseCriteria(
      { calm: { ...raw.quick, every: '2s' }, never: { ...raw.quick, every: '0s' } },
      problems,
    );
    expect(written?.['calm']).toMatchObject({ every: 2 });
    expect(problems).toEqual([
      { severity: 'error', code: 'BadValue', path: ['criteria', 'never', 'every'], message: 'a time, e.g. 1s' },
    ]);
    expect(read({ calm: { ...raw.quick, every: 2 } }).criteria.get('calm')).toMatchObject({ everySeconds: 2 });
  });

  it('drops references to malformed criteria from decide.require, and keeps unknown names', () => {
    const decide = {
      metric: 'iops',
      burst: 'refused',
      require: ['steady', 'quick', 'quik'],
    } as const;
    const written = parseCriteria(raw, []);
    expect(dropBrokenCriteria(decide, raw, written).require).toEqual(['quick', 'quik']);
    expect(dropBrokenCriteria(decide, 'no mapping', undefined).require).toEqual([]);
    expect(dropBrokenCriteria(decide, undefined, undefined)).toBe(decide);
  });
});
