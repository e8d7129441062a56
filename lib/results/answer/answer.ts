/** The answer to the question of an experiment, as summary and report take it. */
import type { Cause } from '../design/facts';
import type { Decide } from '../../shapes/decide';
import type { Caveat } from './caveats';
import type { Contender, LeftOut } from './contender';
import type { Compared } from './rivals';
import type { UnitKind } from '../statistics/logs';

/**
 * `decided`: the winner is ahead of every rival, or is the cheapest that keeps to the limits. `equal`: it is not, but
 * differs from none of those that it does not beat by as much as matters. `close`: the leader cannot be told from a
 * rival. `open`: whether a cell that would be preferred keeps to the limits cannot be told. `none-qualifies`: none
 * does. `too-few`: no cell has two trials that count. `no-data`: no cell that competes has any. `described`: nothing
 * was to be decided, or nothing that can be (the least and the most of trials).
 */
export type AnswerStatus =
  | 'described'
  | 'decided'
  | 'equal'
  | 'close'
  | 'open'
  | 'none-qualifies'
  | 'too-few'
  | 'no-data';

/** Whether the question is answered by something that keeps to its limits: exit codes 0, 1 and 5. */
export type Met = 'yes' | 'no' | 'open';

/** What as many units as there are can tell apart. */
export interface Resolution {
  readonly unit: UnitKind;
  /** Of the cell that has fewest; at least as many as it takes to compare: three trials, or blocks. */
  readonly n: number;
  /** Share that n units find in four of five cases; the spread is that of all cells that compete, pooled. */
  readonly detectable: number;
  /** The same for ten units; null where n is more. */
  readonly withTen: number | null;
  /** What copies or hours may differ by themselves, as a share: only more than it counts. 0 where that cannot be. */
  readonly floor: number;
  /** What of that it could be; none where `floor` is 0. */
  readonly causes: readonly Cause[];
}

export interface Answer {
  readonly status: AnswerStatus;
  /** Null where nothing was asked, or nothing that can be decided. */
  readonly met: Met | null;
  /** Null where nothing was asked. */
  readonly metric: string | null;
  readonly statistic: Decide['statistic'] | null;
  /** What was preferred in the end: without limits, `cheapest` falls back where all prices are equal. */
  readonly prefer: Decide['prefer'] | null;
  /**
   * The answer where it is decided or equal; what leads where it is close or too few; where it is open, the cheapest
   * (or best) that surely keeps to the limits.
   */
  readonly winner: Contender | null;
  /** The next in order; where nothing keeps to the limits, the nearest. */
  readonly runnerUp: Contender | null;
  /** Cells that cannot be told from the winner, in order. */
  readonly tied: readonly string[];
  /**
   * The winner against each of its rivals, in order; where the cheapest that keeps to limits is decided, against those
   * of its price that keep to them too.
   */
  readonly compared: readonly Compared[];
  /** Cells that would be preferred, if they keep to the limits, which cannot be told. */
  readonly open: readonly string[];
  /** Null where spread is not known. */
  readonly resolution: Resolution | null;
  /**
   * Units in all that would tell the winner from the first that it is tied with, or the first open cell from the limit,
   * in four of five cases; null where that is not the question, or more than 100.
   */
  readonly unitsNeeded: number | null;
  /** Another block would tell more than any number of replicates. */
  readonly moreBlocks: boolean;
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
