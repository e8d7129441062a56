/** Rows of the table `cells` of a nightly experiment with configurations `c0`, `c1`, …, for tests. */
import type { HistoryRow } from '../../../lib/results/history/experiment-history';

export interface Nights {
  readonly nights: number;
  readonly cells: number;
  /** The first configuration changes by this ratio from this night on, counted from 0. */
  readonly step?: { readonly from: number; readonly ratio: number };
}

export function drawNights({ nights, cells, step }: Nights): readonly HistoryRow[] {
  return Array.from({ length: nights }, (_, night) => {
    const started = new Date(Date.UTC(2026, 8, 1 + night)).toISOString();
    return Array.from({ length: cells }, (__, nth): HistoryRow => {
      const ratio = nth === 0 && step !== undefined && night >= step.from ? step.ratio : 1;
      return {
        execution: `n${night}`,
        started,
        cell: `cell-${nth}`,
        levels: { target: `c${nth}`, workload: 'fio' },
        operation: 'read',
        statistic: 'value',
        unit: 'ops/s',
        units: 6,
        log_mean: Math.log(10_000 * (nth + 1) * ratio) + 0.01 * Math.sin(night * (nth + 2)),
      };
    });
  }).flat();
}
