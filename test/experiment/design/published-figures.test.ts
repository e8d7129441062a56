import { readSpecObject, readSpec } from '../../../lib/experiment/reading/read-spec';
import { makePlan } from '../../../lib/experiment/plan/make-plan';
import type { PublishedStudy } from '../../../lib/shapes/published-study';
import { FAKE, rawSpec, HOST_SCRIPTS } from '../fake-kinds';
import cases from './published-figures.cases.json';

const FACTORS = cases.factors;
const base = {
  factors: FACTORS,
  targets: { here: { kind: 'folder', path: '/here', shape: '$io.b' } },
  workloads: { load: { kind: 'load', mode: '$mode', size: '$size' } },
};

function listProblems(rows: unknown, changes: Record<string, unknown> = {}): string[] {
  const { problems } = readSpecObject(rawSpec({ ...base, published: { study: 'S, 2020', rows }, ...changes }), FAKE);
  return problems
    .filter(({ path }) => path[0] === 'published')
    .map(({ severity, code, path, message }) => `${severity} ${path.slice(1).join('.')} ${code}: ${message}`);
}

function planPublished(rows: readonly unknown[], changes: Record<string, unknown> = {}): PublishedStudy | null {
  const { spec, problems } = readSpecObject(
    rawSpec({ ...base, published: { study: 'S, 2020', rows }, ...changes }),
    FAKE,
  );
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  const made = makePlan(spec!, { executionId: 'e1', stack: 's', startedAt: 0, scripts: HOST_SCRIPTS, kinds: FAKE });
  if (!made.ok) throw new Error(JSON.stringify(made.problems));
  return made.plan.published;
}

