/** Contenders for the answer, and their values. `thresholds.ts` judges them against thresholds. */
import type { AcceptedReasons, DecisionRule } from '../../shapes/decision-rule';
import type { Metric, Metrics, OfferedLoad } from '../../shapes/metric';
import type { Unit } from '../../shapes/observation';
import type { CellCaveats } from '../cell-caveats';
import type { DesignFacts } from '../design/facts';
import type { Measure } from '../measures';
import type { ProvisionedRatio } from '../provisioned-ratio';
import type { Interval } from '../statistics/limit';
import type { LogStats, Statistics, UnitKind } from '../statistics/statistics';
import type { TrialStatus } from '../trial-status';
import type { AssumedSpread, SpreadSettings } from './assumptions';
import type { Proof, UnboundedCount } from './proof';

/** Input of the decision for a cell. */
export interface Candidate {
  readonly cell: string;
  /** Name of the cell; the decision replaces it by the levels that distinguish it from other cells. */
  readonly label: string;
  readonly levels: Readonly<Record<string, string>>;
  /** Configuration that it is compared with; absent or null if there is none. */
  readonly reference?: { readonly cell: string } | null;
  /** Absent if unknown. */
  readonly target?: string;
  readonly workload?: string;
  /** Price per hour of the cell's rig; null if unknown. */
  readonly usdPerHour: number | null;
  /** Price without hosts; absent or null if unknown. */
  readonly storageUsdPerHour?: number | null;
  /** See {@link Contender.price}; set by the decision. */
  readonly price?: number | null;
  /** Candidates differ in their hosts, whose limits then are results; set by the decision. Absent: only storage. */
  readonly hostsCompete?: true;
  /** Highest load that the hosts of the cell request; absent or null if only the storage limits the load. */
  readonly load?: OfferedLoad | null;
  readonly measures: readonly CandidateMeasure[];
  /** Caveats of the figures; absent if there are none. */
  readonly caveats?: CellCaveats;
  /** Spreads that the spec sets, and facts that select the defaults. */
  readonly assumed?: SpreadSettings;
}

/** A measure, with its provisioned rate if known. */
export type CandidateMeasure = Measure & Partial<ProvisionedRatio>;

/** How an execution was measured; limits what its results prove. */
export interface Circumstances extends DesignFacts {
  /** Status by trial, in the order of the plan. */
  readonly trials: ReadonlyMap<string, TrialStatus>;
  /** Accepted reasons, which do not exclude trials; absent for none. */
  readonly accept?: AcceptedReasons | undefined;
  /** Candidates of a walk by price, by their cell; absent without one. */
  readonly walk?: ReadonlyMap<string, WalkPlace> | undefined;
  /** In a look: rounds that are still planned ÷ rounds so far; absent: all rounds are measured. */
  readonly ahead?: number | undefined;
}

/** Place of a candidate in a walk by price. */
export interface WalkPlace {
  /** Index in the order of prices. */
  readonly place: number;
  readonly usdPerHour: number;
  /** Why it was not measured; null if it was. */
  readonly unmeasured: string | null;
  /** Nothing could meet the threshold. */
  readonly isPruned: boolean;
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

export interface Contender {
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
  /** Rate that lasts, if lower than `value`: provisioned, at the baseline of hosts, or after a step or fall. */
  readonly lasting: number | null;
  /** What the hosts moved by credits; null if nothing, or if credits count. */
  readonly hostCredits: string | null;
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

/** Figure of a configuration for one metric, from its counted trials. */
export interface MetricFigure {
  readonly measure: CandidateMeasure;
  readonly statistics: Statistics;
  readonly proofs: readonly Proof[];
  readonly better: Metric['better'];
  readonly trials: readonly TrialStatus[];
  readonly ofProvisioned: number | null;
  /** Share of the rate that the EBS baseline of the hosts carries. */
  readonly ebsLevel: number;
  /** Target instances on which it was measured; existing ones share one name. */
  readonly copies: readonly string[];
  readonly spread: AssumedSpread;
}

export interface FigureInput extends Pick<DecisionRule, 'burst'> {
  readonly metrics: Metrics;
  readonly trials: Circumstances['trials'];
}

/** A contender with the data for its decision. */
export interface Entrant {
  readonly contender: Contender;
  readonly candidate: Candidate;
  readonly figure: MetricFigure;
}
