/** What a panel shows: lines of medians with their intervals. */
import type { Ink } from '../palette';

/** A median with its interval, in base units. */
export interface Point {
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
}

export interface Line {
  readonly name: string;
  readonly ink: Ink;
  /** One a level of the axis; null where nothing was measured. */
  readonly points: readonly (Point | null)[];
}
