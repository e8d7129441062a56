/** The record of an answer, the only source for terminal, report, mail and JSON. */
import type { DecisionRule } from '../../shapes/decision-rule';
import type { Doubt, RivalComparison } from './compare';
import type { Contender, ExcludedCell } from './contender';
import type { UnitKind } from '../statistics/statistics';

/**
 * - `meets`: the winner meets the threshold, and is the preferred one of those that do, if that is known.
 * - `misses`: no configuration meets it. `burst-only`: one does, but only by a rate that it cannot sustain.
 * - `best`, `equivalent`: result of the comparison with all others.
 * - `safe-choice`: no other is better by more than the margin; or it surely meets the threshold, and a preferred one
 *   may.
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

/** Exit codes 0, 1 and 5; null: no question. */
export type MetState = 'yes' | 'no' | 'open';

/** Why the preferred one is unknown; concerns the first undecided rival or configuration. */
export type UndecidedReason = Doubt | 'limit' | 'unmeasured' | 'price';

/** Conditions under which the answer holds. */
export interface Scope {
  readonly unit: UnitKind;
  /** Units of the configuration that has fewest. */
  readonly units: number;
  /** Assumed standard deviations, as shares; 0 without an assumption. */
  readonly assumedInstance: number;
  readonly assumedHour: number;
  /** The winner stays better than each rival up to this multiple of the assumptions; null without any, or a winner. */
  readonly holdsTimes: number | null;
}

/** What additional units can find. */
export interface Resolution {
  readonly unit: UnitKind;
  readonly n: number;
  /** Units that find the difference of `decide.detect`; null above 100, or if only blocks would. */
  readonly unitsToDetect: number | null;
}

/** What would settle an inconclusive answer. */
export interface Settlement {
  /** One sentence. */
  readonly text: string;
  /** Spec setting, e.g. `design: { replicates: 12 }`; null if no setting settles it. */
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

/** The decision before it is put into words. */
export interface Decision {
  readonly outcome: AnswerOutcome;
  readonly met: MetState | null;
  /** Comparison among those that meet the threshold; null if there was nothing to compare. */
  readonly comparison: Extract<AnswerOutcome, 'best' | 'safe-choice' | 'equivalent' | 'inconclusive'> | null;
  /** Null if the preferred one is known. */
  readonly reason: UndecidedReason | null;
  /** Null without contenders. */
  readonly scope: Scope | null;
  /** Null without a question. */
  readonly metric: string | null;
  /** Effective preference: without a threshold, `cheapest` becomes best by metric if all prices are equal. */
  readonly prefer: DecisionRule['prefer'] | null;
  /** The answer; else the leader; or a configuration that surely meets the threshold if a preferred one may. */
  readonly winner: Contender | null;
  readonly runnerUp: Contender | null;
  /** The winner against each rival; for `cheapest`, against those at its price that also meet the threshold. */
  readonly compared: readonly RivalComparison[];
  /** Configurations that would be preferred if they meet the threshold, which is unknown. */
  readonly open: readonly string[];
  /** Null if the spread is unknown. */
  readonly resolution: Resolution | null;
  /** All contenders, preferred first; those that miss the threshold last. */
  readonly ranking: readonly Contender[];
  readonly leftOut: readonly ExcludedCell[];
}

export interface Answer extends Decision {
  /** The answer rests on trials that count by `--accept` alone, so it is not reliable. */
  readonly isExploratory: boolean;
  /** At most two sentences and 40 words. */
  readonly headline: string;
  /** The figures behind it, one sentence each: values with intervals, differences, bounds. */
  readonly evidence: readonly string[];
  /** What to know before relying on it, most important first: at most three. */
  readonly cautions: readonly string[];
  /** Further remarks, one sentence each. */
  readonly details: readonly string[];
  /** Null if it is decided, or if nothing known would settle it. */
  readonly settle: Settlement | null;
}
