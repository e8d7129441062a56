import surroundings from '../../lib/results/trial/surroundings.json';
import { collectCaveats } from '../../lib/results/cell-caveats';
import { toTrialStatuses } from '../../lib/results/trial-status';
import { summarize } from '../../lib/results/summary';
import { fsxOpenZfs } from '../../lib/targets/fsx-openzfs/target';
import { TREE_COPY_FACT_LABELS } from '../../lib/workloads/tree-copy/metrics';
import type { Reason } from '../../lib/shapes/verdict';
import { execution } from './fixture';

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
  expect(fsxOpenZfs.remarks?.(config)).toEqual([expect.stringContaining('before they are on disk')]);
  expect(fsxOpenZfs.remarks?.({ ...config, nfsExport: 'sync' })).toEqual([]);
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
