/** Who competes for the answer, and with what value. How it stands to the limits is found by `standings`. */
import type { CellCaveats } from '../cell-caveats';
import { type TrialStatus, findExclusion } from '../trial-status';
import type { AcceptedReasons, Criterion, DecisionRule } from '../../shapes/decision-rule';
import type { DesignFacts } from '../design/facts';
import type { ProvisionedRatio } from '../provisioned-ratio';
import { listCountedValues, type Measure, pickPrimary } from '../measures';
import type { OfferedLoad } from '../../shapes/metric';
import type { Unit } from '../../shapes/observation';
import type { Interval } from '../statistics/limit';
import type { LogStats, Statistics, UnitKind } from '../statistics/statistics';
import { type AssumedSpread, assumeSpread, type SpreadSettings } from './assumptions';

/** Why a cell cannot compete whose trials were all thrown out. */
export const NO_VALID_TRIAL = 'no valid trial';

/** What the decision knows of a cell. */
export interface Candidate {
  readonly cell: string;
  /** What it is called; the decision gives it the levels that tell it from the others. */
  readonly label: string;
  readonly levels: Readonly<Record<string, string>>;
  /** Absent where it is not known. */
  readonly target?: string;
  readonly workload?: string;
  /** Price of one hour of the cell's rig; null where it is not known. */
  readonly usdPerHour: number | null;
  /** The part of it that is not for hosts; absent or null where it is not known. */
  readonly storageUsdPerHour?: number | null;
  /** See {@link Contender.price}; the decision gives it. */
  readonly price?: number | null;
  /** What its hosts were to ask for at most; absent or null: as much as is answered. */
  readonly load?: OfferedLoad | null;
  readonly measures: readonly CandidateMeasure[];
  /** What must be known with its figures; absent where nothing is known. */
  readonly caveats?: CellCaveats;
  /** Spreads that the spec sets, and what the defaults depend on: see `assumptions.ts`. */
  readonly assumed?: SpreadSettings;
}

/** A measure with what else is known of it. */
export type CandidateMeasure = Measure & Partial<ProvisionedRatio>;

/** How an execution was measured: what may be concluded depends on it. */
export interface Circumstances extends DesignFacts {
  /** By trial, in the order of the plan. */
  readonly trials: ReadonlyMap<string, TrialStatus>;
  /** Reasons in spite of which trials count; absent for none. */
  readonly accept?: AcceptedReasons | undefined;
}

/** It keeps to the limits, or does not, or that cannot be told. */
export type ThresholdResult = 'yes' | 'no' | 'open';

/** A figure that says less than it seems to, in the direction of better. */
export interface BoundFlags {
  /** Something else than the storage was the limit, or trials too quick to judge are excluded: it may be better. */
  readonly atLeast: boolean;
  /** Slow trials are excluded, or have no value, or latencies began late: it may be worse. */
  readonly atMost: boolean;
}

export interface Contender {
  readonly cell: string;
  readonly label: string;
  /** The typical value over the trials that count, in `unit`. */
  readonly value: number;
  readonly unit: Unit;
  readonly operation: string | null;
  readonly n: number;
  readonly min: number;
  readonly max: number;
  /** Of `value` as it was measured; null for fewer than three units. */
  readonly interval: Interval | null;
  /** What was drawn anew: decisions are made on the mean logarithms of these. */
  readonly unitKind: UnitKind;
  readonly logs: LogStats;
  /** One-sided bounds at 95 % of the level that lasts, with what is assumed of instances; null for too few units. */
  readonly bounds: Pick<Interval, 'low' | 'high'> | null;
  readonly bound: BoundFlags;
  /** Of its rig. */
  readonly usdPerHour: number | null;
  /** The part of it that is not for hosts; null where it is not known. */
  readonly storageUsdPerHour: number | null;
  /** What it is chosen by, US dollars an hour: of the storage where each has a price, else of the whole rig. */
  readonly price: number | null;
  /** What is provisioned of it, in `unit`; null where nothing is known, and for times. */
  readonly provisioned: number | null;
  /** `value` ÷ `provisioned`; for times that of the load that they were measured under. */
  readonly ofProvisioned: number | null;
  /** Against all that is asked for, where any of its price would do; null where nothing is. */
  readonly qualifies: ThresholdResult | null;
  /** It keeps to it even as one of all that may. */
  readonly safe: boolean;
  /** Its percentile of all operations together is surely above the limit, whatever that of the typical trial is. */
  readonly together: boolean;
  /** What lasts misses the limit, and what was measured does not: it meets it only by burst. */
  readonly burst: boolean;
  /** By how much its rig fell by the end of its time, as a share; 0 where it did not. */
  readonly fall: number;
  /** By its values alone against what is asked for at least and at most of the metric; null where nothing is. */
  readonly limit: ThresholdResult | null;
  /** Against each criterion that is required, in their order, and a rate that was asked for and not reached. */
  readonly criteria: readonly CriterionResult[];
}

