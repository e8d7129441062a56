import { normal } from '../../../checks/statistics/noise';
import { findChanges, judgeNewest, type LogSeries } from '../../../lib/results/history/find-changes';
import { scanSeries } from '../../../lib/results/history/scan';
import { studentT } from '../../../lib/results/statistics/quantiles';
import { makeRandom } from '../../../lib/shapes/random';

const UNITS = 6;
const TRIAL_NOISE = 0.05;
const random = makeRandom('histories');

interface Scenario {
  readonly cells: number;
  /** Standard deviations between instances and between hours. */
  readonly instance: number;
  readonly hour: number;
  readonly executions: number;
  /** Change of the first configuration, or of all, from this execution on. */
  readonly step?: { readonly at: number; readonly log: number; readonly all: boolean };
}

function drawHistory({ cells, instance, hour, executions, step }: Scenario): LogSeries[] {
  const hours = Array.from({ length: executions }, () => hour * normal(random));
  const own = Math.hypot(instance, TRIAL_NOISE / Math.sqrt(UNITS));
  return Array.from({ length: cells }, (_, nth) =>
    hours.map((common, at) => {
      const isChanged = step !== undefined && at >= step.at && (step.all || nth === 0);
      return common + own * normal(random) + (isChanged ? step.log : 0);
    }),
  );
}

/** Alarms per 100 executions that are scanned, over histories without a change. */
function measureFalseAlarms(world: Omit<Scenario, 'executions'>, histories: number): number {
  const executions = 110;
  let alarms = 0;
  for (let nth = 0; nth < histories; nth += 1) {
    const { together, cells } = findChanges(drawHistory({ ...world, executions }));
    alarms += together.length + cells.flat().length;
  }
  return alarms / histories;
}

/** Share of histories in which a step after 40 executions is seen within so many executions, where it is. */
function measureFound(world: Omit<Scenario, 'executions'>, log: number, all: boolean, within: number): number {
  const [histories, at] = [300, 40];
  const found = Array.from({ length: histories }, () => {
    const step = { at, log, all };
    const { together, cells } = findChanges(drawHistory({ ...world, executions: at + within, step }));
    return (all ? together : (cells[0] ?? [])).some(({ seen }) => seen >= at);
  });
  return found.filter(Boolean).length / histories;
}

describe('findChanges', () => {
  it.each([
    ['4 configurations, 5% and 5%', { cells: 4, instance: 0.05, hour: 0.05 }, 40],
    ['12 configurations, 3% and 3%', { cells: 12, instance: 0.03, hour: 0.03 }, 20],
    ['12 configurations, 5% and 5%', { cells: 12, instance: 0.05, hour: 0.05 }, 20],
    ['12 configurations, 3% and 10%', { cells: 12, instance: 0.03, hour: 0.1 }, 20],
    ['12 configurations, 10% and 5%', { cells: 12, instance: 0.1, hour: 0.05 }, 20],
    ['40 configurations, 5% and 5%', { cells: 40, instance: 0.05, hour: 0.05 }, 10],
  ])('alarms at most once in 100 executions when nothing changes: %s', (_, world, histories) => {
    expect(measureFalseAlarms(world, histories)).toBeLessThanOrEqual(1);
  });

  it.each([
    ['one that lost 20% within 3 executions', Math.log(0.8), false, 3, 0.93],
    ['one that lost 10% within 10 executions', Math.log(0.9), false, 10, 0.75],
    ['all that lost 10% within 10 executions', Math.log(0.9), true, 10, 0.94],
  ])('finds among 12 configurations %s', (_, log, all, within, least) => {
    const world = { cells: 12, instance: 0.05, hour: 0.05 };
    expect(measureFound(world, log, all, within)).toBeGreaterThanOrEqual(least);
  });

  it('names the first execution of a level, where executions without a value are counted, too', () => {
    const flat = (nth: number): LogSeries => Array.from({ length: 24 }, (_, at) => 0.01 * Math.sin(at * nth));
    const stepped = flat(7).map((log, at) => (at === 5 ? null : (log ?? 0) + (at >= 15 ? -0.3 : 0)));
    const { together, cells } = findChanges([stepped, flat(2), flat(3), flat(5)]);
    expect([together, cells.slice(1).flat()]).toEqual([[], []]);
    expect(cells[0]).toHaveLength(1);
    expect(cells[0]?.[0]).toMatchObject({ from: 15, seen: 16 });
    expect(cells[0]?.[0]?.log).toBeCloseTo(-0.3, 1);
  });

  it('scans whole series when there are fewer than three configurations', () => {
    const series = Array.from({ length: 20 }, (_, at) => 0.01 * Math.sin(at * 7) + (at >= 14 ? -0.4 : 0));
    const { together, cells } = findChanges([series]);
    expect([together, cells[0]?.map(({ from }) => from)]).toEqual([[], [14]]);
  });
});

