import { computeDeviation, type RatioSource, type MeasuredCell } from '../../../lib/results/from-spec/deviation';
import type { Measure } from '../../../lib/results/measures';
import { computeStatistics } from '../../../lib/results/statistics/statistics';
import type { PublishedFigure } from '../../../lib/shapes/published-study';
import cases from './deviation.cases.json';

type Figure = Omit<PublishedFigure, 'where'>;

function makeFigure(more: Partial<Figure> = {}): Figure {
  const value = { kind: 'value', low: 500, high: 500, unit: 'ops/s', to: null, note: null } as const;
  return { row: 1, metric: 'iops', operation: 'read', statistic: null, host: null, ...value, ...more };
}
const makeRange = (low: number, high: number): Figure => makeFigure({ low, high });

function makeMeasure(values: readonly number[], more: Partial<Measure> = {}): Measure {
  const statistics = computeStatistics(values.map((value) => ({ value, block: 1 })));
  return { metric: 'iops', operation: 'read', statistic: 'mean', unit: 'ops/s', statistics, values: [], ...more };
}
// Six trials: the interval of their median is their range, at 96.8%.
const SIX = makeMeasure([410, 420, 430, 440, 445, 450]);
const makeCell = (cellId: string, target: string, levels: Record<string, string> = {}) => {
  return { cellId, target, stage: null, workload: 'w', levels: { target, ...levels } };
};
const CELLS = [
  makeCell('a', 'zfs', { bs: '4k', sync: 'on' }),
  makeCell('b', 'zfs', { bs: '8k', sync: 'on' }),
  makeCell('c', 'ebs', { bs: '4k' }),
  makeCell('d', 'two', { bs: '4k', more: '1' }),
  makeCell('e', 'two', { bs: '4k', more: '2' }),
];
const makeMeasured = (measures: readonly Measure[], modelled = false): MeasuredCell => ({
  cell: CELLS[0]!,
  measures,
  modelled,
  oneCopy: false,
});
const RATIO = { value: 0.5, interval: { low: 0.4, high: 0.62, level: 0.95 }, words: null };
const none: RatioSource = { cells: CELLS, references: [], ratio: () => null };
const describeDeviation = (one: Figure, measures: readonly Measure[] = [SIX], others = none) =>
  computeDeviation(one, makeMeasured(measures), others).text;

describe('computeDeviation of a value', () => {
  it.each(cases.distances as [object, string][])(
    'reports the deviation and whether the published figure is within the interval: %#',
    (published, words) => {
      expect(describeDeviation(makeFigure(published))).toBe(words);
    },
  );

  it('reports no interval with one or two trials', () => {
    expect(describeDeviation(makeFigure(), [makeMeasure([400, 500])])).toBe(
      'measured -11% (without an interval, n = 2)',
    );
    expect(describeDeviation(makeFigure(), [makeMeasure([600])])).toBe('measured +20% (without an interval, n = 1)');
  });

  it('returns deviation, interval and position as numbers', () => {
    expect(computeDeviation(makeRange(500, 600), makeMeasured([SIX]), none)).toMatchObject({
      ours: expect.closeTo(432.27, 2) as number,
      share: expect.closeTo(432.27 / 500 - 1, 4) as number,
      interval: { low: expect.closeTo(410, 9) as number, high: expect.closeTo(450, 9) as number, level: 0.9 },
      published: 'outside',
      modelled: false,
      notComparable: null,
    });
  });

  it('reports neither an interval nor evidence of agreement for simulated values', () => {
    const modelled = computeDeviation(makeFigure(), makeMeasured([SIX], true), none);
    expect(modelled).toMatchObject({
      ours: expect.closeTo(432.27, 2) as number,
      interval: null,
      published: null,
      modelled: true,
    });
    expect(modelled.text).toBe('simulated -14%: no evidence of agreement');
  });

  it('uses the only operation when the figure names none, and statistic `value` before `mean`', () => {
    expect(describeDeviation(makeFigure({ operation: null }))).toMatch(/^measured -14% /);
    expect(describeDeviation(makeFigure(), [SIX, makeMeasure([250], { statistic: 'value' })])).toBe(
      'measured -50% (without an interval, n = 1)',
    );
    expect(
      describeDeviation(makeFigure({ statistic: 'max' }), [SIX, makeMeasure([750], { statistic: 'max' })]),
    ).toMatch(/^measured \+50% /);
  });

  it('compares `sustained` with the mean, and a figure per host with the worst host', () => {
    expect(describeDeviation(makeFigure({ statistic: 'sustained' }))).toMatch(/^measured -14% /);
    const worst = makeMeasure([250], { statistic: 'worst host' });
    expect(describeDeviation(makeFigure({ host: 'each' }), [SIX, worst])).toBe(
      'measured worst host -50% (without an interval, n = 1)',
    );
  });

  it.each([
    [makeFigure(), [], 'no valid trial'],
    [makeFigure(), [makeMeasure([])], 'no valid trial'],
    [makeFigure(), [makeMeasure([]), makeMeasure([1], { metric: 'elapsed' })], 'no valid trial'],
    [makeFigure({ metric: 'elapsed' }), [SIX], 'the metric was not measured'],
    [makeFigure({ unit: 'bytes/s' }), [SIX], 'the measured unit is ops/s'],
    [makeFigure({ operation: 'write' }), [SIX], 'the operation was not measured'],
    [
      makeFigure({ operation: null }),
      [SIX, makeMeasure([1], { operation: 'write' })],
      'the published figure names no operation',
    ],
    [makeFigure({ statistic: 'peak' }), [SIX], 'the statistic was not measured'],
    [makeFigure(), [makeMeasure([1, 2, 3], { statistic: 'max' })], 'the statistic was not measured'],
    [makeFigure({ host: 'each' }), [SIX], 'no host reported its own figure'],
  ] as const)(
    'refuses to compare figures that differ in metric, unit, operation or statistic: %#',
    (one, measures, why) => {
      const found = computeDeviation(one, makeMeasured(measures), none);
      expect(found).toMatchObject({ ours: null, share: null, interval: null, published: null, notComparable: why });
      expect(found.text).toBe(`not comparable: ${why}`);
    },
  );
});

