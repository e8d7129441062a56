/** The record of an answer: terminal, report, mail and JSON take all that they say of it from here. */
import type { DecisionRule } from '../../shapes/decision-rule';
import type { Doubt, RivalComparison } from './compare';
import type { Contender, ExcludedCell } from './contender';
import type { UnitKind } from '../statistics/statistics';

/**
 * `meets`: the winner meets the threshold, and is what is preferred of those that do, if that can be told. `misses`: no
 * configuration meets it. `burst-only`: one does, by a level that does not last. `best`, `equivalent`: compared with
 * all others. `safe-choice`: no other is better by more than the margin; or it surely meets the threshold, and one that
 * is preferred may. `too-little`: no configuration has two valid trials. `described`: nothing was asked, or nothing to
 * compare.
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

/** Exit codes 0, 1 and 5; null: nothing was asked. */
export type MetState = 'yes' | 'no' | 'open';

/** Why it is not known what is preferred: of the first rival, or of the first configuration that is open. */
export type UndecidedReason = Doubt | 'limit' | 'unmeasured' | 'price';

/** What the answer holds of. */
export interface Scope {
  readonly unit: UnitKind;
  /** Of the configuration that has fewest. */
  readonly units: number;
  /** Standard deviations that are assumed, as shares; 0 where nothing is assumed. */
  readonly assumedInstance: number;
  readonly assumedHour: number;
  /** Up to so many times these the winner is better than each rival; null where nothing is assumed or decided. */
  readonly holdsTimes: number | null;
}

/** What more units can find. */
export interface Resolution {
  readonly unit: UnitKind;
  /** Units measured. */
  readonly n: number;
  /** Units that find the difference of `decide.detect`; null for more than 100, and where only blocks do. */
  readonly unitsToDetect: number | null;
}

/** What would settle an inconclusive answer. */
export interface Settlement {
  /** One sentence. */
  readonly text: string;
  /** Lines of a spec, e.g. `design: { replicates: 12 }`; null where no setting does it. */
  readonly setting: string | null;
  /** About what that takes, by the estimate of the plan; null where no setting does it. */
  readonly effort: Effort | null;
}

/** Of more replicates or blocks. */
export interface Effort {
  readonly trials: number;
  readonly usd: number;
  readonly seconds: number;
}

/** What is decided, before it is put into words. */
export interface Decision {
  readonly outcome: AnswerOutcome;
  readonly met: MetState | null;
  /** Which of those that meet the threshold is preferred, by comparison; null where nothing was compared. */
  readonly comparison: Extract<AnswerOutcome, 'best' | 'safe-choice' | 'equivalent' | 'inconclusive'> | null;
  /** Null where what is preferred is known. */
  readonly reason: UndecidedReason | null;
  /** Null where nothing competes. */
  readonly scope: Scope | null;
  /** Null where nothing was asked. */
  readonly metric: string | null;
  /** What was preferred in the end: without limits, `cheapest` falls back where all prices are equal. */
  readonly prefer: DecisionRule['prefer'] | null;
  /** The answer; what leads where none is decided; what surely meets a threshold, where a preferred one may. */
  readonly winner: Contender | null;
  /** The next in order. */
  readonly runnerUp: Contender | null;
  /** The winner against each rival, in order; the cheapest against those of its price that meet the threshold too. */
  readonly compared: readonly RivalComparison[];
  /** Configurations that would be preferred, if they meet the threshold, which cannot be told. */
  readonly open: readonly string[];
  /** Null where spread is not known. */
  readonly resolution: Resolution | null;
  /** All contenders, the preferred first; those that miss the threshold last. */
  readonly ranking: readonly Contender[];
  readonly leftOut: readonly ExcludedCell[];
}

export interface Answer extends Decision {
  /** It rests on trials that count by `--accept` alone: it is none to rely on, whatever it says. */
  readonly isExploratory: boolean;
  /** At most two sentences and 40 words. */
  readonly headline: string;
  /** The figures that it rests on, one sentence each: values with intervals, differences, bounds. */
  readonly evidence: readonly string[];
  /** What to know before relying on it, the weightiest first: at most three. */
  readonly cautions: readonly string[];
  /** All other remarks, one sentence each. */
  readonly details: readonly string[];
  /** Null where it is decided, or nothing is known that would settle it. */
  readonly settle: Settlement | null;
}
