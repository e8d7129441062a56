/**
 * Changes of an experiment over its executions. Executions differ in hours and AWS as a whole: the median over
 * configurations is one series, all together, and what remains of each configuration another.
 */
import { computeMean, computeMedian } from '../statistics/moments';
import { studentT } from '../statistics/quantiles';
import { CHANGE_MIN, type LevelChange, LEVEL_MIN, scanSeries } from './scan';

/** Logarithms of one configuration by execution; null where it has too few values. */
export type LogSeries = readonly (number | null)[];

export interface ExperimentChanges {
  /** Changes of all configurations together; empty for fewer than three. */
  readonly together: readonly LevelChange[];
  /** For each configuration, without the change of all together. */
  readonly cells: readonly (readonly LevelChange[])[];
}

/** Fewer configurations in an execution do not show what all have in common. */
export const TOGETHER_MIN = 3;
/** Error per side and execution: of all together, and of all configurations. */
const SIDE = 0.0025;

/**
 * Scans from eleven executions on.
 * @param all of equal length, one position an execution, in order of time
 * @param measures number of measures of the experiment; they share the error
 */
export function findChanges(all: readonly LogSeries[], measures = 1): ExperimentChanges {
  const { hour, rests } = splitHours(all, all[0]?.length ?? 0);
  // Without a median, its share of the error goes to the configurations.
  const side = (hour === null ? 2 * SIDE : SIDE) / measures;
  return {
    together: hour === null ? [] : scanPresent(hour, side),
    cells: rests.map((logs) => scanPresent(logs, side / all.length)),
  };
}

/** Scans the executions that have a value; positions are those of the whole series. */
function scanPresent(series: LogSeries, side: number): readonly LevelChange[] {
  const present = series.flatMap((log, at) => (log === null ? [] : [{ log, at }]));
  const place = (nth: number): number => present[nth]?.at ?? nth;
  const changes = scanSeries(
    present.map(({ log }) => log),
    side,
  );
  return changes.map((change) => ({ ...change, from: place(change.from), seen: place(change.seen) }));
}

/** A difference of the newest execution to the mean of the earlier ones. */
export interface NewestDifference {
  readonly log: number;
  readonly half: number;
  readonly differs: boolean;
}

export interface NewestResult {
  readonly together: NewestDifference | null;
  /** Null where the newest execution, or all earlier ones, lack the configuration. */
  readonly cells: readonly (NewestDifference | null)[];
}

/** Fewer earlier executions do not show how much executions differ. */
export const EARLIER_MIN = 4;
/** Error per side, as in `compare`. */
const NEWEST_SIDE = 0.02;

/**
 * The newest execution against the earlier ones; null for fewer than four of them.
 * @param measures as above
 * @param error per side, of all together and of all configurations
 */
export function judgeNewest(all: readonly LogSeries[], measures = 1, error = NEWEST_SIDE): NewestResult | null {
  const side = error / measures;
  const newest = (all[0]?.length ?? 0) - 1;
  if (newest < EARLIER_MIN) return null;
  const { hour, rests } = splitHours(all, newest);
  const earlier = rests.map((logs) => logs.slice(0, newest).filter((log) => log !== null));
  const squares = earlier.reduce((sum, logs) => sum + (logs.length === 0 ? 0 : sumSquares(logs)), 0);
  const own = earlier.reduce((sum, logs) => sum + Math.max(0, logs.length - 1), 0);
  // The median takes the place of one configuration.
  const freedom = hour === null ? own : (own * (all.length - 1)) / all.length;
  const hours = hour?.slice(0, newest).filter((log) => log !== null) ?? [];
  const ofHours = Math.sqrt(sumSquares(hours) / (hours.length - 1));
  const reach = toReach(Math.sqrt(squares / freedom), freedom, side / all.length);
  return {
    together: judgeLast(hour?.[newest] ?? null, hours, toReach(ofHours, hours.length - 1, side)),
    cells: rests.map((logs, nth) => judgeLast(logs[newest] ?? null, earlier[nth] ?? [], reach)),
  };
}

/** Whether the newest execution alone leaves a level of enough executions. @param changes of all series */
export function hasNewestOutside(
  all: readonly LogSeries[],
  changes: readonly LevelChange[],
  measures: number,
): boolean {
  const start = Math.max(0, ...changes.map(({ from }) => from));
  const since = all.map((logs) => logs.slice(start));
  if ((since[0]?.length ?? 0) <= LEVEL_MIN) return false;
  const newest = judgeNewest(since, measures, SIDE);
  return newest !== null && [newest.together, ...newest.cells].some((one) => one?.differs === true);
}

/** Half-width for one value against a known level; null if the spread is unknown. */
function toReach(spread: number, freedom: number, side: number): number | null {
  return freedom >= 1 ? studentT(1 - side, freedom) * spread : null;
}

function judgeLast(log: number | null, before: readonly number[], reach: number | null): NewestDifference | null {
  if (log === null || before.length === 0 || reach === null) return null;
  const difference = log - computeMean(before);
  const half = reach * Math.sqrt(1 + 1 / before.length);
  return { log: difference, half, differs: Math.abs(difference) > Math.max(half, CHANGE_MIN) };
}

/** Squared departures from the mean, summed. */
function sumSquares(values: readonly number[]): number {
  const mean = computeMean(values);
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
}

/**
 * The median over configurations of each execution, and what remains of each configuration. `hour` is null, and `rests`
 * are whole logarithms, if no execution has three configurations.
 * @param end configurations are centred on their median of the executions before this position
 */
function splitHours(all: readonly LogSeries[], end: number) {
  const centred = all.map((logs) => {
    const present = logs.slice(0, end).filter((log) => log !== null);
    // Not the mean, which a change of level would move.
    const centre = present.length === 0 ? null : computeMedian(present);
    return logs.map((log) => (log === null || centre === null ? null : log - centre));
  });
  const count = all[0]?.length ?? 0;
  const hour = Array.from({ length: count }, (_, at) => {
    const values = centred.flatMap((logs) => logs[at] ?? []);
    return values.length < TOGETHER_MIN ? null : computeMedian(values);
  });
  if (hour.every((one) => one === null)) return { hour: null, rests: centred };
  const rests = centred.map((logs) =>
    logs.map((log, at) => {
      const median = hour[at] ?? null;
      return log === null || median === null ? null : log - median;
    }),
  );
  return { hour, rests };
}
