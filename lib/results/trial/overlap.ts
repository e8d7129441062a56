/** Did the hosts of a trial measure at the same time? Rates of hosts that did not must never be added up. */
import type { Window } from '../../workloads/contract';
import type { Reason } from '../../shapes/verdict';

/**
 * Least share of the longest host window in which all hosts must have measured (DESIGN: truth comes before numbers).
 */
export const OVERLAP_MIN = 0.95;

export interface Overlap {
  /** Intersection of all windows ÷ the longest one, 0–1. */
  readonly share: number;
  /** Common window, epoch seconds; null where there is none. */
  readonly common: { readonly from: number; readonly to: number } | null;
  /** Why the hosts' numbers must not be added; null where they may. */
  readonly reason: Reason | null;
}

/** Overlap of host windows; null where there is no window. One host overlaps with itself. */
export function overlapOf(windows: readonly Window[]): Overlap | null {
  const [head] = windows;
  if (head === undefined) return null;
  const pick = (better: (a: Window, b: Window) => boolean): Window =>
    windows.reduce((best, window) => (better(window, best) ? window : best), head);
  const first = pick((a, b) => a.from < b.from);
  const last = pick((a, b) => a.from > b.from);
  const shortest = pick((a, b) => a.to < b.to);
  const longest = pick((a, b) => a.to - a.from > b.to - b.from);
  const length = longest.to - longest.from;
  const together = Math.max(0, shortest.to - last.from);
  // A window of no length measured nothing; the workload says so.
  const share = length > 0 ? Math.min(1, together / length) : 0;
  const common = together > 0 ? { from: last.from, to: shortest.to } : null;
  if (share >= OVERLAP_MIN) return { share, common, reason: null };
  const seconds = (value: number): string => `${value.toFixed(2)} s`;
  const text =
    `the hosts measured together for ${seconds(together)} of ${seconds(Math.max(0, length))} ` +
    `(${(share * 100).toFixed(1)} %, at least ${OVERLAP_MIN * 100} % is needed): ` +
    `${last.host} began ${seconds(last.from - first.from)} after ${first.host}, ` +
    `${shortest.host} ended first; their rates are not added up`;
  return { share, common, reason: { level: 'invalid', code: 'NoOverlap', text } };
}
