/** The answer record. The terminal, the report, mails and JSON all show this record. */
import type { DecisionRule } from '../../shapes/decision-rule';
import type { Doubt, RivalComparison } from './compare';
import type { Contender, ExcludedCell } from './contender';
import type { UnitKind } from '../statistics/statistics';

/**
 * - `meets`: the winner meets the threshold, and is the preferred configuration that does, if known.
 * - `misses`: no configuration meets it. `burst-only`: one does, but only at a rate that it cannot sustain.
 * - `best`, `equivalent`: result of the comparison with all other configurations.
 * - `safe-choice`: no other configuration is better by more than the margin; or the chosen one surely meets the
 *   threshold, and a preferred one may.
 * - `too-little`: no configuration has two valid trials. `described`: no question, or nothing to compare.
 */
export type AnswerOutcome =
  | 'described'
  | 'meets'
  | 'misses'
  | 'burst-only'
  | 'best'
  | 'safe-choice'
  | 'equivalent'
  | 'inconclusive'
  | 'too-little';

/** Whether the threshold is met: exit codes 0 (`yes`), 1 (`no`) and 5 (`open`). Null without a question. */
export type MetState = 'yes' | 'no' | 'open';

/** Why the preferred configuration is unknown, for the first undecided rival. */
export type UndecidedReason = Doubt | 'limit' | 'unmeasured' | 'price';

/** What the answer depends on: number of units, and assumed spreads. */
export interface Scope {
  readonly unit: UnitKind;
  /** Number of units of the configuration with the fewest. */
  readonly units: number;
  /** Assumed standard deviations, as shares; 0 without an assumption. */
  readonly assumedInstance: number;
  readonly assumedHour: number;
  /** The winner stays better up to this multiple of the assumed spreads; null without assumptions or a winner. */
  readonly holdsTimes: number | null;
}

/** Differences that more units can detect. */
export interface Resolution {
  readonly unit: UnitKind;
  readonly n: number;
  /** Units that detect a difference of `decide.detect`; null if more than 100, or if only blocks can. */
  readonly unitsToDetect: number | null;
}

/** How to settle an inconclusive answer. */
export interface Settlement {
  /** One sentence. */
  readonly text: string;
  /** Spec setting, e.g. `design: { replicates: 12 }`; null if no setting can settle the answer. */
  readonly setting: string | null;
  /** Estimated from the plan; null without a setting. */
  readonly effort: Effort | null;
}

/** Cost of additional replicates or blocks. */
export interface Effort {
  readonly trials: number;
  readonly usd: number;
  readonly seconds: number;
}

/** The decision as data, before any texts are written. */
export interface Decision {
  readonly outcome: AnswerOutcome;
  readonly met: MetState | null;
  /** Comparison of the configurations that meet the threshold; null without two of them. */
  readonly comparison: Extract<AnswerOutcome, 'best' | 'safe-choice' | 'equivalent' | 'inconclusive'> | null;
  /** Null if the preferred configuration is known. */
  readonly reason: UndecidedReason | null;
  /** Null without contenders. */
  readonly scope: Scope | null;
  /** Null without a question. */
  readonly metric: string | null;
  /** Preference that applies: without a threshold, `cheapest` becomes best by metric if all prices are equal. */
  readonly prefer: DecisionRule['prefer'] | null;
  /** The winner; else the leader, or a configuration that surely meets the threshold. */
  readonly winner: Contender | null;
  readonly runnerUp: Contender | null;
  /** The winner against each rival. For `cheapest`, rivals have the same price and meet the threshold. */
  readonly compared: readonly RivalComparison[];
  /** Configurations that may meet the threshold and would then be preferred. */
  readonly open: readonly string[];
  /** Null if the spread is unknown. */
  readonly resolution: Resolution | null;
  /** All contenders, best first; contenders that miss the threshold come last. */
  readonly ranking: readonly Contender[];
  readonly leftOut: readonly ExcludedCell[];
}

export interface Answer extends Decision {
  /** True if the answer needs trials that only `--accept` counts; such an answer is not reliable. */
  readonly isExploratory: boolean;
  /** At most two sentences and 40 words. */
  readonly headline: string;
  /** The figures behind the answer, one sentence each: values with intervals, differences and bounds. */
  readonly evidence: readonly string[];
  /** At most three warnings to read before relying on the answer, most important first. */
  readonly cautions: readonly string[];
  /** Further remarks, one sentence each. */
  readonly details: readonly string[];
  /** Null if the answer is decided, or if no known setting settles it. */
  readonly settle: Settlement | null;
}
