/** Notes of starts in the results bucket, in the order of time, so that a listing may begin at a moment. */

/** Where they lie. */
export const STARTS = 'starts/';

/**
 * Key of the note of one start; it is written before the pointer of its execution.
 * @param startedAt ISO 8601, UTC
 */
export function startKey(startedAt: string, executionId: string): string {
  return `${STARTS}${startedAt}/${executionId}.json`;
}
