/**
 * Do the clocks of the hosts of a trial agree? Each waits for the common start, and tells its window, by its own: where
 * they differ, windows that look alike were apart. The bucket is the witness: it says when it had the last object of
 * each host (`LastModified`), and that object says when it was sent.
 */
import type { HostRaw, Window } from '../../workloads/contract';
import type { Reason, TrialRow } from '../../shapes/verdict';
import { OVERLAP_MIN, overlapOf } from './overlap';

const CODE = 'ClockSkew';

/**
 * Buckets tell whole seconds, and one small object takes some tenths of a second more from one host than from another:
 * of clocks that agree, what is seen differs by less than two seconds.
 */
export const LEAST_SECONDS = 2;

/**
 * Seconds by which clocks may seem to differ: as much as hosts may be apart, less what they are by their own clocks.
 * @param share of the longest window, in which all hosts measured by their own clocks
 */
export function toleratedSkew(windowSeconds: number, share = 1): number {
  return Math.max(LEAST_SECONDS, (share - OVERLAP_MIN) * windowSeconds);
}

/**
 * Only differences between hosts count: a clock that is wrong alone measures its own window well, and what all hosts
 * have in common (a slow bucket, a file server with a time of its own) parts nobody.
 * @returns null where they agree, and where fewer than two hosts and their bucket tell
 */
export function skewReason(hosts: readonly HostRaw[], windows: readonly Window[]): Reason | null {
  const measured = new Set(windows.map(({ host }) => host));
  const behind = hosts
    .flatMap(({ host, status, storedAt }) => {
      const sent = status?.sent ?? null;
      // Who waits too long for the common start by a wrong clock fails: then this is why.
      const concerned = measured.has(host) || (status !== null && status.rc !== 0);
      return !concerned || sent === null || storedAt === undefined ? [] : [{ host, by: storedAt - sent }];
    })
    .toSorted((a, b) => Math.abs(b.by) - Math.abs(a.by));
  const [worst] = behind;
  const [least, most] = [Math.min(...behind.map(({ by }) => by)), Math.max(...behind.map(({ by }) => by))];
  const longest = Math.max(...windows.map(({ from, to }) => to - from));
  const tolerated = toleratedSkew(longest, overlapOf(windows)?.share);
  if (worst === undefined || most - least <= tolerated) return null;
  const other = behind.find(({ by }) => by === (worst.by === most ? least : most)) ?? worst;
  const text =
    `the clocks of ${worst.host} and ${other.host} differ by about ${(most - least).toFixed(1)} s (at most ` +
    `${tolerated.toFixed(1)} s may be seen): against the bucket's, that of ${worst.host} is ${off(worst.by)}, ` +
    `that of ${other.host} ${off(other.by)}; they did not measure at the same time, and their rates are not added up`;
  return { level: 'invalid', code: CODE, text };
}

/**
 * What an earlier judgement of the same attempt found: copies of raw files no longer tell when the bucket had them.
 * @param before an earlier row of the trial
 */
export function skewFoundBefore(
  before: Pick<TrialRow, 'attempt' | 'reasons'> | null | undefined,
  attempt: number,
): Reason | null {
  return (before?.attempt === attempt ? before.reasons.find(({ code }) => code === CODE) : undefined) ?? null;
}

function off(behind: number): string {
  return `${Math.abs(behind).toFixed(1)} s ${behind < 0 ? 'ahead' : 'behind'}`;
}
