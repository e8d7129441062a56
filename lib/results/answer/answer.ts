/** The answer record. The terminal, the report, mails and JSON all show this record. */
import type { DecisionRule } from '../../shapes/decision-rule';
import type { RivalComparison } from './compare';
import type { Contender, ExcludedCell, OpenReason, Standing } from './contender';
import type { GateResult } from './gate';
import type { UnitKind } from '../statistics/statistics';

/**
 * - `meets`: the winner meets the threshold. It is the preferred configuration that does, unless `open` lists others.
 * - `misses`: no configuration meets it.
 * - `best`: the winner is better than every other. `equal`: no other is better by more than the margin.
 * - `open`: too little is known; `reason` says what.
 */
export type AnswerOutcome = 'meets' | 'misses' | 'best' | 'equal' | 'open';

/** What the answer depends on: number of units, and assumed spreads. */
export interface Scope {
  readonly unit: UnitKind;
  /** Number of units of the configuration with the fewest. */
  readonly units: number;
  /** Assumed standard deviations, as shares; 0 without an assumption. */
  readonly assumedInstance: number;
  readonly assumedHour: number;
}

/** How to settle an open answer. */
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

/** Estimates the effort of more units of every configuration; null if unknown. */
export type EffortEstimator = (unit: UnitKind, more: number) => Effort | null;

/** The decision as data, before any texts are written. */
export interface Decision {
  /** Null without a question, or with nothing to compare. */
  readonly outcome: AnswerOutcome | null;
  /** Exit codes 0 (`yes`), 1 (`no`) and 5 (`open`); null like `outcome`. */
  readonly met: Standing | null;
  /** Comparison of the configurations that meet the threshold; null without two of them. */
  readonly comparison: Exclude<AnswerOutcome, 'meets' | 'misses'> | null;
  /** Null if the preferred configuration is known. */
  readonly reason: OpenReason | null;
  /** Null without contenders. */
  readonly scope: Scope | null;
  /** Null without a question. */
  readonly metric: string | null;
  /** Preference that applies: without a threshold, `cheapest` becomes best by metric if all prices are equal. */
  readonly prefer: DecisionRule['prefer'] | null;
  /** The winner; else the leader, or a configuration that meets the threshold by itself. */
  readonly winner: Contender | null;
  readonly runnerUp: Contender | null;
  /** The winner against each rival. For `cheapest`, rivals have the same price and meet the threshold. */
  readonly compared: readonly RivalComparison[];
  /** Configurations that may meet the threshold and would then be preferred. */
  readonly open: readonly string[];
  /** Comparison of configurations with their references; absent without `decide.noWorse`. */
  readonly gate?: GateResult;
  /** All contenders, best first; contenders that miss the threshold come last. */
  readonly ranking: readonly Contender[];
  readonly leftOut: readonly ExcludedCell[];
}

export interface Answer extends Decision {
  /** True if the answer needs trials that only `--accept` counts; such an answer is not reliable. */
  readonly isExploratory: boolean;
  /** At most two sentences and 40 words. */
  readonly headline: string;
  /** Below the headline: settings that two sides differ in, and what killed hosts caused; absent: neither. */
  readonly events?: readonly string[];
  /** The figures behind the answer, one sentence each: values with intervals, differences and bounds. */
  readonly evidence: readonly string[];
  /** At most three warnings to read before relying on the answer, most important first. */
  readonly cautions: readonly string[];
  /** Further remarks, one sentence each. */
  readonly details: readonly string[];
  /** Null if the answer is decided, or if no known setting settles it. */
  readonly settle: Settlement | null;
}