/** How a cell stands to a criterion, and the measured figure that was held against it. */
export interface CriterionResult {
  readonly name: string;
  readonly standing: ThresholdResult;
  /** In `unit`, as it is shown; null where nothing of it counts, or several operations gave one. */
  readonly value: number | null;
  readonly unit: Unit | null;
  readonly bound: BoundFlags;
}

/** A cell that should compete and cannot. */
export interface ExcludedCell {
  readonly cell: string;
  readonly label: string;
  readonly why: string;
  /** It might be the answer: nothing is decided over its head. False where it cannot, e.g. as it is not feasible. */
  readonly open: boolean;
  /** As of a contender. */
  readonly price: number | null;
}

/** What a configuration gave of one metric, by the trials that count. */
export interface MetricFigure {
  readonly measure: CandidateMeasure;
  readonly statistics: Statistics & { readonly logs: LogStats };
  readonly values: ReturnType<typeof listCountedValues>;
  /** Those of the values. */
  readonly trials: readonly TrialStatus[];
  readonly bound: BoundFlags;
  readonly ofProvisioned: number | null;
  /** Instances that it was measured on; one name for all that were there before. */
  readonly copies: readonly string[];
  readonly spread: AssumedSpread;
}

/** A contender with what is decided by. */
export interface Entrant {
  readonly contender: Contender;
  readonly candidate: Candidate;
  readonly figure: MetricFigure;
}

/** Sorts candidates into contenders and those that cannot compete. */
export function splitCandidates(
  decide: DecisionRule,
  candidates: readonly Candidate[],
  { trials }: Circumstances,
): { readonly entrants: readonly Entrant[]; readonly leftOut: readonly ExcludedCell[] } {
  const found = candidates.map((candidate) => ({ candidate, figure: findFigure(candidate, decide, trials) }));
  const entrants = found.flatMap(({ candidate, figure }) =>
    typeof figure === 'string' ? [] : [{ candidate, figure, contender: toContender(candidate, figure) }],
  );
  const measuring = new Set(entrants.map(({ candidate }) => candidate.workload));
  const leftOut = found.flatMap(({ candidate, figure: why }) => {
    if (typeof why !== 'string') return [];
    const { cell, label, price = null, workload } = candidate;
    const own = [...trials.values()].filter((trial) => trial.cell === cell);
    const impossible = own.length > 0 && own.every(({ verdict }) => verdict === 'INFEASIBLE');
    // A workload that never gives the metric is no rival in it.
    const counts = own.some(({ out: reason }) => reason === null);
    const other = counts && candidate.measures.length > 0 && measuring.size > 0 && !measuring.has(workload);
    return [{ cell, label, price, why: impossible ? 'not feasible' : why, open: !impossible && !other }];
  });
  return { entrants, leftOut };
}

