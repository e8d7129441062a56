/** Who competes for the answer, and with what value. How it stands to the limits is told by `standings`. */
import type { CellCaveats } from '../cell-caveats';
import { type CountedTrial, outOfMetric } from '../counting';
import { type Decide, TRIALS_TO_SPEAK_OF } from '../../shapes/decide';
import type { DesignFacts } from '../design/facts';
import type { Held } from '../entitled';
import { countedValues, type Measure, primaryMeasures } from '../measures';
import type { GivenLoad } from '../../shapes/metric';
import type { Unit } from '../../shapes/observation';
import { boundsOf, type DecidingBounds, ERROR, type Standing } from '../statistics/bounds';
import type { Interval } from '../statistics/interval';
import type { Logs, UnitKind } from '../statistics/logs';
import { type BlockSpread, type BlockValue, estimateOf } from '../statistics/statistics';

/** Why a cell cannot compete whose trials were all thrown out. */
export const NOTHING_COUNTS = 'no trial of it counts';

/** What the decision is told about a cell. */
export interface Candidate {
  readonly cell: string;
  /** What it is called; the decision gives it the levels that tell it from the others. */
  readonly label: string;
  readonly levels: Readonly<Record<string, string>>;
  /** Absent where it is not known. */
  readonly workload?: string;
  /** Price of one hour of the cell's rig; null where it is not known. */
  readonly usdPerHour: number | null;
  /** The part of it that is not for hosts; absent or null where it is not known. */
  readonly storageUsdPerHour?: number | null;
  /** What its hosts were to ask for at most; absent or null: as much as is answered. */
  readonly load?: GivenLoad | null;
  readonly measures: readonly CandidateMeasure[];
  /** What must be known with its figures; absent where nothing is known. */
  readonly caveats?: CellCaveats;
}

/** A measure with what else is known of it. */
type CandidateMeasure = Measure & Partial<Held>;

/** How an execution was measured: what may be concluded depends on it. */
export interface Circumstances extends DesignFacts {
  /** By trial. */
  readonly trials: ReadonlyMap<string, CountedTrial>;
}

export interface Contender {
  readonly cell: string;
  readonly label: string;
  /**
   * The asked statistic over the trials that count, in `unit`; of several blocks the geometric mean of the blocks where
   * a median was asked, and the mean of their means where a mean was: what `interval` is of.
   */
  readonly value: number;
  readonly unit: Unit;
  readonly operation: string | null;
  readonly n: number;
  readonly min: number;
  readonly max: number;
  /**
   * Of `value`, 95 %; null for fewer than three trials, fewer than two blocks (three, of a mean), and for the
   * statistics min and max.
   */
  readonly interval: Interval | null;
  /** What was drawn anew: decisions are made on the mean logarithms of these. */
  readonly unitKind: UnitKind;
  readonly logs: Logs;
  /** By which a limit is decided, of the middle or of the mean; null for fewer than two units. */
  readonly bounds: DecidingBounds | null;
  /**
   * What could have put it on its side of the limit, beside chance: others were measured at other times, and it is not
   * beyond the limit by what hours may differ by, or its rig rose or fell. Null where nothing, and where chance could.
   */
  readonly doubt: 'hour' | 'period' | null;
  /** Its storage was there before, and is the thing itself: see `CountedTrial.given`. */
  readonly given: boolean;
  /** Trials that do not count for how they came out, or do not give the metric: what is left is a selection. */
  readonly lost: Lost;
  readonly blocks: BlockSpread | null;
  readonly usdPerHour: number | null;
  /** The part of it that is not for hosts; null where it is not known. */
  readonly storageUsdPerHour: number | null;
  /** What is provisioned of it, in `unit`; null where nothing is known, and for times. */
  readonly provisioned: number | null;
  /** `value` ÷ `provisioned`; for times that of the load that they were measured under. */
  readonly ofProvisioned: number | null;
  /** Against all that is asked for: it keeps to it, does not, or that cannot be told; null where nothing is. */
  readonly qualifies: Standing | null;
  /** By its values alone against what is asked for at least and at most of the metric; null where nothing is. */
  readonly limit: Standing | null;
  /** Cells that may keep to it between which the answer chooses: the more, the surer each has to keep to it. */
  readonly among: number;
  /** Against each criterion that is required, in their order; none where none is. */
  readonly criteria: readonly CriterionStanding[];
  /** Against the rate that it was loaded at, where its latencies are asked for and some are lower bounds. */
  readonly givenRate?: GivenRate;
}

/** How a cell stands to the rate that its hosts were told to make. */
export interface GivenRate {
  readonly standing: Standing;
  /** What was made and what was asked, operations a second. */
  readonly made: number;
  readonly asked: number;
}

/** How a cell stands to a criterion, and the measured figure that was held against it. */
export interface CriterionStanding {
  readonly name: string;
  readonly standing: Standing;
  /** In `unit`, as it is shown; null where nothing of it counts, or several operations gave one. */
  readonly value: number | null;
  readonly unit: Unit | null;
  /** Trials that were left out of its metric for how they came out: what is left is a selection. */
  readonly lost: Lost;
}

/** Trials that were left out for what they would have said. */
export interface Lost {
  /** Those that were slow, and those that gave no value of the metric: as a percentile of too few operations. */
  readonly slow: number;
  /** Those that were too quick to be judged. */
  readonly quick: number;
  /** Those that count, and say only that the metric is no lower: as slow ones do, they make nothing better. */
  readonly floors: number;
}

