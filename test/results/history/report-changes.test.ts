import { normal } from '../../../checks/statistics/noise';
import { type HistoryRow, makeHistory } from '../../../lib/results/history/experiment-history';
import {
  listRecentChanges,
  listReporters,
  makeExecutionHistory,
  pickUnreported,
  toReportedChange,
} from '../../../lib/results/history/report-changes';
import { makeRandom } from '../../../lib/shapes/random';
import type { ReportedChange } from '../../../lib/shapes/result';
import { drawNights } from './nights';

/** Executions whose tables an analysis reads. */
const WINDOW = 60;

/** Changes that each night reports, as analyses of all nights in turn do. */
function reportNights(nights: readonly (readonly HistoryRow[])[]): readonly (readonly ReportedChange[])[] {
  const reports = new Map<string, readonly ReportedChange[]>();
  for (const [at, rows] of nights.entries()) {
    const history = makeHistory(nights.slice(Math.max(0, at + 1 - WINDOW), at + 1).flat());
    const recent = listRecentChanges(history);
    const reported = listReporters(history, recent).flatMap((name) => reports.get(name) ?? []);
    const fresh = pickUnreported(history, recent, reported).map((one) => toReportedChange(one, null));
    reports.set(rows[0]?.execution ?? '', fresh);
  }
  return [...reports.values()];
}

const groupNights = (rows: readonly HistoryRow[], cells: number): readonly (readonly HistoryRow[])[] =>
  Array.from({ length: rows.length / cells }, (_, night) => rows.slice(night * cells, (night + 1) * cells));

/** Nights without a change: spreads of 5% of hours and instances, and 6 trials of 5%. */
function drawEqualNights(seed: string, cells: number, count: number): readonly (readonly HistoryRow[])[] {
  const random = makeRandom(seed);
  const own = Math.hypot(0.05, 0.05 / Math.sqrt(6));
  return groupNights(drawNights({ nights: count, cells }), cells).map((rows) => {
    const hour = 0.05 * normal(random);
    return rows.map((row) => ({ ...row, log_mean: Math.log(10_000) + hour + own * normal(random) }));
  });
}

describe('pickUnreported', () => {
  it('reports a change in at most 0.7 of 100 executions when 60 nights are alike, over 20 seeds', () => {
    const alarms = Array.from({ length: 20 }, (_, nth) =>
      reportNights(drawEqualNights(`alike ${nth}`, 12, 60)).filter((changes) => changes.length > 0),
    ).flat();
    expect((100 * alarms.length) / (20 * 60)).toBeLessThanOrEqual(0.7);
  });

  it('returns a change once, also when later nights place it elsewhere, and a second one in the same direction', () => {
    const nights = groupNights(drawNights({ nights: 50, cells: 4, step: { from: 20, ratio: 0.85 } }), 4);
    const twice = nights.map((rows, night) =>
      night < 35 ? rows : rows.map((row, nth) => (nth === 0 ? { ...row, log_mean: (row.log_mean ?? 0) - 0.2 } : row)),
    );
    const reports = reportNights(twice).flatMap((changes, night) => changes.map(({ from }) => [night, from]));
    expect(reports).toEqual([
      [21, 'n20'],
      [36, 'n35'],
    ]);
  });

  it('leaves out changes that began too long ago, and those of the newest execution alone', () => {
    const rows = drawNights({ nights: 40, cells: 4, step: { from: 20, ratio: 0.85 } });
    expect(listRecentChanges(makeHistory(rows))).toEqual([]);
    const few = makeHistory(drawNights({ nights: 8, cells: 4, step: { from: 7, ratio: 0.5 } }));
    expect(few.measures[0]?.cells[0]?.changes).toMatchObject([{ newest: true }]);
    expect(listRecentChanges(few)).toEqual([]);
  });

  it('separates changes by configuration, operation and direction', () => {
    const history = makeHistory(drawNights({ nights: 24, cells: 4, step: { from: 20, ratio: 0.85 } }));
    const [change] = listRecentChanges(history);
    const reported = toReportedChange(change!, null);
    const left = (other: Partial<ReportedChange>): number =>
      pickUnreported(history, [change!], [{ ...reported, ...other }]).length;
    expect([left({}), left({ from: 'n14' })]).toEqual([0, 0]);
    const others = [{ cell: null }, { operation: 'write' }, { change: 0.15 }, { from: 'n12' }, { from: 'gone' }];
    expect(others.map(left)).toEqual([1, 1, 1, 1, 1]);
  });
});

describe('makeExecutionHistory', () => {
  it('has the level of each configuration since its last change, or that of all together', () => {
    const nights = groupNights(drawNights({ nights: 24, cells: 4 }), 4).map((rows, night) =>
      rows.map((row) => (night < 20 ? row : { ...row, log_mean: (row.log_mean ?? 0) - 0.3 })),
    );
    const { executions, levels } = makeExecutionHistory('iops', makeHistory(nights.flat()), []);
    expect(executions).toBe(24);
    expect(levels.map(({ since }) => since)).toEqual(['n20', 'n20', 'n20', 'n20']);
    expect(levels[0]?.level).toBeCloseTo(10_000 * Math.exp(-0.3), -3);
  });
});
