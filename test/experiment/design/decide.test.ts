import { readDecide, readCriteria, dropBrokenCriteria, parseCriteria } from '../../../lib/experiment/design/decide';
import type { DecisionRule } from '../../../lib/shapes/decision-rule';
import { buildSpace } from '../../../lib/experiment/design/expand';
import { decideSchema as schema } from '../../../lib/shapes/spec-schema';
import { readSpecObject } from '../../../lib/experiment/reading/read-spec';
import { FAKE, rawSpec } from '../fake-kinds';
import cases from './decide.cases.json';
import type { Problem } from '../../../lib/shapes/problem';
import { METRICS } from '../../../lib/workloads/fio/cell/metrics';
import criteria from './decide.criteria.cases.json';

const { spec } = readSpecObject(
  rawSpec({
    targets: { here: { kind: 'folder', path: '/here', shape: '$io.b' } },
    factors: {
      mode: ['read', 'write'],
      size: [1, 2],
      io: [
        { a: 1, b: 1 },
        { a: 1, b: 2 },
      ],
    },
  }),
  FAKE,
);

const CRITERIA = {
  quick: { metric: 'delay', atMost: '2ms' },
  steady: { metric: 'rate', statistic: 'value', atLeast: '1 MB/s' },
};

function read(raw: Record<string, unknown>): { decide?: DecisionRule; problems: string[] } {
  if (spec === undefined) throw new Error('no spec');
  const { problems, ...rest } = readDecide(schema.parse(raw), spec.workloads, buildSpace(spec), FAKE, CRITERIA);
  return {
    ...rest,
    problems: problems.map(({ code, path, message }) => `${path.slice(1).join('.')} ${code}: ${message}`),
  };
}

describe('readDecide', () => {
  it('prefers the best value by default, and the cheapest passing configuration when a threshold is set', () => {
    expect(read({ metric: 'rate' }).decide).toEqual(cases.usual);
    expect(read({ metric: 'rate', margin: '5%' }).decide?.margin).toBe(0.05);
    expect(read({ metric: 'rate', margin: 0 }).decide?.margin).toBe(0);
    expect(read({ metric: 'delay' }).decide?.prefer).toBe('lowest');
    expect(read({ metric: 'delay', atMost: '2ms' }).decide).toMatchObject({ prefer: 'cheapest', atMost: 2000 });
    expect(read({ metric: 'rate', atLeast: '5 MB/s', prefer: 'highest' }).decide).toMatchObject({
      prefer: 'highest',
      atLeast: 5e6,
    });
  });

  it('reads the loss to exclude, which replaces thresholds, criteria and `prefer`', () => {
    expect(read({ metric: 'rate', noWorse: '10%' }).decide).toMatchObject({ noWorse: 0.1, prefer: 'highest' });
    expect(read({ metric: 'rate', noWorse: '10%', prefer: 'cheapest', atLeast: '5 MB/s' }).problems).toEqual([
      'noWorse Contradiction: `noWorse` compares configurations with their references, so it excludes `atLeast`, ' +
        '`prefer`. Remove either',
    ]);
    expect(read({ metric: 'rate', noWorse: '5%', margin: '5%' }).problems).toEqual([
      'noWorse Contradiction: 5% is not above the margin of 5%: a loss above the margin already fails. Allow more, ' +
        'or set a smaller `margin`',
    ]);
  });

  it('removes duplicates from `require`, and prefers the cheapest when criteria are required', () => {
    expect(read({ metric: 'rate', require: ['quick', 'quick'] }).decide).toMatchObject({
      prefer: 'cheapest',
      require: [{ name: 'quick', metric: 'delay', atMost: 2000 }],
    });
  });

  it('converts levels in `where` to labels, and leaves out implicit factors that do not vary', () => {
    expect(read({ metric: 'rate', where: { size: 2, target: 'here', io: { b: 2 } } }).decide?.where).toEqual({
      size: '2',
      io: 'a=1,b=2',
    });
  });

  it.each([
    [
      { metric: 'rat' },
      /^metric UnknownMetric: no workload of this spec measures `rat`; did you mean `rate`\? Allowed: `rate`, `delay`$/,
    ],
    [{ metric: 'rate', atLeast: '5 apples' }, /^atLeast BadValue: .*5 apples/],
    [{ metric: 'delay', atMost: 5000 }, /^atMost BadValue: found 5000, .* write 100us, 20ms/],
    [
      { metric: 'rate', require: ['quik'] },
      /^require\.0 UnknownCriterion: criterion `quik` does.*Allowed: `quick`, `steady`/,
    ],
    [
      { metric: 'rate', atLeast: 5 },
      /^atLeast BadValue: found 5, which is a number without a unit; bytes a second are/,
    ],
    [
      { metric: 'delay', atMost: '5 MB/s' },
      /^atMost BadValue: found '5 MB\/s', which is bytes a second; a duration is/,
    ],
    [
      { metric: 'rate', atLeast: '5 MB/s', atMost: '4 MB/s' },
      /^atLeast Contradiction: no value is at least '5 MB\/s' and at most '4 MB\/s'$/,
    ],
    [
      { metric: 'rate', where: { mode: 'reed' } },
      /^where\.mode UnknownLevel: 'reed' is not a value of.*`read`\? Allowed: `read`, `write`/,
    ],
    [{ metric: 'rate', where: { colour: 'red' } }, /^where.colour UnknownFactor: /],
    [
      { metric: 'rate', where: { io: { a: 1 } } },
      /^where\.io UnknownLevel: found 2 values of factor `io`; needed here: one/,
    ],
  ])('refuses the `decide` section %j', (raw, expected) => {
    expect(read(raw)).toEqual({ problems: [expect.stringMatching(expected)] });
  });

  it('reports only the problem of a factor level when it breaks cells that would compete', () => {
    const factors = cases.factors;
    const workloads = { w: { kind: 'load', mode: '$io.m', size: '$io.s' } };
    const decide = { metric: 'rate', where: { io: { m: 'read' } } };
    const { problems } = readSpecObject(rawSpec({ factors, workloads, decide }), FAKE);
    expect(problems.map(({ code, path }) => `${path.join('.')} ${code}`)).toEqual(['factors.io.1.s WrongType']);
  });

  it('reports NoCells when every cell that matches decide.where is excluded', () => {
    const changes = { design: { exclude: [{ mode: 'read' }] } };
    expect(
      readSpecObject(rawSpec(changes), FAKE).problems.map(({ code, path }) => `${path.join('.')} ${code}`),
    ).toContain('decide.where NoCells');
  });
});

const metrics = new Map(Object.entries(METRICS));
const readAll = (written: Parameters<typeof readCriteria>[0]) => readCriteria(written, { metrics, complete: true });

it('reads thresholds of criteria in the base units of their metrics', () => {
  const { criteria: found, problems } = readAll({
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
  const { criteria: found, problems } = readAll({ one: given });
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
    expect(problems).toEqual(criteria.problems);
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
    expect(readAll({ calm: { ...raw.quick, every: 2 } }).criteria.get('calm')).toMatchObject({ everySeconds: 2 });
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
