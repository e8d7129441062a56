/** `raw/tree-copy.json` of copy.sh: times and files of each worker, and the files found after the copy. */
import * as z from 'zod';
import { formatBytes, formatSeconds } from '../../shapes/quantity';
import type { Reason } from '../../shapes/verdict';
import type { HostRaw } from '../contract';
import { judgeShortRun } from '../host-failures';
import type { ScriptResult } from '../tools/script-result';
import { COPY_OPERATION, TREE_COPY_METRICS } from './metrics';
import type { TreeCopyParams } from './schema';

/** Shorter copies mostly measure process start-up and clock reads. */
const MIN_SECONDS = 1;
/** Disk reads in the copy ÷ bytes of the tree, above which the tree was not in memory. Local targets read less. */
const MAX_DISK_SHARE = 0.05;
/**
 * Time to read only the tree from memory with the same number of workers ÷ copy time, above which the source limits the
 * copy. Copying from memory to memory spends about a third of its time reading.
 */
const MAX_READ_SHARE = 0.5;

const countSchema = z.number().int().min(0);
/** Epoch seconds. */
const instantSchema = z.number().min(0);

const outputSchema = z.object({
  tool: z.literal('tree-copy'),
  version: z.literal(1),
  /** First line of `cp --version`. */
  cp: z.string(),
  requested: z.object({ files: countSchema, bytes: countSchema, workers: countSchema }),
  /** Start of the first worker, end of the last worker, and end of the final sync. */
  began: instantSchema,
  copied: instantSchema,
  synced: instantSchema,
  workers: z.array(
    z.object({
      worker: countSchema,
      files: countSchema,
      bytes: countSchema,
      began: instantSchema,
      ended: instantSchema,
      rc: z.number().int(),
    }),
  ),
  /** `right`: files with the expected name and length. */
  found: z.object({ files: countSchema, bytes: countSchema, right: countSchema }),
});

export type TreeCopyOutput = z.infer<typeof outputSchema>;

export const TREE_COPY_RESULT: ScriptResult<TreeCopyOutput, TreeCopyParams> = {
  tool: 'tree-copy',
  shape: outputSchema,
  metrics: TREE_COPY_METRICS,
  statistic: 'value',
  fails: 'the copy',
  impossible: ({ began, copied, synced }) =>
    began <= copied && copied <= synced
      ? null
      : `its times are out of order: began ${began}, copied ${copied}, synced ${synced}`,
  figures: (output) => {
    const { elapsed, synced } = toSeconds(output);
    const { files, bytes } = output.found;
    if (elapsed <= 0 || files === 0) return null;
    const values = { elapsed, elapsed_synced: synced, files_per_second: files / synced, throughput: bytes / synced };
    return {
      figures: [{ operation: COPY_OPERATION, values, weight: files, histograms: {} }],
      window: { from: output.began, to: output.synced },
    };
  },
  incomplete: 'CopyIncomplete',
  listShortcomings,
  describe: ({ cp, requested, workers }) => ({
    version: cp,
    label: `${requested.files} files, ${workers.length} workers`,
  }),
  judgeMatch,
  doubts: (raw, output) => [
    ...judgeShortRun(`${raw.host}: the copy and its sync`, toSeconds(output).synced, MIN_SECONDS, 'Increase `files`'),
    ...judgeSource(raw, output),
  ],
  traits: {
    'version of cp': ({ status }) => status?.version,
    'the tree that they copy': ({ status }) => status?.facts['treeHash'],
    'where the tree lies': ({ status }) => status?.facts['sourceMount'],
    'meaning of a completed write': ({ status }) => status?.facts['acknowledged'],
    'type of file system': ({ status }) => status?.mount.type,
  },
};

/** Seconds to the end of the last cp, and to the end of the final sync. */
function toSeconds({ began, copied, synced }: TreeCopyOutput): { readonly elapsed: number; readonly synced: number } {
  // At current epoch seconds, doubles resolve microseconds.
  const since = (moment: number): number => Math.round((moment - began) * 1e6) / 1e6;
  return { elapsed: since(copied), synced: since(synced) };
}

/** Missing files and failed workers. */
function listShortcomings({ requested, workers, found }: TreeCopyOutput): readonly string[] {
  const failed = workers.filter(({ rc }) => rc !== 0).map(({ worker, rc }) => `worker ${worker} (exit code ${rc})`);
  return [
    ...(failed.length === 0 ? [] : [`cp failed: ${failed.join(', ')}`]),
    ...(workers.length === requested.workers
      ? []
      : [`${workers.length} of ${requested.workers} workers reported a result`]),
    ...(found.right === requested.files && found.files === requested.files && found.bytes === requested.bytes
      ? []
      : [
          `the copy is incomplete: found ${found.files} files (${found.right} correct) and ${found.bytes} bytes; ` +
            `expected ${requested.files} files and ${requested.bytes} bytes`,
        ]),
  ];
}

function judgeMatch(host: string, { requested, found }: TreeCopyOutput, params: TreeCopyParams): readonly Reason[] {
  if (requested.files === params.files && requested.bytes === params.size && requested.workers === params.workers)
    return found.files > 0
      ? []
      : [{ level: 'invalid', code: 'ZeroIo', text: `${host}: no file was copied, although cp reported success` }];
  const text =
    `${host}: the result belongs to another configuration: ${requested.files} files, ${requested.bytes} bytes, ` +
    `${requested.workers} workers; requested: ${params.files} files, ${params.size} bytes, ${params.workers} workers`;
  return [{ level: 'invalid', code: 'WrongResult', text }];
}

/** `SourceBound`: with a slow source, the target would appear slow. */
function judgeSource({ host, status }: HostRaw, output: TreeCopyOutput): readonly Reason[] {
  const { elapsed } = toSeconds(output);
  const alone = Number(status?.facts['sourceSeconds'] ?? Number.NaN);
  const fromDisks = Number(status?.facts['readFromDisks'] ?? Number.NaN);
  const reason = (level: 'suspect' | 'note', text: string): readonly Reason[] => [
    { level, code: 'SourceBound', text: `${host}: ${text}` },
  ];
  if (fromDisks >= MAX_DISK_SHARE * output.requested.bytes) {
    const read = `${formatBytes(fromDisks)} were read from disks during the copy`;
    return reason(
      'suspect',
      `${read}: the tree does not fit in the memory of the host, so reading it may limit the copy`,
    );
  }
  if (Number.isNaN(alone))
    return reason('suspect', 'the time to read only the tree is unknown, so the source may limit the copy');
  if (alone < MAX_READ_SHARE * elapsed) return [];
  const took = `took ${formatSeconds(alone)} right before, the copy ${formatSeconds(elapsed)}`;
  return reason('note', `reading only the tree ${took}, so the host limits the copy as much as the target`);
}
