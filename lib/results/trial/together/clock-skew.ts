/**
 * Do the clocks of the hosts of a trial agree? Each waits for the common start, and tells its window, by its own: where
 * they differ, windows that look alike were apart. The bucket is the witness: it says when it had the last object of
 * each host (`LastModified`), and that object says when it was sent.
 */
import type { HostRaw, Window } from '../../../workloads/contract';
import type { Reason, TrialRow } from '../../../shapes/verdict';
import { readEvidence } from '../evidence';
import { OVERLAP_MIN, type Overlap } from './overlap';

const SKEW_CODE = 'ClockSkew';
/** Share of the window that hosts must share, by which clocks may differ without a doubt. */
const DOUBT_SHARE = 0.01;

/**
 * Buckets tell whole seconds, and one small object takes some tenths of a second more from one host than from another:
 * of clocks that agree, what is seen differs by less than two seconds.
 */
export const LEAST_SECONDS = 2;

/** Who keeps clocks knows them to some milliseconds, more on a busy network. */
const KEEPER_SECONDS = 0.01;

/**
 * Seconds by which clocks may differ before rates are not added up: as much as hosts may be apart, less what they are
 * by their own clocks.
 * @param share of the longest window, in which all hosts measured by their own clocks
 * @param least that can be seen
 */
export function computeMaxSkew(windowSeconds: number, share = 1, least = LEAST_SECONDS): number {
  return Math.max(least, (share - OVERLAP_MIN) * windowSeconds);
}

/** How clocks were compared: how much ahead each is, by whom, and how small a difference that shows. */
interface ClockComparison {
  readonly clocks: readonly { readonly host: string; readonly ahead: number }[];
  readonly against: string;
  readonly leastSeconds: number;
}

/**
 * Only differences between hosts count: a clock that is wrong alone measures its own window well, and what all hosts
 * have in common (a slow bucket, a file server with a time of its own) parts nobody.
 * @param overlap of the windows, by the hosts' own clocks; null where there is no window
 * @returns null where they agree, and where fewer than two hosts and their witness tell
 */
export function checkSkew(
  hosts: readonly HostRaw[],
  windows: readonly Window[],
  overlap: Overlap | null,
): Reason | null {
  const found = [compareByBucket(hosts, windows), compareByKeeper(hosts)].flatMap(
    (one) => judgeClocks(one, overlap) ?? [],
  );
  return found.find(({ level }) => level === 'invalid') ?? found[0] ?? null;
}

/** By the bucket: what each host sent last says when, and the bucket when it came. */
function compareByBucket(hosts: readonly HostRaw[], windows: readonly Window[]): ClockComparison {
  const measured = new Set(windows.map(({ host }) => host));
  const clocks = hosts.flatMap(({ host, status, storedAt }) => {
    const sent = status?.sent ?? null;
    // Who waits too long for the common start by a wrong clock fails: then this is why.
    const concerned = measured.has(host) || (status !== null && status.rc !== 0);
    return !concerned || sent === null || storedAt === undefined ? [] : [{ host, ahead: sent - storedAt }];
  });
  return { clocks, against: "the bucket's", leastSeconds: LEAST_SECONDS };
}

/** By the program that keeps the clock, which knows it to a millisecond or better. */
function compareByKeeper(hosts: readonly HostRaw[]): ClockComparison {
  const clocks = readEvidence(hosts).flatMap(({ host, clock }) => (clock === null ? [] : [{ host, ahead: clock }]));
  return { clocks, against: 'the one that chrony follows', leastSeconds: KEEPER_SECONDS };
}

function judgeClocks({ clocks, against, leastSeconds }: ClockComparison, overlap: Overlap | null): Reason | null {
  const [worst] = clocks.toSorted((a, b) => Math.abs(b.ahead) - Math.abs(a.ahead));
  const [least, most] = [Math.min(...clocks.map(({ ahead }) => ahead)), Math.max(...clocks.map(({ ahead }) => ahead))];
  const window = overlap?.seconds ?? 0;
  const bad = computeMaxSkew(window, overlap?.share, leastSeconds);
  const doubtful = Math.min(bad, Math.max(leastSeconds, DOUBT_SHARE * window));
  if (worst === undefined || !(most - least > doubtful)) return null;
  const other = clocks.find(({ ahead }) => ahead === (worst.ahead === most ? least : most)) ?? worst;
  const invalid = most - least > bad;
  const then = invalid
    ? 'they did not measure at the same time, and their rates are not added up'
    : 'they measured together for a little less than it seems';
  const text =
    `the clocks of ${worst.host} and ${other.host} differ by about ${formatSeconds(most - least)} (at most ` +
    `${formatSeconds(invalid ? bad : doubtful)} may be seen): against ${against}, that of ${worst.host} is ` +
    `${formatOffset(worst.ahead)}, that of ${other.host} ${formatOffset(other.ahead)}; ${then}`;
  return { level: invalid ? 'invalid' : 'suspect', code: SKEW_CODE, text };
}

/**
 * What an earlier judgement of the same attempt found: copies of raw files no longer tell when the bucket had them.
 * @param before an earlier row of the trial
 */
export function findEarlierSkew(
  before: Pick<TrialRow, 'attempt' | 'reasons'> | null | undefined,
  attempt: number,
): Reason | null {
  return (before?.attempt === attempt ? before.reasons.find(({ code }) => code === SKEW_CODE) : undefined) ?? null;
}

/** Hundredths where a tenth would say nothing. */
function formatSeconds(value: number): string {
  return `${value.toFixed(value < 0.1 ? 3 : 1)} s`;
}

function formatOffset(ahead: number): string {
  return `${formatSeconds(Math.abs(ahead))} ${ahead > 0 ? 'ahead' : 'behind'}`;
}
