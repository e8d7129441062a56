/** The answer to the question of an experiment, as summary and report take it. */
import type { Decide } from '../../shapes/decide';
import type { Caveat } from './caveats';
import type { Contender, LeftOut } from './contender';

/**
 * `decided`: there is one. `close`: the best is known by its value, but an interval overlaps a rival's or a limit.
 * `none-qualifies`: nothing passes the limits. `too-few`: fewer than `TRIALS_TO_DECIDE` valid trials where it matters.
 * `no-data`: no cell that competes has a valid trial. `described`: nothing was to be decided.
 */
export type AnswerStatus = 'described' | 'decided' | 'close' | 'none-qualifies' | 'too-few' | 'no-data';

export interface Answer {
  readonly status: AnswerStatus;
  /** The question has an answer that passes the limits: false leads to exit code 1. Null where nothing was asked. */
  readonly met: boolean | null;
  /** Null where nothing was asked. */
  readonly metric: string | null;
  readonly statistic: Decide['statistic'] | null;
  /** What was preferred in the end: `cheapest` falls back where prices are equal or unknown. */
  readonly prefer: Decide['prefer'] | null;
  readonly winner: Contender | null;
  /** The next in order; where nothing else passes the limits, the best of the others. */
  readonly runnerUp: Contender | null;
  /** Cells whose intervals overlap the winner's, in order. */
  readonly tied: readonly string[];
  /**
   * Replicates to add to each, so that winner and runner-up (or limit) would part; null where not needed or beyond
   * reason.
   */
  readonly moreReplicates: number | null;
  /** Values of fresh copies lie closer together than those of the configurations do not: more blocks are needed. */
  readonly moreBlocks: boolean;
  /** All contenders, the best first; those that pass the limits before the others. */
  readonly ranking: readonly Contender[];
  readonly leftOut: readonly LeftOut[];
  /** What the winner's numbers do not promise. */
  readonly caveats: readonly Caveat[];
  /** One or two sentences. */
  readonly text: string;
  /** What a reader must know with it, one sentence each. */
  readonly notes: readonly string[];
}

/** An answer to what was asked, before it is put into words. */
export type DecidedParts = Omit<Answer, 'text' | 'notes'> & {
  readonly status: Exclude<AnswerStatus, 'described'>;
  readonly prefer: Decide['prefer'];
};
