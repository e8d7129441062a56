import { toCellRows } from '../../lib/results/tables/cell-rows';
import { makeQuestion } from '../../lib/results/question';
import { summarize } from '../../lib/results/summary';
import { computeTransferUsd } from '../../lib/results/byte-rates';
import type { Measure } from '../../lib/results/measures';
import { IOR_TOOL } from '../../lib/workloads/mpi/ior/ior';
import { listLimits } from '../../lib/workloads/mpi/tool';
import { listLimits as treeCopy } from '../../lib/workloads/tree-copy/metrics';
import { listLimits as database } from '../../lib/workloads/database/metrics';
import type { DatabaseParams } from '../../lib/workloads/database/schema';
import type { Cell } from '../../lib/shapes/plan';
import { execution } from './fixture';
import { type LimitedRates, type IoDirection, READ_AND_WRITE } from '../../lib/shapes/metric';

const LIMIT = { metric: 'iops', where: { op: 'randread', bs: '4k' }, atLeast: 1000, prefer: 'cheapest' } as const;

describe('prices of existing storage given in the spec', () => {
  const input = execution({ decide: LIMIT, elsewhere: { disk: 0.07, memory: 0.02 }, question: null });
  const summary = summarize(input);

  it('uses the given prices for the cells and the search for the cheapest', () => {
    expect(summary.cells.map(({ target, usdPerHour }) => [target, usdPerHour])).toEqual(
      summary.cells.map(({ target }) => [target, target === 'disk' ? 0.07 : 0.02]),
    );
    expect(summary.answer.headline).toMatch(
      /^Inconclusive: 3 replicates cannot show whether memory meets 1,000 IOPS: .* for \$15 of storage per month\./,
    );
    expect(makeQuestion(input.plan)).toContain('cheapest');
  });

  it('excludes them from estimate and spend, and lists them per month in the cell table', () => {
    expect(summary.cost).toMatchObject({ estimateUsd: 0, spendUsd: 0, maxUsd: null, lines: [] });
    const rows = toCellRows(input.plan, input.rows, summary);
    expect(new Set(rows.map((row) => row.storage_usd_per_month))).toEqual(new Set([51.1, 14.6]));
  });

  it('leaves the price of a target unknown when the spec gives none for it', () => {
    const half = summarize(execution({ decide: LIMIT, elsewhere: { disk: 0.07 } }));
    expect(new Set(half.cells.filter(({ target }) => target === 'memory').map(({ usdPerHour }) => usdPerHour))).toEqual(
      new Set([null]),
    );
    const free = summarize(execution({ decide: LIMIT }));
    expect(new Set(free.cells.map(({ usdPerHour }) => usdPerHour))).toEqual(new Set([0]));
  });
});

describe('computeTransferUsd', () => {
  const held = [
    { of: null, bytes: { metric: 'bandwidth', limit: 'bandwidth' as const, moves: READ_AND_WRITE }, operations: null },
  ];
  const makeMeasure = (operation: string | null, median: number | null, metric = 'bandwidth'): Measure => ({
    metric,
    operation,
    statistic: 'value',
    unit: 'bytes/s',
    statistics: median === null ? null : ({ median } as Measure['statistics']),
    values: [],
  });
  const computeUsd = (...measures: Measure[]) =>
    computeTransferUsd({ limitedRates: held, transferUsdPerGiB: { read: 0.03, written: 0.06 } }, measures);

  it('computes the cost of an hour at the measured rate, by direction', () => {
    const GIB = 1024 ** 3;
    // 1 GiB/s is 3,600 GiB an hour, at $0.03.
    expect(computeUsd(makeMeasure('read', GIB))).toBe(108);
    expect(computeUsd(makeMeasure('write', GIB), makeMeasure('read', GIB / 2))).toBe(270);
    // A copy is both.
    const copy = [{ of: null, bytes: { metric: 'bandwidth', limit: null, moves: 'both' as const }, operations: null }];
    expect(computeToolUsd(copy, makeMeasure(null, GIB))).toBe(324);
    // Of what is told apart, sums are nothing of their own.
    expect(computeUsd(makeMeasure(null, GIB))).toBeNull();
    expect(computeUsd(makeMeasure('read', GIB), makeMeasure('read', 9 * GIB, 'other'))).toBe(108);
  });

  const computeToolUsd = (rates: Cell['limitedRates'], ...measures: Measure[]) =>
    computeTransferUsd({ limitedRates: rates, transferUsdPerGiB: { read: 0.03, written: 0.06 } }, measures);
  const GIB = 1024 ** 3;

  it('weights phases of IOR by the time that their bytes need', () => {
    // Half of the hour written at $0.06, half of it read at $0.03, at 1 GiB/s.
    const written = makeMeasure(null, GIB, 'write_bandwidth');
    expect(computeToolUsd(listLimits(IOR_TOOL), written, makeMeasure(null, GIB, 'read_bandwidth'))).toBe(162);
    // 3/4 of the hour written at 1 GiB/s, 1/4 read at 3 GiB/s.
    expect(computeToolUsd(listLimits(IOR_TOOL), written, makeMeasure(null, 3 * GIB, 'read_bandwidth'))).toBe(243);
  });

  it('charges read and write jobs by direction, in sequence or concurrently', () => {
    const makeRates = (moves: Readonly<Record<string, IoDirection>>): LimitedRates => {
      const bytes = { metric: 'bandwidth', limit: 'bandwidth', moves } as const;
      return { of: Object.keys(moves), bytes, operations: null };
    };
    const both = [makeMeasure('write write', GIB), makeMeasure('my read', GIB)];
    expect(computeToolUsd([makeRates({ 'write write': 'written' }), makeRates({ 'my read': 'read' })], ...both)).toBe(
      162,
    );
    expect(computeToolUsd([makeRates({ 'write write': 'written', 'my read': 'read' })], ...both)).toBe(324);
  });

  it('charges tree-copy for writes only, and databases by their parts without the sum', () => {
    expect(computeToolUsd(treeCopy(), makeMeasure('copy', GIB, 'throughput'))).toBe(216);
    const load = { kind: 'database', profile: 'mail' } as unknown as DatabaseParams;
    const parts = [makeMeasure('db-read', GIB), makeMeasure('db-write', GIB), makeMeasure('log-write', GIB)];
    expect(computeToolUsd(database(load), makeMeasure('db', 2 * GIB), ...parts)).toBe(540);
  });

  it('returns null when the rate is unknown, and 0 when bytes are free', () => {
    expect(computeUsd(makeMeasure('read', null))).toBeNull();
    expect(computeUsd()).toBeNull();
    expect(computeTransferUsd({ limitedRates: held }, [makeMeasure('read', 1)])).toBe(0);
  });
});