describe('readPublished', () => {
  it('converts figures to base units, with the labels of the cells that they describe', () => {
    const published = planPublished([
      { where: { mode: 'read' }, metric: 'rate', value: '300 MiB/s', note: 'one run' },
      { metric: 'delay', statistic: 'max', value: ['1ms', '2ms'], host: 'each' },
      { where: { size: 2 }, metric: 'rate', operation: 'read', ratio: [0.8, 0.9], to: { size: 1 } },
    ]);
    expect(published?.study).toBe('S, 2020');
    expect(published?.figures).toEqual([
      {
        row: 1,
        where: { mode: ['read'] },
        metric: 'rate',
        operation: null,
        statistic: null,
        host: null,
        kind: 'value',
        low: 314_572_800,
        high: 314_572_800,
        unit: 'bytes/s',
        to: null,
        note: 'one run',
      },
      expect.objectContaining({ row: 2, where: {}, statistic: 'max', host: 'each', low: 1000, high: 2000, unit: 'us' }),
      expect.objectContaining({ row: 3, kind: 'ratio', low: 0.8, high: 0.9, unit: null, to: { size: '1' } }),
    ]);
  });

  it('infers the unit of an unknown metric from its quantity, and refuses `40k` without a unit', () => {
    const values = ['40 ops/s', '17m', '3 MB/s', '20%', 12];
    const published = planPublished(values.map((value, index) => ({ metric: `server_${index}`, value })));
    expect(published?.figures.map(({ low, unit }) => [low, unit])).toEqual(cases.units);
    expect(listProblems([{ metric: 'server', value: '40k' }])).toEqual([
      "error rows.0.value BadValue: found '40k'; allowed: a duration (17m), a rate (300 MiB/s, 40 ops/s), " +
        'a share (10%) or a number',
    ]);
  });

  it.each([
    ['server_disk_iops', '40 ops/s', "found '40 ops/s', which is operations a second; a share is meant"],
    ['server_write_ops', '40%', "found '40%', which is a share; operations a second are meant"],
    ['server_write', '40 ops/s', "found '40 ops/s', which is operations a second; bytes a second are meant"],
  ])('refuses for the server metric %s the unit of %s', (metric, value, message) => {
    expect(listProblems([{ metric, value }])).toEqual([
      expect.stringContaining(`error rows.0.value BadValue: ${message}`),
    ]);
  });

  it('accepts server metrics in their own unit: percent and ops/s', () => {
    const rows = [
      { metric: 'server_disk_iops', value: '40%' },
      { metric: 'server_write_ops', value: 360 },
    ];
    expect(planPublished(rows)?.figures.map(({ low, unit }) => [low, unit])).toEqual([
      [40, '%'],
      [360, 'ops/s'],
    ]);
  });

  it('matches all levels that contain a mapping of settings in `where`', () => {
    const published = planPublished([{ where: { io: { a: 1 } }, metric: 'rate', value: '1 MB/s' }]);
    expect(published?.figures[0]?.where).toEqual({ io: ['a=1,b=1', 'a=1,b=2'] });
  });

  it('reports the problems of all rows together, each at the key to change', () => {
    expect(
      listProblems([
        { where: { mood: 'read' }, metric: 'rate', value: '1 MB/s' },
        { where: { size: 3 }, metric: 'rate', value: '5ms' },
        { metric: 'rate' },
        { metric: 'rate', value: '1 MB/s', ratio: 2 },
        { where: { size: 1 }, metric: 'rate', value: ['2 MB/s', '1 MB/s'] },
        { metric: 'rate', ratio: 0 },
        { where: { size: 1 }, metric: 'rate', vlaue: '1 MB/s' },
        { where: { size: 2 }, metric: 'rate', value: '1 MB/s', to: { size: 1 } },
        'rate',
        { where: { mode: 'write' }, metric: 'rate', value: '1 MB/s', host: 'client-0' },
        { where: { mode: 'read' }, metric: 'rate', ratio: 2, to: {} },
      ]),
    ).toEqual([
      expect.stringContaining('rows.0.where.mood UnknownFactor: factor `mood` does not exist; did you mean `mode`?'),
      expect.stringContaining('rows.1.where.size UnknownLevel: 3 is not a value of factor `size`; allowed: `1`, `2`'),
      expect.stringContaining("rows.1.value BadValue: found '5ms', which is a duration; bytes a second are meant"),
      expect.stringContaining('rows.2 MissingKey: found neither `value` nor `ratio`'),
      expect.stringContaining('rows.3 Contradiction: found `value` and `ratio`'),
      expect.stringContaining(
        "error rows.4.value Contradiction: found ['2 MB/s', '1 MB/s']; write the lowest value first, then the " +
          'highest, in one unit',
      ),
      expect.stringContaining(
        'error rows.5.ratio MissingKey: `to` is missing: a ratio compares with the same metric of another ' +
          'configuration. Name the values that differ there, e.g. to: { target: NAME }, or write `design.reference`',
      ),
      expect.stringContaining('rows.5.ratio BadValue: found 0; a ratio is a number above 0'),
      expect.stringContaining('rows.6.vlaue UnknownKey: unknown key `vlaue`; did you mean `value`?'),
      expect.stringContaining('rows.7.to Contradiction: `to` needs a `ratio`, which this row lacks'),
      expect.stringContaining("rows.8 WrongType: found 'rate'; needed here: a mapping"),
      expect.stringContaining("rows.9.host BadValue: found 'client-0'; allowed: `each`"),
      expect.stringContaining(
        'error rows.10.to BadValue: found {}; a ratio to the same configuration is 1. Name the values that differ',
      ),
    ]);
  });

  it('requires a study and rows, and reports their errors together with those of `decide`', () => {
    const { problems } = readSpecObject(
      rawSpec({ ...base, published: { rows: [] }, decide: { metric: 'speed' } }),
      FAKE,
    );
    expect(problems.map(({ path, code }) => `${path.join('.')} ${code}`).sort()).toEqual(cases.needed);
  });

  it('accepts a ratio without `to` when the design has a reference', () => {
    const rows = [{ metric: 'rate', ratio: 2 }];
    expect(planPublished(rows, { design: { reference: { mode: 'read' } } })?.figures[0]?.to).toBeNull();
  });

  it('refuses two rows for the same metric of the same cells, unless the statistic differs', () => {
    const row = { where: { mode: 'read', size: 1 }, metric: 'rate', value: '1 MB/s' };
    const again = { ...row, where: { size: 1, mode: 'read' }, value: '2 MB/s' };
    expect(listProblems([row, again])).toEqual([
      expect.stringContaining(
        'error rows.1 Contradiction: row 1 has the same metric of the same configurations, and only one can be ' +
          'shown. Distinguish them by `statistic`, `operation` or `where`, or give the range, e.g. value: [LOW, HIGH]',
      ),
    ]);
    expect(
      listProblems([row, { ...again, statistic: 'peak' }]).filter((one) => !one.includes('PublishedWide')),
    ).toEqual([]);
  });

  it('accepts lists in `where`, and advises (PublishedWide) when unnamed factors differ', () => {
    const row = { metric: 'rate', value: '1 MB/s' };
    const io = [
      { a: 1, b: 1 },
      { a: 1, b: 2 },
    ];
    expect(planPublished([{ ...row, where: { mode: 'read', size: [1, 2], io } }])?.figures[0]?.where).toEqual({
      mode: ['read'],
      size: ['1', '2'],
      io: ['a=1,b=1', 'a=1,b=2'],
    });
    expect(listProblems([{ ...row, where: { mode: 'read', size: [1, 2], io } }])).toEqual([]);
    expect(listProblems([{ ...row, where: { mode: 'read', size: 1 } }])).toEqual([
      'advice rows.0.where PublishedWide: the figure matches 2 configurations with different `io`. Name in ' +
        '`where` what the author measured, several values as a list',
    ]);
    expect(listProblems([{ ...row, where: { mode: ['read', 'wirte'], size: 1, io: { b: 1 } } }])).toEqual([
      expect.stringContaining("rows.0.where.mode UnknownLevel: 'wirte' is not a value of factor `mode`"),
    ]);
  });

  it('reports a problem at the line of its row in the YAML text', () => {
    const text = `experiment: e
targets: { a: { kind: near } }
workloads: { load: { kind: load } }
published:
  study: S
  rows:
    - { metric: rate, value: 1 MB/s }
    - { metric: delay, value: 5 apples }
`;
    const { problems } = readSpec(text, 'e.yaml', FAKE);
    expect(problems.find(({ path }) => path[0] === 'published')).toMatchObject({ line: 8, code: 'BadValue' });
  });
});
