/** Checks that the hosts of a trial measured at the same time; if not, their rates must not be added up. */
import type { Window } from '../../../workloads/contract';
import type { Duration } from '../../../workloads/plannable';
import type { Reason } from '../../../shapes/verdict';

/** Minimum common share of the longest host window. For fixed work, starts may differ by the rest of the shortest. */
export const MIN_OVERLAP = 0.95;

export interface Overlap {
  /** Intersection ÷ longest window, 0–1. For fixed work: the part of the shortest window after all hosts started. */
  readonly share: number;
  /** Length of the longest window; for fixed work, of the shortest. */
  readonly seconds: number;
  /** Intersection, epoch seconds; for fixed work, from the first start to the last end. Null if empty. */
  readonly common: { readonly from: number; readonly to: number } | null;
  /** Why the hosts' rates must not be added up; null if they may. */
  readonly reason: Reason | null;
}

/** Overlap of host windows, 1 for a single host; null without windows. @param until what ends a measurement */
export function computeOverlap(windows: readonly Window[], until: Duration['until']): Overlap | null {
  const [head] = windows;
  if (head === undefined) return null;
  const pick = (better: (a: Window, b: Window) => boolean): Window =>
    windows.reduce((best, window) => (better(window, best) ? window : best), head);
  const first = pick((a, b) => a.from < b.from);
  const last = pick((a, b) => a.from > b.from);
  const starts = `${last.host} began ${formatSeconds(last.from - first.from)} after ${first.host}`;
  if (until === 'done') {
    const seconds = Math.max(0, getLength(pick((a, b) => getLength(a) < getLength(b))));
    const share = seconds > 0 ? Math.max(0, 1 - (last.from - first.from) / seconds) : 0;
    const to = pick((a, b) => a.to > b.to).to;
    const text =
      `${starts}, and the fastest host finished within ${formatSeconds(seconds)} (starts may differ by ` +
      `${formatPercent(1 - MIN_OVERLAP)} of that): they worked at different times, so their rates are not added up`;
    const common = to > first.from ? { from: first.from, to } : null;
    return { share, seconds, common, reason: share >= MIN_OVERLAP ? null : makeReason(text) };
  }
  const ended = pick((a, b) => a.to < b.to);
  const seconds = Math.max(0, getLength(pick((a, b) => getLength(a) > getLength(b))));
  const together = Math.max(0, ended.to - last.from);
  // For windows of zero length, the workload reports a reason.
  const share = seconds > 0 ? Math.min(1, together / seconds) : 0;
  const common = together > 0 ? { from: last.from, to: ended.to } : null;
  const text =
    `the hosts measured together for ${formatSeconds(together)} of ${formatSeconds(seconds)} ` +
    `(${(share * 100).toFixed(1)}%, at least ${formatPercent(MIN_OVERLAP)} is needed): ${starts}, ` +
    `${ended.host} ended first; their rates are not added up`;
  const code = isLate(windows, last.from - first.from, seconds) ? 'EndedLate' : 'NoOverlap';
  return { share, seconds, common, reason: share >= MIN_OVERLAP ? null : makeReason(text, code) };
}

/** Whether all hosts started together, but one took longer than the median: a slow host, not different starts. */
function isLate(windows: readonly Window[], startsApart: number, longest: number): boolean {
  const lengths = windows.map(getLength).toSorted((a, b) => a - b);
  const middle = lengths[Math.ceil(lengths.length / 2) - 1] ?? longest;
  const most = (1 - MIN_OVERLAP) * longest;
  return startsApart <= most && longest - middle > most;
}

function getLength({ from, to }: Window): number {
  return to - from;
}

function makeReason(text: string, code = 'NoOverlap'): Reason {
  return { level: 'invalid', code, text };
}

function formatSeconds(seconds: number): string {
  return `${seconds.toFixed(2)} s`;
}

function formatPercent(share: number): string {
  return `${Math.round(share * 100)}%`;
}
