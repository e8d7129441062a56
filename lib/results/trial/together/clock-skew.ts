/**
 * Checks that the clocks of a trial's hosts agree, as windows by wrong clocks may look equal. Reference is the bucket:
 * it records when each host's last object arrived (`LastModified`), and the object contains its send time.
 */
import type { HostRaw } from '../../../workloads/contract';
import type { Reason, TrialRow } from '../../../shapes/verdict';
import { readEvidence } from '../../../workloads/evidence';
import { MIN_OVERLAP, type Overlap } from './overlap';

const SKEW_CODE = 'ClockSkew';
/** Share of the common window by which clocks may differ without raising doubts. */
const DOUBT_SHARE = 0.01;

/** Buckets record whole seconds, and uploads vary by tenths: with equal clocks, less than two seconds. */
export const BUCKET_DIFFERENCE_SECONDS = 2;

/** Time daemons determine the offset to within some milliseconds, or more on a busy network. */
const TIME_DAEMON_SECONDS = 0.01;

/**
 * Clock difference, seconds, above which rates are not added up: the permitted difference minus that of the windows.
 * @param share of the longest window in which all hosts measured @param least detectable seconds
 */
export function computeMaxSkew(windowSeconds: number, share = 1, least = BUCKET_DIFFERENCE_SECONDS): number {
  return Math.max(least, (share - MIN_OVERLAP) * windowSeconds);
}

/** Clock offsets against a reference, and the smallest detectable difference. */
interface ClockComparison {
  readonly clocks: readonly { readonly host: string; readonly ahead: number }[];
  readonly against: string;
  readonly leastSeconds: number;
}

/**
 * Checks differences between hosts only: one wrong clock still measures its window, and a common error shifts nothing.
 * @param overlap by the hosts' clocks; null: no windows @returns null if equal, or with fewer than two known offsets
 */
export function checkSkew(hosts: readonly HostRaw[], overlap: Overlap | null): Reason | null {
  const found = [compareByBucket(hosts), compareByTimeDaemon(hosts)].flatMap((one) => judgeClocks(one, overlap) ?? []);
  return found.find(({ level }) => level === 'invalid') ?? found[0] ?? null;
}

/** Compares send time and arrival time of each host's last object, also of hosts that only serve. */
function compareByBucket(hosts: readonly HostRaw[]): ClockComparison {
  const clocks = hosts.flatMap(({ host, status, storedAt }) => {
    const sent = status?.sent ?? null;
    return sent === null || storedAt === undefined ? [] : [{ host, ahead: sent - storedAt }];
  });
  return { clocks, against: "the bucket's", leastSeconds: BUCKET_DIFFERENCE_SECONDS };
}

/** Compares offsets that time daemons report. Two of them may be wrong by the sum of their error bounds. */
function compareByTimeDaemon(hosts: readonly HostRaw[]): ClockComparison {
  const known = readEvidence(hosts).flatMap(({ host, clock, clockBound }) =>
    clock === null ? [] : [{ host, ahead: clock, bound: clockBound }],
  );
  const bounds = known.map(({ bound }) => bound ?? 0).toSorted((a, b) => b - a);
  const bothSeconds = (bounds[0] ?? 0) + (bounds[1] ?? 0);
  const isUnknown = known.some(({ bound }) => bound === null);
  const error = isUnknown ? 'with an unknown error' : `each to within ${formatSeconds(bounds[0] ?? 0)}`;
  const against = `the chrony reference (${error})`;
  return { clocks: known, against, leastSeconds: Math.max(TIME_DAEMON_SECONDS, bothSeconds) };
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
    ? 'they measured at different times, so their rates are not added up'
    : 'they measured together for slightly less time than reported';
  const text =
    `the clocks of ${worst.host} and ${other.host} differ by about ${formatSeconds(most - least)} (limit ` +
    `${formatSeconds(invalid ? bad : doubtful)}): against ${against}, that of ${worst.host} is ` +
    `${formatOffset(worst.ahead)}, that of ${other.host} ${formatOffset(other.ahead)}; ${then}`;
  return { level: invalid ? 'invalid' : 'suspect', code: SKEW_CODE, text };
}

/** The clock reason from an earlier judgement of the same attempt, as copies of raw files have no arrival times. */
export function findEarlierSkew(
  before: Pick<TrialRow, 'attempt' | 'reasons'> | null | undefined,
  attempt: number,
): Reason | null {
  return (before?.attempt === attempt ? before.reasons.find(({ code }) => code === SKEW_CODE) : undefined) ?? null;
}

/** One decimal for seconds, or three for small values. */
function formatSeconds(value: number): string {
  return `${value.toFixed(value < 0.1 ? 3 : 1)} s`;
}

function formatOffset(ahead: number): string {
  return `${formatSeconds(Math.abs(ahead))} ${ahead > 0 ? 'ahead' : 'behind'}`;
}