describe('scanSeries', () => {
  it('alarms at most 0.3 times in 100 executions, and finds steps as simulated, at 0.25% a side', () => {
    const series = (length: number, log = 0): number[] =>
      Array.from({ length }, (_, at) => 0.05 * normal(random) + (at >= 40 ? log : 0));
    const alarms = Array.from({ length: 400 }, () => scanSeries(series(110), 0.0025).length);
    expect(alarms.reduce((sum, one) => sum + one, 0) / 400).toBeLessThanOrEqual(0.3);
    const found = (log: number, within: number): number => {
      const isSeen = (): boolean => scanSeries(series(40 + within, log), 0.0025).some(({ seen }) => seen >= 40);
      return Array.from({ length: 600 }, isSeen).filter(Boolean).length / 6;
    };
    const [weak, strong] = [found(Math.log(0.95), 10), found(Math.log(0.9), 3)];
    expect(Math.abs(weak - 43)).toBeLessThan(6);
    expect(Math.abs(strong - 52)).toBeLessThan(6);
    expect(found(Math.log(0.8), 3)).toBeGreaterThan(97);
  });
});

describe('judgeNewest', () => {
  const count = (world: Scenario, isTrue: (nth: number, differs: boolean) => boolean, total: number): number =>
    Array.from({ length: total }, () => {
      const { cells } = judgeNewest(drawHistory(world)) ?? { cells: [] };
      return cells.some((one, nth) => isTrue(nth, one?.differs === true && one.log < 0));
    }).filter(Boolean).length / total;

  it.each([
    ['3% and 3%', 0.03, 0.03],
    ['5% and 5%', 0.05, 0.05],
    ['10% and 5%', 0.1, 0.05],
    ['10% and 10%', 0.1, 0.1],
  ])('calls at most 3 of 100 unchanged newest executions lower after four others: %s', (_, instance, hour) => {
    const world = { cells: 12, instance, hour, executions: 5 };
    expect(count(world, (_nth, isLower) => isLower, 1200)).toBeLessThanOrEqual(0.03);
    const trialsAlone = Array.from({ length: 400 }, () => {
      const logs = drawHistory({ ...world, executions: 2 });
      const error = (TRIAL_NOISE * Math.SQRT2) / Math.sqrt(UNITS);
      return logs.some(([a, b]) => (b ?? 0) - (a ?? 0) < -studentT(0.98, 10) * error);
    });
    expect(trialsAlone.filter(Boolean).length / 400).toBeGreaterThan(0.4);
  });

  it('finds a configuration of 12 that lost 20% after four executions in at least 58 of 100', () => {
    const step = { at: 4, log: Math.log(0.8), all: false };
    const world = { cells: 12, instance: 0.05, hour: 0.05, executions: 5, step };
    expect(count(world, (nth, isLower) => nth === 0 && isLower, 600)).toBeGreaterThanOrEqual(0.58);
  });

  it('returns null for fewer than four earlier executions', () => {
    expect(judgeNewest([[0, 0, 0, 0]])).toBeNull();
    expect(judgeNewest([[0, 0.1, 0, 0.1, 0.2]])?.cells[0]).toMatchObject({ differs: false });
  });
});
