/** A table of measured rates. */
import type { Rate } from './world';

/** One figure. */
export interface Figure {
  readonly rate: Rate;
  /** Where it is a coverage: the level that the intervals claim. */
  readonly claimed?: number;
}

export interface Line {
  readonly label: string;
  readonly figures: readonly Figure[];
}

export interface Table {
  /** First the name of the labels. */
  readonly head: readonly string[];
  readonly lines: readonly Line[];
}

export const REPLICATES = [3, 5, 10] as const;
/** Executions for each figure. */
export const RUNS = 2000;

export const PER_N = REPLICATES.map((n) => `n = ${n}`);

/** So many configurations that are the same. */
export function zeros(count: number): number[] {
  return Array.from({ length: count }, () => 0);
}
