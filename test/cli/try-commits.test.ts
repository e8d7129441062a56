import { formatCommitLines, readEngine } from '../../lib/cli/try-commits';
import type { Summary } from '../../lib/results/summary';

/** Cells with this p50 by engine and target; negative: of suspect trials only. */
function makeCells(...all: readonly (readonly [engine: string, us: number, target?: string])[]): Summary['cells'] {
  const cells = all.map(([engine, us, target = 'disk']) => ({
    target,
    params: { engine },
    measures: [
      {
        metric: 'commit_latency_p50',
        statistics: us < 0 ? null : { n: 5, centre: us, min: us / 2, max: 2 * us },
        values: [{ value: Math.abs(us), counted: us > 0, suspect: us < 0 }],
      },
      ...(us < 0 ? [] : [{ metric: 'commits', statistics: { centre: 5e5 / us } }]),
    ],
  }));
  return cells as unknown as Summary['cells'];
}

describe('formatCommitLines', () => {
  it('names the engines for which each measurement answers, with the range of its trials and its rate', () => {
    expect(formatCommitLines({ cells: makeCells(['sqlite', 6069], ['growing', 3480], ['recycled', 1176]) })).toEqual([
      'commits   SQLite (default): p50 6.07 ms (trials: 3.03 ms to 12.1 ms), 82.4 ops/s',
      '          Redis AOF, RocksDB, LevelDB, DuckDB: p50 3.48 ms (trials: 1.74 ms to 6.96 ms), 144 ops/s',
      '          SQLite (WAL), PostgreSQL, MySQL and MariaDB (InnoDB) without binlog, etcd: ' +
        'p50 1.18 ms (trials: 588 µs to 2.35 ms), 425 ops/s',
    ]);
  });

  it('names no engine below 1 ms except SQLite, whose own time is measured', () => {
    const lines = formatCommitLines({ cells: makeCells(['sqlite', 700], ['growing', 121], ['postgres', 90]) });
    expect(lines).toEqual([
      'commits   SQLite (default): p50 700 µs (trials: 350 µs to 1.40 ms), 714 ops/s',
      expect.stringMatching(
        /^ +a log that grows: p50 121 µs .*\. This is the part of the storage: below 1 ms an engine itself takes/,
      ),
      expect.stringMatching(/^ +a log that is overwritten: p50 90.0 µs /),
    ]);
  });

  it('names several folders, marks suspect values, and skips measurements without a value', () => {
    const cells = makeCells(['sqlite', -2000, 'a'], ['sqlite', 3000, 'b'], ['recycled', Number.NaN, 'b']);
    const lines = formatCommitLines({ cells: cells.slice(0, 2) });
    expect(lines[0]).toContain('a: SQLite (default): p50 2.00 ms (suspect)');
    expect(lines[1]).toContain('          b: SQLite');
    expect(formatCommitLines({ cells: [{ ...cells[0]!, measures: [] }] })).toEqual([]);
  });
});

it('suggests the engine for names that users type, and after a typing error', () => {
  for (const [name, meant] of [
    ['MariaDB', 'mysql-binlog'],
    ['postgresql', 'postgres'],
    ['redi', 'redis'],
  ] as const)
    expect(() => readEngine(name)).toThrow(`--engine: found '${name}'; did you mean \`${meant}\`? allowed: sqlite, `);
});