/** A cell that should compete and cannot. */
export interface LeftOut {
  readonly cell: string;
  readonly label: string;
  readonly why: string;
  /** It might be the answer: nothing is decided over its head. False where it cannot, e.g. as it is not feasible. */
  readonly open: boolean;
  readonly usdPerHour: number | null;
}

/** A contender with the values that count. */
export interface Entrant {
  readonly contender: Contender;
  readonly values: readonly (BlockValue & { readonly trial: string })[];
}

/** Sorts candidates into contenders and those that cannot compete. */
export function entrantsOf(
  decide: Decide,
  candidates: readonly Candidate[],
  circumstances: Circumstances,
): { readonly entrants: readonly Entrant[]; readonly leftOut: readonly LeftOut[] } {
  const entrants: Entrant[] = [];
  const out: { readonly candidate: Candidate; readonly why: string }[] = [];
  for (const candidate of candidates) {
    const result = entrantOf(decide, candidate, circumstances);
    if (typeof result === 'string') out.push({ candidate, why: result });
    else entrants.push(result);
  }
  const measuring = new Set(
    candidates.flatMap(({ cell, workload }) =>
      entrants.some(({ contender }) => contender.cell === cell) ? [workload] : [],
    ),
  );
  const leftOut = out.map(({ candidate, why }) => {
    const { cell, label, usdPerHour, workload } = candidate;
    const trials = [...circumstances.trials.values()].filter((trial) => trial.cell === cell);
    const impossible = trials.length > 0 && trials.every(({ verdict }) => verdict === 'INFEASIBLE');
    // A workload that never gives the metric is no rival in it.
    const counts = trials.some(({ out: reason }) => reason === null);
    const other = counts && candidate.measures.length > 0 && measuring.size > 0 && !measuring.has(workload);
    return { cell, label, usdPerHour, why: impossible ? 'it is not feasible' : why, open: !impossible && !other };
  });
  return { entrants, leftOut };
}

function entrantOf(decide: Decide, candidate: Candidate, { trials }: Circumstances): Entrant | string {
  const all = primaryMeasures(candidate.measures, decide.metric).filter(
    ({ operation }) => decide.operation === undefined || operation === decide.operation,
  );
  const counting = all.filter(({ statistics }) => statistics !== null);
  const [measure] = counting;
  if (counting.length > 1) {
    const names = counting.map(({ operation }) => operation ?? 'none').join(', ');
    return `has several operations (${names}): name one in decide.operation`;
  }
  const statistics = measure?.statistics ?? null;
  if (measure === undefined || statistics === null) {
    const what = decide.operation === undefined ? decide.metric : `${decide.metric} of ${decide.operation}`;
    return all.length === 0 ? `no trial measured ${what}` : NOTHING_COUNTS;
  }
  const { logs, n, min, max, unit: unitKind, blocks } = statistics;
  if (logs === null) return 'a value of it is not above zero, so that nothing is a number of times it';
  const { unit, operation, provisioned = null } = measure;
  const values = countedValues(measure.values, trials);
  const { value, interval } = estimateOf(decide.statistic, statistics, values);
  const bounds = n < TRIALS_TO_SPEAK_OF ? null : boundsOf(logs);
  const contender: Contender = {
    cell: candidate.cell,
    label: candidate.label,
    value,
    unit,
    operation,
    n,
    min,
    max,
    interval,
    unitKind,
    logs,
    bounds: bounds === null ? null : { ...bounds, level: 1 - ERROR },
    doubt: null,
    given: values.some(({ trial }) => trials.get(trial)?.given === true),
    lost: lostOf(candidate.cell, measure.metric, values.length, trials),
    blocks,
    usdPerHour: candidate.usdPerHour,
    storageUsdPerHour: candidate.storageUsdPerHour ?? null,
    provisioned,
    ofProvisioned: provisioned === null ? loadOf(candidate, measure) : value / provisioned,
    qualifies: null,
    limit: null,
    among: 1,
    criteria: [],
  };
  return { contender, values };
}

/**
 * What is missed of a cell by a metric.
 * @param values trials that gave the metric and count
 */
export function lostOf(cell: string, metric: string, values: number, trials: Circumstances['trials']): Lost {
  const own = [...trials.values()].filter((one) => one.cell === cell);
  const without = own.filter((one) => one.out === null && outOfMetric(one, metric) === undefined).length - values;
  const count = (how: CountedTrial['lost']): number =>
    own.filter((one) => (outOfMetric(one, metric) ?? one).lost === how).length;
  const floors = own.filter((one) => one.floors?.includes(metric) === true).length;
  return { slow: count('slow') + without, quick: count('quick'), floors };
}

/**
 * The load that a time was measured under: the most that any rate has of what is provisioned, of its own operation
 * where that is known, else of the cell. Null where it is not known of any, and for what is no time: the rate of one
 * phase says nothing of another.
 */
function loadOf({ measures }: Candidate, { unit, operation }: Measure): number | null {
  if (unit !== 'us' && unit !== 's') return null;
  const known = measures.filter(({ ofProvisioned = null }) => ofProvisioned !== null);
  const own = known.filter((one) => one.operation === operation);
  const loads = (own.length === 0 ? known : own).flatMap(({ ofProvisioned }) => ofProvisioned ?? []);
  return loads.length === 0 ? null : Math.max(...loads);
}
