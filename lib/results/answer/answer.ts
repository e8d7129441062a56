/** The answer to the question of an experiment, as summary and report take it. */
import type { Decide } from '../../shapes/decide';
import type { Caveat } from './caveats';
import type { Compared } from './compare';
import type { Contender, LeftOut } from './contender';
import type { UnitKind } from '../statistics/statistics';

/**
 * `decided`: the winner is better than every rival, or is the cheapest that keeps to the limits. `equal`: better than
 * or equal to each. `safe`: no worse than any by more than the margin; or it surely keeps to the limits, and a cheaper
 * one may. `close`: the leader cannot be told from a rival, or one was not measured. `open`: whether what would be
 * preferred keeps to the limits, or its price, is not known; the winner is what surely does, if anything. `burst`:
 * nothing keeps to them by what lasts, and something does by burst. `none-qualifies`: nothing does. `too-few`: no cell
 * has two trials that count. `no-data`: no cell that competes has any. `described`: nothing was to be decided.
 */
export type AnswerStatus =
  | 'described'
  | 'decided'
  | 'equal'
  | 'safe'
  | 'close'
  | 'open'
  | 'burst'
  | 'none-qualifies'
  | 'too-few'
  | 'no-data';

/** Whether the question is answered by something that keeps to its limits: exit codes 0, 1 and 5. */
export type Met = 'yes' | 'no' | 'open';

/** Why nothing is decided: of the first rival, or of the first cell whose standing is open. */
export type Reason = NonNullable<Compared['doubt']> | 'limit' | 'unmeasured' | 'price';

/** What the answer holds of. */
export interface Scope {
  readonly unit: UnitKind;
  /** Of the cell that has fewest. */
  readonly units: number;
  /** Standard deviations that are assumed, as shares; 0 where nothing is assumed. */
  readonly assumedInstance: number;
  readonly assumedHour: number;
  /** Up to so many times these the winner is better than each rival; null where nothing is assumed or decided. */
  readonly holdsTimes: number | null;
  /** By how much the rig of the winner fell by its end, which was taken off for limits; 0 where it did not. */
  readonly fall: number;
}

/** What as many units as there are can find. */
export interface Resolution {
  readonly unit: UnitKind;
  readonly n: number;
  /** Share that n units find in four of five cases; null where a limit is the question. */
  readonly detectable: number | null;
  /** Units that find the difference of `decide.detect`; null for more than 100, and where only blocks do. */
  readonly unitsToDetect: number | null;
}

export interface Answer {
  readonly status: AnswerStatus;
  /** Null where nothing was asked, or nothing that can be decided. */
  readonly met: Met | null;
  /** Null where the answer is not open. */
  readonly reason: Reason | null;
  /** Null where nothing competes. */
  readonly scope: Scope | null;
  /** Null where nothing was asked. */
  readonly metric: string | null;
  /** What was preferred in the end: without limits, `cheapest` falls back where all prices are equal. */
  readonly prefer: Decide['prefer'] | null;
  /** The answer; what leads where none is decided; what surely keeps to a limit, where a preferred one may. */
  readonly winner: Contender | null;
  /** The next in order. */
  readonly runnerUp: Contender | null;
  /** Cells that are not worse than the winner for certain, in order. */
  readonly tied: readonly string[];
  /** The winner against each of its rivals, in order; with limits against those of its price that keep to them too. */
  readonly compared: readonly Compared[];
  /** Cells that would be preferred, if they keep to the limits, which cannot be told. */
  readonly open: readonly string[];
  /** Null where spread is not known. */
  readonly resolution: Resolution | null;
  /** All contenders, the preferred first; those that do not keep to the limits last. */
  readonly ranking: readonly Contender[];
  readonly leftOut: readonly LeftOut[];
  /** What the winner's numbers do not promise. */
  readonly caveats: readonly Caveat[];
  /** A few sentences. */
  readonly text: string;
  /** What a reader must know with it, one sentence each. */
  readonly notes: readonly string[];
  /** How its figures are to be read, one sentence each: in the report, and nowhere that is short of room. */
  readonly reading: readonly string[];
}

/** An answer to what was asked, before it is put into words. */
export type DecidedParts = Omit<Answer, 'text' | 'notes' | 'reading'> & { readonly prefer: Decide['prefer'] };
