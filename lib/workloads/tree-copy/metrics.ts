/** What a copy gives, what holds it, and what a reader must know of it. */
import type { FactWords, HeldRates, Metric } from '../../shapes/metric';
import { TIMED } from '../tools/io-metrics';

/** The only operation. */
export const COPY = 'copy';

/** Times, and files a second beside them. Rates count until all is synced: what a page cache took is not stored. */
export const METRICS: Readonly<Record<keyof typeof TIMED | 'files_per_second', Metric>> = {
  elapsed: TIMED.elapsed,
  elapsed_synced: TIMED.elapsed_synced,
  files_per_second: { unit: 'ops/s', better: 'higher', words: 'files a second', column: true, overHosts: 'sum' },
  throughput: TIMED.throughput,
};

/** Facts that its scripts report. */
export const FACT_WORDS: Readonly<Record<string, FactWords>> = {
  acknowledged: {
    words: 'A file is done when',
    besideAnswer: true,
    values: {
      sync: 'each of its writes is on the storage (mount option sync)',
      'async-nfs': 'the server has it (no mount option sync)',
      'page-cache': 'the page cache of the host has it',
      memory: 'memory has it',
    },
    remarks: {
      'async-nfs': {
        text:
          'copied over NFS without the mount option `sync`: what counts as done there may be acknowledged before ' +
          'it is durable, and an export with `async` may lose it even after `elapsed_synced`',
        words: { acknowledged: 'the storage says that it is done, and cp goes on' },
      },
      'page-cache': {
        text:
          'copied through the page cache of the host: at `elapsed` cp had ended, and only at `elapsed_synced` the ' +
          'files were durable',
        words: { 'page cache': 'memory in which a host keeps what it has read, and what it has still to write' },
        of: ['elapsed'],
      },
      memory: { text: 'copied into memory, where nothing is durable', words: {} },
    },
  },
  readFromDisks: { words: 'Read from disks meanwhile, bytes' },
  sourceMount: { words: 'The tree lies on' },
  sourceSeconds: { words: 'Reading the tree alone, seconds' },
  synced: { words: 'Unwritten data flushed before each trial' },
  stillToWriteBytes: { words: 'Still unwritten after that flush' },
  caches: { words: 'Caches before each trial' },
  removedCopies: { words: 'Earlier copies removed before' },
  treeHash: { words: 'The tree (SHA-256 of its list)' },
};

/** Each file is a create, and its bytes are written. */
export function limits(): readonly HeldRates[] {
  const bytes = { metric: 'throughput', limit: 'bandwidth', moves: 'written' } as const;
  return [{ of: [COPY], bytes, operations: { metric: 'files_per_second', limit: 'metadataCreates' } }];
}
