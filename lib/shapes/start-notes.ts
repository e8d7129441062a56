/** Notes of starts in the results bucket, sorted by time, so that a listing can start at any time. */

export const STARTS_PREFIX = 'starts/';

/** Key of the note of a start, written before the pointer of its execution. @param startedAt ISO 8601, UTC */
export function getStartKey(startedAt: string, executionId: string): string {
  return `${STARTS_PREFIX}${startedAt}/${executionId}.json`;
}
