/** `tree-copy` in rehearsals: what it asks of the storage, and what it would print. Marked as simulated. */
import { type Demand, NONE } from '../demand';
import type { ModelledHost, ModelledPerformance, ModelledPrinter, ModelledTool } from '../modelled';
import { OUTPUT_FILE, TOOL, type TreeCopyOutput } from './output';
import type { TreeCopyParams } from './schema';
import { FILE_WRITES, LAYOUT, MEASURE } from './steps';

/** First line of `cp --version`, of Amazon Linux 2023. */
const VERSION = 'cp (GNU coreutils) 8.32';
const COMMAND = ['cp', '--reflink=never', '--parents'];
/** Processor time for a file: 38,000 files in 2.4 s of one processor, measured with cp on a memory file system. */
const FILE_SECONDS = 63e-6;
/** The same for a directory. Assumed. */
const DIRECTORY_SECONDS = 50e-6;
/** Bytes a second of a host that reads the tree out of its memory. Assumed. */
const SOURCE_BYTES = 1e9;
/** The first worker is done this much before the last one, relative. Assumed. */
const WORKER_SPREAD = 0.05;

/** For the `modelled` member of the workload. */
export const modelled: ModelledTool<TreeCopyParams> = { demand, printer };

function demand({ files, size, dirs, workers }: TreeCopyParams): Readonly<Record<string, Demand>> {
  return {
    [LAYOUT]: {
      unit: { reads: NONE, writes: NONE, sequential: false, metadata: { mkdir: 1 }, cpuSeconds: DIRECTORY_SECONDS },
      threads: 1,
      pace: { loop: 'closed', depth: 1 },
      extent: { until: 'done', units: dirs },
      workingBytes: 0,
      buffered: false,
    },
    [MEASURE]: {
      unit: {
        reads: NONE,
        writes: { count: FILE_WRITES, bytes: size / files / FILE_WRITES },
        // The files of one worker are written one after the other, and reach the disks together.
        sequential: true,
        metadata: { stat: 1, create: 1 },
        cpuSeconds: FILE_SECONDS,
      },
      threads: workers,
      pace: { loop: 'closed', depth: 1 },
      extent: { until: 'done', units: files },
      workingBytes: 0,
      buffered: false,
    },
  };
}

function printer(params: TreeCopyParams): ModelledPrinter {
  const { files, size, dirs, compressible, seed } = params;
  return (performance, host) => ({
    tool: 'cp',
    version: VERSION,
    argv: [...COMMAND, `--target-directory=${host.folder}/tree-copy`, '--'],
    files: { [OUTPUT_FILE]: `${JSON.stringify(outputOf(params, performance, host))}\n` },
    facts: {
      sourceMount: 'tmpfs',
      sourceSeconds: (size / SOURCE_BYTES).toFixed(6),
      treeHash: `modelled-${files}-${size}-${dirs}-${compressible}-${seed}`,
      memBytes: String(host.memoryBytes),
      ...(host.barrier ? { began: host.began.toFixed(6), lateSeconds: host.lateSeconds.toFixed(6) } : {}),
    },
  });
}

/** All is written when cp has ended but for one more round trip. */
function outputOf(
  { files, size, workers }: TreeCopyParams,
  { seconds, operations }: ModelledPerformance,
  { began }: ModelledHost,
): TreeCopyOutput {
  const share = (of: number, worker: number): number =>
    Math.floor((of * (worker + 1)) / workers) - Math.floor((of * worker) / workers);
  const ended = (worker: number): number =>
    began + seconds * (1 - (WORKER_SPREAD * (workers - 1 - worker)) / Math.max(1, workers - 1));
  return {
    tool: TOOL,
    version: 1,
    cp: VERSION,
    asked: { files, bytes: size, workers },
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
