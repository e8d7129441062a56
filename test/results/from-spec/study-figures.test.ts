import { addStudyFigures, findPeak } from '../../../lib/results/from-spec/study-figures';
import type { Observation } from '../../../lib/shapes/observation';
import type { Plan } from '../../../lib/shapes/plan';
import type { SeriesLine } from '../../../lib/shapes/series';

function observe(host: string | null, value: number, more: Partial<Observation> = {}): Observation {
  const scope = host === null ? 'aggregate' : 'host';
  const trial = { cell: 'c0', trial: 't0001', attempt: 1 };
  const head = { metric: 'iops', operation: 'db', statistic: 'value', unit: 'ops/s' };
  return { ...trial, ...head, scope, host, value, ...more } as Observation;
}

function makePlan(figures: readonly object[]): Plan {
  const rows = figures.map((one) => ({ where: { stage: ['a'] }, metric: 'iops', statistic: null, host: null, ...one }));
  const cells = [{ cellId: 'c0', target: 't', stage: 'a', workload: 'w', levels: {} }];
  const metrics = { latency_mean: { better: 'lower' }, iops: { better: 'higher' } };
  return { cells, metrics, published: { study: 'S', figures: rows } } as unknown as Plan;
}

function makeSeries(values: readonly number[], step = 1): SeriesLine {
  return {
    metric: 'iops',
    operation: 'db',
    unit: 'ops/s',
    host: null,
    from: 0,
    step,
    values,
    trial: 't0001',
    attempt: 1,
  } as SeriesLine;
}

function add(figures: readonly object[], observations: readonly Observation[], series: readonly SeriesLine[] = []) {
  const added = addStudyFigures({ plan: makePlan(figures), observations, series }).observations;
  return added
    .slice(observations.length)
    .map(({ scope, metric, statistic, value }) => [scope, metric, statistic, value]);
}

const TEN = Array.from({ length: 10 }, () => 1);

describe('findPeak', () => {
  it('returns the highest rate of consecutive 10 s windows from the start', () => {
    const late = [...TEN.slice(0, 5), ...TEN.map((one) => 9 * one), ...TEN.slice(0, 5), 100];
    expect(findPeak({ step: 1, values: late })).toBe(5);
    expect(findPeak({ step: 0.5, values: [...TEN, ...TEN.map(() => 3)] })).toBe(2);
    expect(findPeak({ step: 10, values: [4, 7, 5] })).toBe(7);
  });

  it('returns null for a series below 10 s, or a step that does not divide 10 s', () => {
    expect(findPeak({ step: 1, values: TEN.slice(1) })).toBeNull();
    expect(findPeak({ step: 4, values: TEN })).toBeNull();
    expect(findPeak({ step: 60, values: TEN })).toBeNull();
  });
});

describe('addStudyFigures', () => {
  const all = [observe(null, 30), observe('h-0', 8), observe('h-1', 12), observe('h-2', 10)];

  it('adds the peak of a trial that a figure names', () => {
    expect(add([{ statistic: 'peak' }], all, [makeSeries([...TEN, ...TEN.map(() => 3)])])).toEqual([
      ['aggregate', 'iops', 'peak', 3],
    ]);
  });

  it('adds the worst host for a figure per host: the slowest, or the highest latency', () => {
    expect(add([{ host: 'each' }], all)).toEqual([['aggregate', 'iops', 'worst host', 8]]);
    const delays = all.map((one) => ({ ...one, metric: 'latency_mean', unit: 'us' as const }));
    expect(add([{ host: 'each', metric: 'latency_mean' }], delays)).toEqual([
      ['aggregate', 'latency_mean', 'worst host', 12],
    ]);
  });

  it('adds nothing without such a figure, for other attempts or metrics, or without hosts', () => {
    const series = [makeSeries(TEN)];
    expect(add([{}], all, series)).toEqual([]);
    expect(add([{ statistic: 'peak' }], all, [{ ...makeSeries(TEN), attempt: 2 }])).toEqual([]);
    expect(add([{ statistic: 'peak', metric: 'rate' }], all, series)).toEqual([]);
    expect(add([{ host: 'each' }], all.slice(0, 1))).toEqual([]);
  });
});
