/** Contenders for the answer, and their values. `thresholds.ts` judges them against thresholds. */
import type { CellCaveats } from '../cell-caveats';
import type { TrialStatus } from '../trial-status';
import type { AcceptedReasons, Criterion, DecisionRule } from '../../shapes/decision-rule';
import type { DesignFacts } from '../design/facts';
import { getBetter, listCountedValues, type Measure, pickPrimary } from '../measures';
import type { Metrics, OfferedLoad } from '../../shapes/metric';
import type { Unit } from '../../shapes/observation';
import type { Interval } from '../statistics/limit';
import type { LogStats, UnitKind } from '../statistics/statistics';
import { type CandidateMeasure, computeEbsLevel, findLasting, type LastingRate, type MetricFigure } from './figure';
import { assumeSpread, type SpreadSettings } from './assumptions';
import { countUnbounded, isTime, proveTrials, type UnboundedCount } from './proof';

/** Why a cell cannot compete if all its trials are excluded. */
export const NO_VALID_TRIAL = 'no valid trial';

/** Input of the decision for a cell. */
export interface Candidate {
  readonly cell: string;
  /** Name of the cell; the decision replaces it by the levels that distinguish it from other cells. */
  readonly label: string;
  readonly levels: Readonly<Record<string, string>>;
  /** Absent if unknown. */
  readonly target?: string;
  readonly workload?: string;
  /** Price per hour of the cell's rig; null if unknown. */
  readonly usdPerHour: number | null;
  /** Price without hosts; absent or null if unknown. */
  readonly storageUsdPerHour?: number | null;
  /** See {@link Contender.price}; set by the decision. */
  readonly price?: number | null;
  /** Highest load that the hosts of the cell request; absent or null if only the storage limits the load. */
  readonly load?: OfferedLoad | null;
  readonly measures: readonly CandidateMeasure[];
  /** Caveats of the figures; absent if there are none. */
  readonly caveats?: CellCaveats;
  /** Spreads that the spec sets, and facts that select the defaults. */
  readonly assumed?: SpreadSettings;
}

/** How an execution was measured; limits what its results prove. */
export interface Circumstances extends DesignFacts {
  /** Status by trial, in the order of the plan. */
  readonly trials: ReadonlyMap<string, TrialStatus>;
  /** Accepted reasons, which do not exclude trials; absent for none. */
  readonly accept?: AcceptedReasons | undefined;
}

/** Whether a configuration meets all thresholds, misses one, or may do either. */
export type Standing = 'yes' | 'no' | 'open';

/** Why something is open. */
export type OpenReason =
  /** Too few units, or values that are all the same, so that the effect of chance is unknown. */
  | 'few'
  /** Chance may explain the difference, or the distance from the threshold. */
  | 'noise'
  /** The assumed spread of instances or hours may explain it. */
  | 'assumed'
  /** A figure is only a bound: the storage may be better, or worse. */
  | 'bound'
  /** A configuration has no value, or no price. */
  | 'unmeasured';

export interface Contender extends LastingRate {
  readonly cell: string;
  readonly label: string;
  /** Typical value of the counted trials, in `unit`. */
  readonly value: number;
  readonly unit: Unit;
  readonly operation: string | null;
  readonly n: number;
  readonly min: number;
  readonly max: number;
  /** Measured interval of `value`; null for fewer than three units. */
  readonly interval: Interval | null;
  /** Independent units; decisions use their mean logarithms. */
  readonly unitKind: UnitKind;
  readonly logs: LogStats;
  /**
   * One-sided bounds at 95 % of the level that lasts, with the assumed spread of instances. Null for too few units, or
   * if no trial has a bound on this side.
   */
  readonly low: number | null;
  readonly high: number | null;
  readonly unbounded: UnboundedCount;
  /** Of the whole rig. */
  readonly usdPerHour: number | null;
  /** Price without hosts; null if unknown. */
  readonly storageUsdPerHour: number | null;
  /** Price for the decision, US dollars per hour: of storage if known for every contender, else of the whole rig. */
  readonly price: number | null;
  /** Provisioned rate, in `unit`; null if unknown, and for times. */
  readonly provisioned: number | null;
  /** `value` ÷ `provisioned`. For times: load during the measurement ÷ its provisioned rate. */
  readonly ofProvisioned: number | null;
  /** Result over all thresholds, corrected for the number of candidates; null without a threshold. */
  readonly qualifies: Standing | null;
  /** The same, as if it were the only candidate. */
  readonly alone: Standing | null;
  /** Why it is open; null if it is not. */
  readonly reason: OpenReason | null;
  /** Minimum number of units for a test against its thresholds, as one of the candidates. */
  readonly needs: number;
  /** True if the percentile over all operations surely exceeds the threshold, even if single trials meet it. */
  readonly stalled: boolean;
  /** Share by which the values of the rig fell until the end; 0 if they did not. */
  readonly fall: number;
  /** Result of the value alone against `atLeast` and `atMost`; null without either. */
  readonly limit: Standing | null;
  /** Results for each criterion in `require`, in order, and for an offered rate that was missed. */
  readonly criteria: readonly CriterionResult[];
}

/** Result of a cell for a criterion, with the measured figure. */
export interface CriterionResult {
  readonly name: string;
  readonly standing: Standing;
  /** Measured value in `unit`, for display; null without counted values, or for several operations. */
  readonly value: number | null;
  readonly unit: Unit | null;
  readonly unbounded: UnboundedCount;
}

/** A cell of the question without a usable value. */
export interface ExcludedCell {
  readonly cell: string;
  readonly label: string;
  readonly why: string;
  /** The cell might be the answer, so the decision stays open. False if it cannot win, e.g. if infeasible. */
  readonly open: boolean;
  /** Like {@link Contender.price}. */
  readonly price: number | null;
}

