import { findCachedReads } from '../../lib/results/cell-caveats';
import type { Measure } from '../../lib/results/measures';
import { summarize } from '../../lib/results/summary';
import { fsxOpenZfs } from '../../lib/targets/fsx-openzfs/target';
import { listLimits } from '../../lib/workloads/fio/cell/metrics';
import { dataParams } from '../workloads/fio/recorded-outputs';
import { execution } from './fixture';

const GIB = 1024 ** 3;
/** Its server has 8 GB of memory, and no NVMe cache. */
const CONFIG = fsxOpenZfs.schema.parse({
  kind: 'fsx-openzfs',
  deploymentType: 'SINGLE_AZ_1',
  storageGiB: 256,
  throughputMBps: 256,
});
const makeBandwidth = (operation: 'read' | 'write', median: number): Measure =>
  ({
    metric: 'bandwidth',
    unit: 'bytes/s',
    operation,
    scope: 'aggregate',
    host: null,
    statistics: { median },
  }) as never;

/** A cell on that target whose host has files of so many bytes, for 60 s. */
function makeCells(fileBytes: number, kind = 'fsx-openzfs') {
  const input = execution();
  const { plan } = input;
  const cell = { ...plan.cells[0]!, targetConfig: CONFIG, limitedRates: listLimits(dataParams()) };
  const rigs = plan.rigs.map((rig) => ({ ...rig, copies: rig.copies.map((copy) => ({ ...copy, kind })) }));
  const facts = { fileBytes: String(fileBytes), measureSeconds: '60' };
  const cells = plan.cells.map((one) => (one.cellId === cell.cellId ? cell : { ...one, targetConfig: CONFIG }));
  const changed = { ...plan, rigs, cells } as typeof plan;
  const rows = input.rows.map((row) =>
    row.cell === cell.cellId ? { ...row, facts: { ...row.facts, ...facts } } : row,
  );
  return { input: { ...input, plan: changed, rows }, cell, rows: rows.filter((row) => row.cell === cell.cellId) };
}
const listRemarks = (fileBytes: number, measures: Parameters<typeof findCachedReads>[3], kind?: string) => {
  const { input, cell, rows } = makeCells(fileBytes, kind);
  return findCachedReads(input.plan, cell, rows, measures).map(({ text }) => text);
};

describe('findCachedReads', () => {
  const quick = [makeBandwidth('read', GIB), makeBandwidth('write', GIB)];

  it('remarks that files that fit in server memory were read repeatedly', () => {
    expect(listRemarks(4 * GIB, quick)).toEqual(['4 GiB of files were read repeatedly and fit in server memory']);
  });

  it.each([
    ['files larger than server memory', listRemarks(16 * GIB, quick)],
    ['files that were not read twice', listRemarks(4 * GIB, [makeBandwidth('read', 0.1 * GIB)])],
    ['writes', listRemarks(4 * GIB, [makeBandwidth('write', GIB)])],
    ['servers with cache metrics', listRemarks(4 * GIB, [...quick, { ...quick[0]!, metric: 'server_cache_hits' }])],
    ['a rate above the provisioned one', listRemarks(4 * GIB, [{ ...quick[0]!, ofProvisioned: 1.2 }])],
    ['targets without a model', listRemarks(4 * GIB, quick, 'directory')],
    ['files of unknown size', listRemarks(Number.NaN, quick)],
  ])('returns no remark for %s', (_, texts) => expect(texts).toEqual([]));

  it('adds the remark to the cell of the summary', () => {
    const { input, cell } = makeCells(1024 ** 2);
    const [summary] = summarize(input).cells.filter(({ cellId }) => cellId === cell.cellId);
    expect(summary?.caveats?.remarks).toEqual([
      { text: expect.stringContaining('were read repeatedly') as string, of: null },
    ]);
  });
});
