/** When a limit counts as reached. */
import type { LimitEvidence } from '../../shapes/bottleneck';

/**
 * From this share on a limit is reached. Below it other limits, or too little in flight, may bend the rate: two limits
 * that are equally near leave 0.84 of each (the bend of `lib/twin/hosts/modelled/performance/queueing.ts`), and what is
 * at a fifth more than its limit could take reaches 0.92 of it.
 */
export const REACHED = 0.9;

/** `97 %`: cut, never rounded up to a limit that was not reached. */
export function percent(share: number): string {
  return `${Math.floor(share * 100 + 1e-9)} %`;
}

/** The nearest first; those whose share nobody knows last. */
export function nearestFirst(all: readonly LimitEvidence[]): readonly LimitEvidence[] {
  return all.toSorted((a, b) => (b.share ?? -1) - (a.share ?? -1));
}

/** The middle one of some, by a number; of an even count the lower one of both: it is one that there was. */
export function middle<T>(all: readonly T[], of: (one: T) => number): T | undefined {
  return all.toSorted((a, b) => of(a) - of(b))[Math.floor((all.length - 1) / 2)];
}
