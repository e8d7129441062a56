/** How often cells are measured, what is asked, and what it may cost. */
import fc from 'fast-check';
import { likely, type Settings, settings } from './draw';

export const design = settings(
  {},
  {
    replicates: likely(fc.integer({ min: 1, max: 3 }), fc.constantFrom(0, 1.5)),
    blocks: likely(fc.integer({ min: 1, max: 2 }), fc.constant(0)),
    oneAtATime: fc.boolean(),
    comparison: likely(fc.constantFrom('interleaved', 'sequential'), fc.constant('sideways')),
    order: fc.constantFrom('random', 'asWritten'),
    seed: fc.string({ minLength: 1, maxLength: 3, unit: 'grapheme-ascii' }),
  },
);

const OF_FIO = [
  { metric: 'bandwidth', operation: 'read', atLeast: '100 MB/s' },
  { metric: 'bandwidth', atLeast: '100 MB/s' },
  { metric: 'iops', prefer: 'highest' },
  { metric: 'latency_p99', atMost: '5ms', prefer: 'cheapest' },
];
const OF_TREES = [
  { metric: 'elapsed', operation: 'copy', atMost: '1m' },
  { metric: 'elapsed_synced', operation: 'copy', prefer: 'lowest', statistic: 'mean' },
  { metric: 'files_per_second', operation: 'copy', atLeast: '200 ops/s' },
];
const SENSELESS = [
  { metric: 'iops', atLeast: '5ms' },
  { metric: 'nothing', prefer: 'highest' },
];

/** Nothing is asked in half of them; mostly what some workload has. */
export function decideFor(workloads: Readonly<Record<string, Settings>>): fc.Arbitrary<Settings | undefined> {
  const kinds = Object.values(workloads).map(({ kind }) => kind);
  const asked = [...(kinds.includes('fio') ? OF_FIO : []), ...(kinds.includes('tree-copy') ? OF_TREES : [])];
  return fc.option(likely(fc.constantFrom(...asked, ...OF_TREES.slice(asked.length)), fc.constantFrom(...SENSELESS)), {
    nil: undefined,
    freq: 1,
  });
}

/** What others own is measured by one rig at a time. */
export function limitsFor(targets: Readonly<Record<string, Settings>>): fc.Arbitrary<Settings> {
  const shared = Object.values(targets).some(({ kind }) => /^external-|^directory$/.test(String(kind)));
  const rigs = fc.integer({ min: 1, max: 3 });
  return settings(
    { maxUsd: fc.constantFrom(5, 50, 500), maxHours: fc.constantFrom(4, 24, 48) },
    { parallelRigs: shared ? likely(fc.constant(1), rigs) : rigs },
  );
}

const io = fc.uniqueArray(fc.record({ bs: fc.constantFrom('4k', '128k', '1m'), iodepth: fc.constantFrom(1, 8, 32) }), {
  minLength: 1,
  maxLength: 3,
  selector: ({ bs, iodepth }) => `${bs} ${iodepth}`,
});

/** All that a reference may name. */
export const factors = fc.record({
  io,
  nconnect: fc.constantFrom([1, 16], [4]),
  workers: fc.constantFrom([1, 8], [2]),
});