it('reports that the interval is of one target instance when there was only one', () => {
  expect(computeDeviation(makeFigure(), { ...makeMeasured([SIX]), oneCopy: true }, none).text).toBe(
    'measured -14% (published: outside the measured 90% interval 410–450 ops/s, of one target instance)',
  );
});

describe('computeDeviation of a ratio', () => {
  const makeRatio = (to: Figure['to'], more: Partial<Figure> = {}): Figure =>
    makeFigure({ kind: 'ratio', low: 0.6, high: 0.6, unit: null, to, ...more });
  const asked: string[] = [];
  const others: RatioSource = {
    cells: CELLS,
    references: [{ cell: 'a', to: 'c', exact: true }],
    ratio: (cell, own, to) => {
      asked.push(`${cell} ${own.metric} ${to}`);
      return RATIO;
    },
  };
  const notAlone = 'not comparable: no configuration differs in these levels alone';

  it('compares with the cell that has the named levels, or with the reference', () => {
    const words = 'measured -17% (published: within the measured 95% interval 0.400–0.620)';
    expect(
      [{ bs: '8k' }, { target: 'ebs' }, null].map((to) =>
        describeDeviation(makeRatio(to as Figure['to']), [SIX], others),
      ),
    ).toEqual([words, words, words]);
    expect(asked).toEqual(['a iops b', 'a iops c', 'a iops c']);
  });

  it('finds the other cell by target when it lacks a factor, in both directions', () => {
    asked.length = 0;
    const disk: MeasuredCell = { ...makeMeasured([SIX]), cell: CELLS[2]! };
    expect(computeDeviation(makeRatio({ target: 'ebs' }), makeMeasured([SIX]), others).share).toBeCloseTo(
      0.5 / 0.6 - 1,
    );
    expect(computeDeviation(makeRatio({ target: 'zfs' }), disk, others).share).toBeCloseTo(0.5 / 0.6 - 1);
    expect(asked).toEqual(['a iops c', 'c iops a']);
  });

  it('reports no interval with too few trials, and the ratio when it is inside the published range', () => {
    const few: RatioSource = { ...others, ratio: () => ({ ...RATIO, interval: null }) };
    expect(describeDeviation(makeRatio(null), [SIX], few)).toBe('measured -17% (without an interval: too few trials)');
    expect(describeDeviation(makeRatio(null, { low: 0.3 }), [SIX], few)).toBe(
      'measured 0.500 ×, inside the published range (without an interval: too few trials)',
    );
  });

  it('requires exactly one other cell that differs in these levels only, with a valid trial', () => {
    for (const to of [{ target: 'two' }, { bs: '16k' }, { bs: '4k' }])
      expect(describeDeviation(makeRatio(to as Figure['to']), [SIX], others)).toBe(notAlone);
    for (const references of [[], [{ cell: 'a', to: 'a', exact: true }], [{ cell: 'a', to: 'c', exact: false }]])
      expect(describeDeviation(makeRatio(null), [SIX], { ...others, references })).toBe(notAlone);
    expect(describeDeviation(makeRatio(null), [SIX], { ...others, ratio: () => null })).toBe(
      'not comparable: the configuration that it is compared with has no valid trial',
    );
  });
});
