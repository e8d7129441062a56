/** Notes of starts in the results bucket, sorted by time, so that a listing can start at any time. */

/** Prefix of the notes. */
export const STARTS = 'starts/';

/** Key of the note of a start, written before the pointer of its execution. @param startedAt ISO 8601, UTC */
export function startKey(startedAt: string, executionId: string): string {
  return `${STARTS}${startedAt}/${executionId}.json`;
}