/** A contender with the data for its decision. */
export interface Entrant {
  readonly contender: Contender;
  readonly candidate: Candidate;
  readonly figure: MetricFigure;
}

export function splitCandidates(
  decide: DecisionRule,
  candidates: readonly Candidate[],
  asking: Pick<FigureInput, 'metrics' | 'trials'>,
): { readonly entrants: readonly Entrant[]; readonly leftOut: readonly ExcludedCell[] } {
  const { trials } = asking;
  const input = { ...asking, burst: decide.burst };
  const found = candidates.map((candidate) => ({ candidate, figure: findFigure(candidate, decide, input) }));
  const entrants = found.flatMap(({ candidate, figure }) =>
    typeof figure === 'string' ? [] : [{ candidate, figure, contender: toContender(candidate, figure, decide.burst) }],
  );
  const measuring = new Set(entrants.map(({ candidate }) => candidate.workload));
  const leftOut = found.flatMap(({ candidate, figure: why }) => {
    if (typeof why !== 'string') return [];
    const { cell, label, price = null, workload } = candidate;
    const own = [...trials.values()].filter((trial) => trial.cell === cell);
    const impossible = own.length > 0 && own.every(({ verdict }) => verdict === 'INFEASIBLE');
    // A workload that does not report the metric does not compete.
    const counts = own.some(({ out: reason }) => reason === null);
    const other = counts && candidate.measures.length > 0 && measuring.size > 0 && !measuring.has(workload);
    return [{ cell, label, price, why: impossible ? 'not feasible' : why, open: !impossible && !other }];
  });
  return { entrants, leftOut };
}

export interface FigureInput extends Pick<DecisionRule, 'burst'> {
  readonly metrics: Metrics;
  readonly trials: Circumstances['trials'];
}

/** The figure of a metric, or a text that explains why there is none. */
export function findFigure(
  candidate: Candidate,
  { metric, operation, statistic }: Pick<Criterion, 'metric' | 'operation' | 'statistic'>,
  { metrics, trials, burst }: FigureInput,
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
  const values = new Map(listCountedValues(measure.values, trials).map(({ trial, value }) => [trial, value]));
  const its = [...trials.values()].filter(({ cell }) => cell === candidate.cell);
  const own = its.filter(({ trial }) => values.has(trial));
  const { unit, provisioned = null } = measure;
  const ofProvisioned = provisioned === null ? findLoad(candidate, measure) : centre / provisioned;
  const better = getBetter(metrics, metric, unit);
  const ebsLevel = computeEbsLevel(measures, measure);
  // Without credits hosts are the limit, as they are in trials after one that spent them.
  const spends = burst !== 'allowed' && (ebsLevel < 1 || own.some(({ hostLevel }) => hostLevel !== undefined));
  const facts = { metric, unit, better, burst, ebsLevel, isLimited: spends || isLimited(candidate, metric) };
  return {
    measure,
    statistics: { ...statistics, logs },
    proofs: proveTrials(its, values, facts),
    better,
    trials: own,
    ofProvisioned,
    ebsLevel,
    copies: [...new Set(own.map(({ copy, given }) => (given === true ? '' : copy)))],
    spread: assumeSpread(assumed, { unit, ofProvisioned }, own),
  };
}

function toContender(candidate: Candidate, figure: MetricFigure, burst: DecisionRule['burst']): Contender {
  const { cell, label, usdPerHour, storageUsdPerHour = null, price = null } = candidate;
  const { measure, statistics, proofs, ofProvisioned, better } = figure;
  const { centre: value, interval, logs, n, min, max, unit: unitKind } = statistics;
  const { unit, operation, provisioned = null } = measure;
  const known = { cell, label, value, unit, operation, n, min, max, interval, unitKind, logs };
  const prices = { usdPerHour, storageUsdPerHour, price, provisioned, ofProvisioned };
  const lasting = findLasting(figure, burst, candidate.caveats?.hostCredits);
  return { ...known, ...prices, ...lasting, unbounded: countUnbounded(proofs, better), ...UNTESTED };
}

const UNTESTED = {
  low: null,
  high: null,
  qualifies: null,
  alone: null,
  reason: null,
  needs: 0,
  stalled: false,
  fall: 0,
  limit: null,
  criteria: [],
} as const;

/** Whether the hosts may have to carry more than their baseline to meet `atLeast`. */
export function lacksBaseline(one: Contender, { atLeast = Infinity }: DecisionRule): boolean {
  return one.hostCredits !== null && (one.lasting ?? one.value) < atLeast;
}

/** Not limited by the storage: a value at the offered rate, or at a limit that the median trial reached. */
function isLimited({ caveats, load }: Candidate, metric: string): boolean {
  return (
    caveats?.bound.some(({ trials }) => trials === null) === true || (load?.by === 'rate' && load.metric === metric)
  );
}

/**
 * Load during the measurement of a time: the highest share of a provisioned rate, of the same operation if known, else
 * of the cell. Null if unknown, and for other units, as the rate of one phase does not describe another phase.
 */
function findLoad({ measures }: Candidate, { unit, operation }: Measure): number | null {
  if (!isTime(unit)) return null;
  const known = measures.filter(({ ofProvisioned = null }) => ofProvisioned !== null);
  const own = known.filter((one) => one.operation === operation);
  const loads = (own.length === 0 ? known : own).flatMap(({ ofProvisioned }) => ofProvisioned ?? []);
  return loads.length === 0 ? null : Math.max(...loads);
}
