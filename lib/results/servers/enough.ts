/** Whether what servers told of a trial is enough of it to speak of, by CloudWatch as by a Prometheus. */
import { POINTS_MIN } from '../../shapes/telemetry';

/**
 * Of the points of a trial so many have to be there: who is overloaded tells nothing, so that what lacks is not lacking
 * by chance, and the mean of the rest is one of quieter times. Chosen: one in ten may be late or lost.
 */
const SHARE = 0.9;

/** Points without which a metric is not known: {@link POINTS_MIN}, however short the trial was. */
export function pointsNeeded(expected: number): number {
  return Math.max(POINTS_MIN, Math.ceil(SHARE * expected - 1e-9));
}

/** `it has 3 of 20 minutes of the trial, and 18 are needed`. */
export function lackWords(found: number, expected: number, what: string): string {
  return `it has ${found} of ${expected} ${what} of the trial, and ${pointsNeeded(expected)} are needed`;
}
