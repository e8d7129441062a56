import surroundings from '../../lib/results/trial/surroundings.json';
import { collectCaveats, findCachedReads } from '../../lib/results/cell-caveats';
import { toTrialStatuses } from '../../lib/results/trial-status';
import { summarize } from '../../lib/results/summary';
import { fsxOpenZfs } from '../../lib/targets/fsx-openzfs/target';
import { TREE_COPY_FACT_LABELS } from '../../lib/workloads/tree-copy/metrics';
import type { Reason } from '../../lib/shapes/verdict';
import { execution } from './fixture';
import type { Measure } from '../../lib/results/measures';
import { listLimits } from '../../lib/workloads/fio/cell/metrics';
import { dataParams } from '../workloads/fio/recorded-outputs';

const makeNote = (code: string): Reason => ({ level: 'note', code, text: code });

function makeCaveats(
  facts: readonly string[],
  reasons: readonly (readonly Reason[])[] = [],
  remarks?: readonly string[],
) {
  const { rows, plan } = execution();
  const { cell } = rows[0]!;
  const own = rows
    .filter((row) => row.cell === cell)
    .map((row, index) => ({
      ...row,
      reasons: reasons[index] ?? [],
      verdict: reasons[index]?.some(({ level }) => level === 'invalid') === true ? ('INVALID' as const) : row.verdict,
      facts: { acknowledged: facts[index] ?? 'sync' },
    }));
  return collectCaveats(
    remarks === undefined ? {} : { remarks },
    own,
    toTrialStatuses(plan.trials, own),
    TREE_COPY_FACT_LABELS,
  );
}

it('counts the valid trials in which the client was the limit', () => {
  const invalid: Reason = { level: 'invalid', code: 'ZeroIo', text: '' };
  const found = makeCaveats(
    [],
    [[makeNote('ClientBound'), makeNote('ClientBound')], [makeNote('BufferedByNecessity')]],
  );
  expect(found).toEqual({ trials: 3, bound: [{ code: 'ClientBound', trials: 1 }], remarks: [] });
  expect(makeCaveats([], [[makeNote('NetworkBound'), invalid]])).toEqual({ trials: 2, bound: [], remarks: [] });
});

it('lists remarks of the target, and each durability fact of hosts once', () => {
  const { remarks } = makeCaveats(['page-cache', 'page-cache', 'async-nfs'], [], ['exported with `async`']);
  expect(remarks.map(({ of }) => of)).toEqual([null, ['elapsed'], null]);
  expect(remarks[0]?.text).toBe('exported with `async`');
  expect(remarks[2]?.text).toContain('may not be durable yet');
});

it('lists each cause of a note once when the note is shown with the answer', () => {
  const {
    cached: { why },
    rebuilt,
  } = surroundings;
  const makeCached = (why: string): Reason => ({ level: 'note', code: 'CachedWrites', text: 'client-0: …', why });
  const { remarks, bound } = makeCaveats(
    [],
    [
      [makeCached(why)],
      [makeCached(why), makeNote('SteadinessNotTested'), { ...makeCached(rebuilt.why), code: 'DiskNotSettled' }],
    ],
  );
  expect(remarks).toEqual([
    { text: `${why} (CachedWrites)`, of: null, ofWrites: true },
    { text: `${rebuilt.why} (DiskNotSettled)`, of: null },
  ]);
  expect(bound).toEqual([]);
  expect(makeCaveats([], [[{ ...makeNote('DeviceLimited'), why: 'limited' }]])).toMatchObject({ remarks: [] });
});

it('remarks which facts changed between trials of one rig', () => {
  const { rows, plan } = execution();
  const own = rows
    .filter(({ cell }) => cell === rows[0]?.cell)
    .map((row, nth) => ({ ...row, facts: { kernel: '6.1', mount: nth === 0 ? 'xfs on /dev/a' : 'ext4 on /dev/b' } }));
  const { remarks } = collectCaveats({}, own, toTrialStatuses(plan.trials, own), {});
  expect(remarks.map(({ text }) => text)).toEqual([
    'the mount changed between trials: xfs on /dev/a, then ext4 on /dev/b',
  ]);
});

it('remarks that FSx for OpenZFS with nfsExport: async acknowledges writes before they are on disk', () => {
  const config = fsxOpenZfs.schema.parse({
    kind: 'fsx-openzfs',
    deploymentType: 'SINGLE_AZ_2',
    storageGiB: 64,
    throughputMBps: 160,
    nfsExport: 'async',
  });
  expect(fsxOpenZfs.performance.remarks?.(config)).toEqual([expect.stringContaining('before they are on disk')]);
  expect(fsxOpenZfs.performance.remarks?.({ ...config, nfsExport: 'sync' })).toEqual([]);
});

it('adds a caution about ClientBound trials to the answer', () => {
  const { answer } = summarize(execution({ reasons: (trial) => (trial <= 8 ? [makeNote('ClientBound')] : []) }));
  const caution = answer.cautions.find((text) => text.includes('ClientBound')) ?? '';
  expect(caution).toMatch(/^The client, not the storage, limited .* \(ClientBound in 2 of 3\).* and 1 more: /);
  expect(caution).toMatch(/: the storage may be better than measured\.$/);
});

it('lists host CPU as a bound at 97% busy, and no bound at 50%', () => {
  const input = execution();
  const makeBusyRows = (cpu: number) =>
    input.rows.map((row) => ({ ...row, usage: [{ role: 'client', cpu: [cpu], network: null, delayedHosts: null }] }));
  const listBounds = (cpu: number) => summarize({ ...input, rows: makeBusyRows(cpu) }).cells[0]?.caveats?.bound;
  expect(listBounds(0.97)).toEqual([{ code: 'host CPU', trials: null }]);
  expect(listBounds(0.5)).toEqual([]);
});

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
