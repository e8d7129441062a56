/** `raw/tree-copy.json`, which copy.sh writes: who copied what and when, and what was there afterwards. */
import * as z from 'zod';
import { formatBytes, formatSeconds } from '../../shapes/quantity';
import type { Reason } from '../../shapes/verdict';
import type { HostRaw, Reading } from '../contract';
import { judgeStragglers } from '../straggler';
import { judgeScript, type ScriptResult } from '../tools/script-result';
import { COPY, METRICS } from './metrics';
import type { TreeCopyParams } from './schema';

/** Under a second, starting processes and the looks at the clock decide. */
const MIN_SECONDS = 1;
/**
 * Share of the bytes that came from disks while it was copied: nearly all of them are those of the tree, which should
 * lie in memory. What a local target reads of its own folders is less.
 */
const DISK_SHARE = 0.05;
/**
 * Share of the time of the copy in which the tree alone can be read, out of memory and by as many workers. Every copy
 * reads, from and to memory for about a third of its time.
 */
const READ_SHARE = 0.5;

const count = z.number().int().min(0);
/** Epoch seconds. */
const instant = z.number().min(0);

const shape = z.object({
  tool: z.literal('tree-copy'),
  version: z.literal(1),
  /** First line of `cp --version`. */
  cp: z.string(),
  asked: z.object({ files: count, bytes: count, workers: count }),
  /** When the first worker began, when the last one had ended, and when all was written out. */
  began: instant,
  copied: instant,
  synced: instant,
  workers: z.array(
    z.object({ worker: count, files: count, bytes: count, began: instant, ended: instant, rc: z.number().int() }),
  ),
  /** `right`: files that are there under their name and with their length. */
  found: z.object({ files: count, bytes: count, right: count }),
});

export type TreeCopyOutput = z.infer<typeof shape>;

export const RESULT: ScriptResult<TreeCopyOutput, TreeCopyParams> = {
  tool: 'tree-copy',
  shape,
  metrics: METRICS,
  statistic: 'value',
  fails: 'the copy',
  impossible: ({ began, copied, synced }) =>
    began <= copied && copied <= synced
      ? null
      : `its times run backwards: began ${began}, copied ${copied}, synced ${synced}`,
  figures: (output) => {
    const { elapsed, synced } = toSeconds(output);
    const { files, bytes } = output.found;
    if (elapsed <= 0 || files === 0) return null;
    const values = { elapsed, elapsed_synced: synced, files_per_second: files / synced, throughput: bytes / synced };
    return {
      figures: { operation: COPY, values, weight: files, histograms: {} },
      window: { from: output.began, to: output.synced },
    };
  },
  incomplete: 'CopyIncomplete',
  listShortcomings,
  describe: ({ cp, asked, workers }) => ({ version: cp, label: `${asked.files} files, ${workers.length} workers` }),
  judgeMatch,
  doubts: (raw, output) => [...judgeShortRun(raw.host, output), ...judgeSource(raw, output)],
  traits: {
    'version of cp': ({ status }) => status?.version,
    'the tree that they copy': ({ status }) => status?.facts['treeHash'],
    'where the tree lies': ({ status }) => status?.facts['sourceMount'],
    'what the end of a write means': ({ status }) => status?.facts['acknowledged'],
    'type of file system': ({ status }) => status?.mount.type,
  },
};

/** All reasons. */
export function judge(reading: Reading, hosts: readonly HostRaw[], params: TreeCopyParams): readonly Reason[] {
  return [...judgeScript(RESULT, hosts, params), ...judgeStragglers(reading.observations, 'files_per_second')];
}

/** Seconds until the last cp had ended, and until all was written out. */
function toSeconds({ began, copied, synced }: TreeCopyOutput): { readonly elapsed: number; readonly synced: number } {
  // What is left of doubles of today's epoch are microseconds at most.
  const since = (moment: number): number => Math.round((moment - began) * 1e6) / 1e6;
  return { elapsed: since(copied), synced: since(synced) };
}

/** It is not whole, or a worker failed. */
function listShortcomings({ asked, workers, found }: TreeCopyOutput): readonly string[] {
  const failed = workers.filter(({ rc }) => rc !== 0).map(({ worker, rc }) => `worker ${worker} (exit code ${rc})`);
  return [
    ...(failed.length === 0 ? [] : [`not all of cp ended well: ${failed.join(', ')}`]),
    ...(workers.length === asked.workers ? [] : [`${workers.length} of ${asked.workers} workers left a result`]),
    ...(found.right === asked.files && found.files === asked.files && found.bytes === asked.bytes
      ? []
      : [
          `the copy is not whole: ${found.files} files and ${found.bytes} bytes are there, ${found.right} of them as ` +
            `they should be; ${asked.files} files and ${asked.bytes} bytes were to be copied`,
        ]),
  ];
}

function judgeMatch(host: string, { asked, found }: TreeCopyOutput, params: TreeCopyParams): readonly Reason[] {
  if (asked.files === params.files && asked.bytes === params.size && asked.workers === params.workers)
    return found.files > 0
      ? []
      : [{ level: 'invalid', code: 'ZeroIo', text: `${host}: nothing was copied, although cp says no word of it` }];
  const text =
    `${host}: this is another copy: ${asked.files} files, ${asked.bytes} bytes, ${asked.workers} workers, where ` +
    `${params.files} files, ${params.size} bytes, ${params.workers} workers were asked`;
  return [{ level: 'invalid', code: 'WrongResult', text }];
}

function judgeShortRun(host: string, output: TreeCopyOutput): readonly Reason[] {
  const { synced } = toSeconds(output);
  if (synced >= MIN_SECONDS) return [];
  const text = `${host} had copied and synced all files after ${formatSeconds(synced)}: give more files`;
  return [{ level: 'suspect', code: 'ShortRun', text }];
}

/** A slow source would be taken for a slow target. */
function judgeSource({ host, status }: HostRaw, output: TreeCopyOutput): readonly Reason[] {
  const { elapsed } = toSeconds(output);
  const alone = Number(status?.facts['sourceSeconds'] ?? Number.NaN);
  const fromDisks = Number(status?.facts['readFromDisks'] ?? Number.NaN);
  const reason = (level: 'suspect' | 'note', text: string): readonly Reason[] => [
    { level, code: 'SourceBound', text: `${host}: ${text}` },
  ];
  if (fromDisks >= DISK_SHARE * output.asked.bytes) {
    const read = `${formatBytes(fromDisks)} were read from disks while the tree was copied`;
    return reason('suspect', `${read}: it does not stay in the memory of the host, and the source may be what limits`);
  }
  if (Number.isNaN(alone))
    return reason('suspect', 'nothing shows how long reading the tree takes, so that the source may be what limits');
  if (alone < READ_SHARE * elapsed) return [];
  const took = `took ${formatSeconds(alone)} right before, and the copy ${formatSeconds(elapsed)}`;
  return reason('note', `reading the tree alone ${took}: the host limits as much as the target`);
}
