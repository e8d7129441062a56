import { findHistoryStage, makeHistory } from '../../../lib/results/history/experiment-history';
import { drawNights } from './nights';

describe('makeHistory', () => {
  it('returns executions in order of time, levels since the last change, and labels that distinguish', () => {
    const rows = drawNights({ nights: 24, cells: 4, step: { from: 18, ratio: 0.8 } });
    const { executions, measures } = makeHistory(rows.toReversed());
    expect(executions.map(({ execution }) => execution).slice(0, 3)).toEqual(['n0', 'n1', 'n2']);
    const { cells, together, unit } = measures[0]!;
    expect([unit, together, cells.map(({ label }) => label).toSorted()]).toEqual([
      'ops/s',
      [],
      ['c0', 'c1', 'c2', 'c3'],
    ]);
    const first = cells.find(({ label }) => label === 'c0')!;
    expect(first.values).toHaveLength(24);
    expect(first.level).toBeCloseTo(8000, -2);
    expect(first.changes).toMatchObject([
      { before: { execution: 'n17' }, from: { execution: 'n18' }, executions: 2, newest: false },
    ]);
    const [before, after] = first.changes[0]!.levels!;
    expect(before).toBeCloseTo(10_000, -2);
    expect(after).toBeCloseTo(8000, -2);
    expect(cells.filter(({ label }) => label !== 'c0').flatMap(({ changes }) => changes)).toEqual([]);
  });

  it('has no value where an execution has fewer than three units, and counts configurations that ended', () => {
    const rows = drawNights({ nights: 12, cells: 4 });
    const changed = rows.flatMap((row) => {
      if (row.cell === 'cell-3' && row.execution === 'n11') return [];
      return [row.cell === 'cell-1' && row.execution === 'n5' ? { ...row, units: 2 } : row];
    });
    const [measure] = makeHistory(changed).measures;
    expect(measure).toMatchObject({ ended: 1, cells: [{ label: 'c0' }, { label: 'c1' }, { label: 'c2' }] });
    expect(measure?.cells[1]?.values[5]).toBeNull();
    expect(measure?.cells[1]?.changes).toEqual([]);
  });

  it('splits operations, and prefers the statistic that represents a trial', () => {
    const rows = drawNights({ nights: 2, cells: 1 });
    const more = rows.flatMap((row) => [
      { ...row, statistic: 'max', log_mean: 99 },
      { ...row, operation: 'write', log_mean: 1 },
    ]);
    const { measures } = makeHistory([...more, ...rows]);
    expect(measures.map(({ operation, cells }) => [operation, cells[0]?.values.length])).toEqual([
      ['read', 2],
      ['write', 2],
    ]);
    expect(measures[0]?.cells[0]?.level).toBeCloseTo(10_000, -3);
  });
});

describe('findHistoryStage', () => {
  it.each([
    [4, 'figures'],
    [5, 'newest'],
    [10, 'newest'],
    [11, 'scan'],
  ] as const)('returns the stage of %d executions: %s', (executions, stage) => {
    expect(findHistoryStage(executions)).toBe(stage);
  });
});
