/** Host scripts of the `tree-copy` workload, their durations, and the source tree. */
import type { StepWork } from '../../shapes/file-operation';
import { type Fixture, makeFixtureKey } from '../../shapes/fixture';
import { groupBy } from '../../shapes/collections';
import type { TargetContext, ScriptFiles, Step } from '../contract';
import type { Duration, StoredData } from '../plannable';
import { renderScript } from '../shell';
import { BARRIER_SECONDS, createScriptSteps, SHELL_SCRIPTS, START_SECONDS } from '../tools/script-steps';
import type { TreeCopyParams } from './schema';

/**
 * Files per second of one worker. Planned: 2 ms per file over NFS; a local disk is ten times as fast. The slowest known
 * sound result is 37 (38,000 files in 17 minutes: SCSK's study of FSx for OpenZFS). Time limits use `least`.
 */
const FILE_RATE = { expected: 500, least: 15 };
/** Number of workers per host up to which planning assumes a speedup. */
const USEFUL_WORKERS = 16;
/** Bytes per second of one host. */
const BYTE_RATE = { expected: 200e6, least: 5e6 };
/** Per second: directories created one by one, and files of old copies removed by several processes. */
const DIR_RATE = { expected: 1000, least: 15 };
const MIN_REMOVE_RATE = 100;

/**
 * Storage writes per file. Over a network, a file is looked up, created, written, and committed when closed, so two
 * writes wait. Assumed, from NFS at close (https://www.rfc-editor.org/rfc/rfc8881, section 10.3.1).
 */
export const WRITES_PER_FILE = 2;

/** Rate of creating the tree in memory or on a disk of the host: 38,000 files of 800 MB in total took two seconds. */
const MAKE_RATE = { files: 10_000, bytes: 100e6 };
/** Files removed per second from a slow disk of the host. Assumed. */
const REMOVE_RATE = 1000;
/** Allocation unit of file systems. */
const BLOCK_BYTES = 4096;

/** Estimate for network storage. */
export function estimateDuration(params: TreeCopyParams): Duration {
  const measured = Math.max(1, estimateCopySeconds(params));
  return { total: measured + estimateLayoutSeconds(params), warmUp: 0, measured, until: 'done' };
}

function estimateCopySeconds({ files, size, workers }: TreeCopyParams): number {
  return Math.max(files / (FILE_RATE.expected * Math.min(workers, USEFUL_WORKERS)), size / BYTE_RATE.expected);
}

function estimateLayoutSeconds({ dirs, size }: TreeCopyParams): number {
  return dirs / DIR_RATE.expected + size / (10 * BYTE_RATE.expected);
}

/** Variables that identify a tree. */
function toTreeVariables({ files, size, dirs, compressible, seed }: TreeCopyParams): Readonly<Record<string, string>> {
  return {
    TREE_FILES: String(files),
    TREE_BYTES: String(size),
    TREE_DIRS: String(dirs),
    TREE_COMPRESSIBLE: String(compressible),
    TREE_SEED: String(seed),
  };
}

/** One step creates directories; the next copies from the agreed start time. */
export function buildTrialSteps(params: TreeCopyParams, files: ScriptFiles): readonly Step[] {
  const { role, workers, dirs, size } = params;
  const tree = toTreeVariables(params);
  const limit = Math.ceil(params.files / FILE_RATE.least + size / BYTE_RATE.least) + 60;
  const directories: StepWork = { writtenBytes: 0, operations: { mkdir: dirs }, inFlight: 1 };
  const copied: StepWork = {
    writtenBytes: size,
    operations: { stat: params.files, create: params.files },
    writes: WRITES_PER_FILE * params.files,
    inFlight: workers,
  };
  const variables = { ...tree, TREE_WORKERS: String(workers) };
  return createScriptSteps(
    {
      role,
      layout: {
        comment: ['Creates the folders of the next copy.'],
        variables,
        files: ['tree.sh', 'layout.sh'],
        expectedSeconds: START_SECONDS + estimateLayoutSeconds(params),
        timeoutSeconds:
          Math.ceil(dirs / DIR_RATE.least + params.files / MIN_REMOVE_RATE + size / BYTE_RATE.least) + 120,
        work: directories,
      },
      measure: {
        comment: ['By hand, in the folder of the tree:', MANUAL_COMMAND],
        variables: { ...variables, TREE_LIMIT: String(limit) },
        files: ['tree.sh', 'copy.sh'],
        expectedSeconds: estimateCopySeconds(params) + START_SECONDS,
        timeoutSeconds: limit + BARRIER_SECONDS,
        work: copied,
      },
    },
    files,
  );
}

const MANUAL_COMMAND =
  "find . -type f | xargs -d '\\n' -P WORKERS -n 1000 cp --reflink=never --parents --target-directory=FOLDER --";

/** Each tree has its own slot and serves all configurations of all target instances. */
export function listFixtures(params: TreeCopyParams, { files }: Pick<TargetContext, 'files'>): readonly Fixture[] {
  const tree = toTreeVariables(params);
  const script = (comment: string, file: string): string =>
    renderScript({ comment: [comment], variables: tree, files: [...SHELL_SCRIPTS, 'tree.sh', file] }, files);
  const up = script('Creates the source tree, outside the storage under test.', 'make.sh');
  const expectedSeconds = START_SECONDS + params.files / MAKE_RATE.files + params.size / MAKE_RATE.bytes;
  return [
    {
      slot: `source/tree-${makeFixtureKey(tree)}`,
      key: makeFixtureKey(up),
      roles: [params.role],
      needs: [],
      up,
      down: script('Removes a source tree.', 'remove.sh'),
      expectedSeconds,
      timeoutSeconds: Math.ceil(10 * expectedSeconds) + 120,
      downSeconds: Math.ceil(params.files / REMOVE_RATE) + 120,
      stays: true,
    },
  ];
}

/** One copy of the largest tree. Older copies are removed if space is short. */
export function listStoredData(cells: readonly TreeCopyParams[]): readonly StoredData[] {
  return [...groupBy(cells, ({ role }) => role)].map(([role, its]) => ({
    role,
    parts: [Math.max(...its.map(({ files, dirs, size }) => size + (files + dirs) * BLOCK_BYTES))],
    setting: its.some(({ files, size }) => files * BLOCK_BYTES > size) ? 'files' : 'size',
    names: { count: Math.max(...its.map(({ files, dirs }) => files + dirs)), setting: 'files' },
  }));
}
