/** Output of the copy of `tree-copy` in a rehearsal. Marked as simulated. */
import { getOutputFile } from '../../workloads/tools/script-result';
import { TREE_COPY_RESULT, type TreeCopyOutput } from '../../workloads/tree-copy/parse';
import type { TreeCopyParams } from '../../workloads/tree-copy/schema';
import { toHostFacts, type SimulatedHost, type SimulatedPerformance, type OutputPrinter } from './contract';

/** First line of `cp --version`, of Amazon Linux 2023. */
const CP_VERSION = 'cp (GNU coreutils) 8.32';
const CP_COMMAND = ['cp', '--reflink=never', '--parents'];
/** Bytes per second of a host that reads the tree from memory. Assumed. */
const SOURCE_BYTES_PER_SECOND = 1e9;
/** Relative difference between the end times of the first and last worker. Assumed. */
const WORKER_SPREAD = 0.05;

export function makeCopyPrinter(params: TreeCopyParams): OutputPrinter {
  const { files, size, dirs, compressible, seed } = params;
  return (performance, host) => ({
    tool: 'cp',
    version: CP_VERSION,
    argv: [...CP_COMMAND, `--target-directory=${host.folder}/tree-copy`, '--'],
    files: { [getOutputFile(TREE_COPY_RESULT)]: `${JSON.stringify(formatCopyOutput(params, performance, host))}\n` },
    facts: {
      sourceMount: 'tmpfs',
      sourceSeconds: (size / SOURCE_BYTES_PER_SECOND).toFixed(6),
      treeHash: `modelled-${files}-${size}-${dirs}-${compressible}-${seed}`,
      ...toHostFacts(host),
    },
  });
}

/** All data is written when cp has ended, except for one more round trip. */
function formatCopyOutput(
  { files, size, workers }: TreeCopyParams,
  { seconds, operations }: SimulatedPerformance,
  { began }: SimulatedHost,
): TreeCopyOutput {
  /** The part of one worker; the parts are whole numbers and add up to `of`. */
  const share = (of: number, worker: number): number =>
    Math.floor((of * (worker + 1)) / workers) - Math.floor((of * worker) / workers);
  const ended = (worker: number): number =>
    began + seconds * (1 - (WORKER_SPREAD * (workers - 1 - worker)) / Math.max(1, workers - 1));
  return {
    tool: 'tree-copy',
    version: 1,
    cp: CP_VERSION,
    requested: { files, bytes: size, workers },
    began,
    copied: began + seconds,
    synced: began + seconds + (operations['write']?.latencyUs ?? 0) / 1e6,
    workers: Array.from({ length: workers }, (_, worker) => ({
      worker,
      files: share(files, worker),
      bytes: share(size, worker),
      began,
      ended: ended(worker),
      rc: 0,
    })),
    found: { files, bytes: size, right: files },
  };
}
