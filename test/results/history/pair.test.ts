import { normal } from '../../../checks/statistics/noise';
import { comparePair, type Level } from '../../../lib/results/history/pair';
import { computeMean, computeStdDev } from '../../../lib/results/statistics/moments';
import { studentT } from '../../../lib/results/statistics/quantiles';
import { makeRandom } from '../../../lib/shapes/random';

const MARGIN = Math.log(0.9);
const UNITS = 6;
const NOISE = 0.05;
const random = makeRandom('pairs');

interface Scenario {
  readonly cells: number;
  readonly instance: number;
  readonly hour: number;
  /** Shift of the first configuration in the later execution. */
  readonly shift?: number;
}

/** Levels of one execution of a world; 5 % are assumed for both spreads unless the storage is the same. */
function drawExecution({ cells, instance, hour }: Scenario, shift: number): Level[] {
  const common = hour * normal(random);
  return Array.from({ length: cells }, (_, nth) => {
    const own = common + instance * normal(random) + (nth === 0 ? shift : 0);
    const logs = Array.from({ length: UNITS }, () => own + NOISE * normal(random));
    const assumed = { instance: instance === 0 ? 0 : 0.05, hour: 0.05 };
    return { mean: computeMean(logs), deviation: computeStdDev(logs) ?? 0, units: UNITS, ...assumed };
  });
}

function drawPairs(world: Scenario): (readonly [Level, Level])[] {
  const [before, after] = [drawExecution(world, 0), drawExecution(world, world.shift ?? 0)];
  return before.map((level, nth) => [level, after[nth] as Level] as const);
}

/** Whether Welch's test of the trials alone calls a configuration worse, at 2 %. */
function isWorseByTrials(pairs: readonly (readonly [Level, Level])[]): boolean {
  return pairs.some(([before, after]) => {
    const error = Math.hypot(before.deviation, after.deviation) / Math.sqrt(UNITS);
    return after.mean - before.mean < -studentT(0.98, 2 * UNITS - 2) * error;
  });
}

function computeShare(total: number, isTrue: () => boolean): number {
  return Array.from({ length: total }, isTrue).filter(Boolean).length / total;
}

describe('comparePair', () => {
  it.each([
    ['4 configurations, 5% and 5%', { cells: 4, instance: 0.05, hour: 0.05 }],
    ['12 configurations, 5% and 5%', { cells: 12, instance: 0.05, hour: 0.05 }],
    ['40 configurations, 3% and 3%', { cells: 40, instance: 0.03, hour: 0.03 }],
  ])('calls at most 3 of 100 unchanged configurations worse: %s', (_, world) => {
    const isWorse = (): boolean =>
      comparePair(drawPairs(world), MARGIN).cells.some(({ verdict }) => verdict === 'worse');
    expect(computeShare(600, isWorse)).toBeLessThan(0.03);
  });

  it('calls few unchanged pairs worse where the trials alone call most so', () => {
    const world = { cells: 12, instance: 0.05, hour: 0.05 };
    expect(computeShare(300, () => isWorseByTrials(drawPairs(world)))).toBeGreaterThan(0.65);
    const isHourWorse = (): boolean => comparePair(drawPairs(world), MARGIN).hour?.verdict === 'worse';
    expect(computeShare(600, isHourWorse)).toBeLessThan(0.04);
  });

  it('finds one of 12 configurations that lost 30% in more than four of five pairs, and names no other', () => {
    const world = { cells: 12, instance: 0.05, hour: 0.05, shift: Math.log(0.7) };
    const found = Array.from({ length: 200 }, () => comparePair(drawPairs(world), MARGIN).cells);
    expect(found.filter(([first]) => first?.verdict === 'worse').length).toBeGreaterThan(160);
    expect(found.filter(([, ...rest]) => rest.some((one) => one.verdict === 'worse')).length).toBeLessThan(8);
  });

  it('states the loss that a pair of 12 configurations on new instances shows in four of five cases', () => {
    const level = { mean: 0, deviation: NOISE, units: UNITS, instance: 0.05, hour: 0.05 };
    const { cells } = comparePair(
      Array.from({ length: 12 }, () => [level, level] as const),
      MARGIN,
    );
    const loss = (log = 0): number => -Math.expm1(-log);
    expect(loss(cells[0]?.found)).toBeGreaterThan(0.26);
    expect(loss(cells[0]?.found)).toBeLessThan(0.28);
    expect(loss(cells[0]?.shown)).toBeCloseTo(0.22, 2);
  });

  it('keeps the hour in the difference, and widens it, when there are fewer than three configurations', () => {
    const level = (mean: number, instance = 0): Level => {
      return { mean, deviation: 0.001, units: UNITS, instance, hour: 0.05 };
    };
    const { hour, cells } = comparePair([[level(0), level(-0.2)]], MARGIN);
    expect([hour, cells[0]?.verdict]).toEqual([null, 'worse']);
    expect(cells[0]?.half).toBeCloseTo(2.0537 * Math.sqrt(2) * 0.05, 3);
    expect(comparePair([[level(0, 0.1), level(-0.2, 0.1)]], MARGIN).cells[0]?.verdict).toBe('inconclusive');
  });

  it('calls at most 3 of 100 pairs worse when one of three configurations on the same storage is much quieter', () => {
    const draw = (deviation: number): Level => {
      const logs = Array.from({ length: UNITS }, () => deviation * normal(random));
      const level = { mean: computeMean(logs), deviation: computeStdDev(logs) ?? 0, units: UNITS };
      return { ...level, instance: 0, hour: 0.05 };
    };
    const isWorse = (): boolean => {
      const pairs = [0.005, 0.05, 0.05].map((noise) => [draw(noise), draw(noise)] as const);
      return comparePair(pairs, Math.log(0.999)).cells.some(({ verdict }) => verdict === 'worse');
    };
    expect(computeShare(1000, isWorse)).toBeLessThan(0.03);
  });

  it('does not call unchanged configurations better when the other half became worse', () => {
    const level = (mean: number): Level => ({ mean, deviation: 0.01, units: UNITS, instance: 0, hour: 0.05 });
    const pairs = [-1, -1, 0, 0].map((mean) => [level(0), level(mean)] as const);
    expect(comparePair(pairs, MARGIN).cells.map(({ verdict }) => verdict)).toEqual([
      'worse',
      'worse',
      'inconclusive',
      'inconclusive',
    ]);
  });

  it('calls a sure loss within the margin no worse', () => {
    const level = (mean: number): Level => ({ mean, deviation: 0.002, units: UNITS, instance: 0, hour: 0.05 });
    const pairs = [-0.04, 0, 0, 0].map((mean) => [level(0), level(mean)] as const);
    expect(comparePair(pairs, MARGIN).cells[0]?.verdict).toBe('within margin');
  });

  it('calls the same storage no worse than the margin when its noise is small', () => {
    const level = { mean: 0, deviation: 0.01, units: UNITS, instance: 0, hour: 0.05 };
    const { cells } = comparePair(
      Array.from({ length: 3 }, () => [level, level] as const),
      MARGIN,
    );
    expect(cells.map(({ verdict }) => verdict)).toEqual(['within margin', 'within margin', 'within margin']);
  });
});