/** The one figure of a metric; a text that says why there is none. */
export function findFigure(
  candidate: Candidate,
  { metric, operation, statistic }: Pick<Criterion, 'metric' | 'operation' | 'statistic'>,
  trials: Circumstances['trials'],
): MetricFigure | string {
  const { measures, assumed } = candidate;
  const all = (
    statistic === undefined
      ? pickPrimary(measures, metric)
      : measures.filter((one) => one.metric === metric && one.statistic === statistic)
  ).filter((one) => operation === undefined || one.operation === operation);
  const counting = all.filter(({ statistics }) => statistics !== null);
  const [measure] = counting;
  const statistics = measure?.statistics ?? null;
  if (counting.length > 1) {
    const names = counting.map((one) => one.operation ?? 'none').join(', ');
    return `several operations (${names}): name one in decide.operation`;
  }
  if (measure === undefined || statistics === null) {
    const what = operation === undefined ? metric : `${metric} of ${operation}`;
    return all.length === 0 ? `no trial gave ${what}` : NO_VALID_TRIAL;
  }
  const { logs, centre } = statistics;
  if (logs === null) return 'a value of it is zero or negative, which has no ratio to others';
  const values = listCountedValues(measure.values, trials);
  const own = values.flatMap(({ trial }) => trials.get(trial) ?? []);
  const { unit, provisioned = null } = measure;
  const ofProvisioned = provisioned === null ? findLoad(candidate, measure) : centre / provisioned;
  return {
    measure,
    statistics: { ...statistics, logs },
    values,
    trials: own,
    bound: findBound(candidate, metric, values.length, trials),
    ofProvisioned,
    copies: [...new Set(own.map(({ copy, given }) => (given === true ? '' : copy)))],
    spread: assumeSpread(assumed, { unit, ofProvisioned }, own),
  };
}

function toContender(candidate: Candidate, { measure, statistics, bound, ofProvisioned }: MetricFigure): Contender {
  const { cell, label, usdPerHour, storageUsdPerHour = null, price = null } = candidate;
  const { centre: value, interval, logs, n, min, max, unit: unitKind } = statistics;
  const { unit, operation, provisioned = null } = measure;
  const known = { cell, label, value, unit, operation, n, min, max, interval, unitKind, logs, bound };
  const prices = { usdPerHour, storageUsdPerHour, price, provisioned, ofProvisioned };
  const open = { bounds: null, qualifies: null, safe: false, together: false, burst: false, fall: 0, limit: null };
  return { ...known, ...prices, ...open, criteria: [] };
}

/** A rate that was given is no limit of the storage, nor is what a client or network could not do. */
function findBound(
  { cell, caveats, load }: Candidate,
  metric: string,
  values: number,
  trials: Circumstances['trials'],
): BoundFlags {
  const own = [...trials.values()].filter((one) => one.cell === cell);
  const isLost = (how: TrialStatus['lost']): boolean =>
    own.some((one) => (findExclusion(one, metric) ?? one).lost === how);
  const limited = (caveats?.bound.length ?? 0) > 0 || (load?.by === 'rate' && load.metric === metric);
  const due = own.filter((one) => one.out === null && findExclusion(one, metric) === undefined).length;
  const late = own.some(({ floors }) => floors?.includes(metric) === true);
  return { atLeast: limited || isLost('quick'), atMost: isLost('slow') || due > values || late };
}

/**
 * The load that a time was measured under: the most that any rate has of what is provisioned, of its own operation
 * where that is known, else of the cell. Null where it is not known of any, and for what is no time: the rate of one
 * phase says nothing of another.
 */
function findLoad({ measures }: Candidate, { unit, operation }: Measure): number | null {
  if (unit !== 'us' && unit !== 's') return null;
  const known = measures.filter(({ ofProvisioned = null }) => ofProvisioned !== null);
  const own = known.filter((one) => one.operation === operation);
  const loads = (own.length === 0 ? known : own).flatMap(({ ofProvisioned }) => ofProvisioned ?? []);
  return loads.length === 0 ? null : Math.max(...loads);
}
