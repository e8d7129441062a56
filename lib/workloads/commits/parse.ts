/** `raw/commits.json` of measure.sh: latencies of commits, and requests of the disk. */
import * as z from 'zod';
import { Bins } from '../histogram';
import { isMemoryFileSystem } from '../host-memory';
import type { HostRaw } from '../contract';
import type { Reason } from '../../shapes/verdict';
import type { ScriptResult } from '../tools/script-result';
import {
  COMMIT_PERCENTILES,
  ENGINE_METRICS,
  ENGINE_NAMES,
  ENGINE_TIME_US,
  getEngine,
  isSqlite,
  TAIL_METRICS,
} from '../tools/commit-engines';
import type { CommitsParams } from './schema';

const countSchema = z.number().int().min(0);

const outputSchema = z.object({
  tool: z.literal('commits'),
  version: z.literal(1),
  /** `Python 3.9.16`. */
  python: z.string(),
  /** Version of SQLite; null for other engines. */
  sqlite: z.string().nullable(),
  requested: z.object({ engine: z.enum(ENGINE_NAMES), clients: countSchema, bytes: countSchema, runtime: z.number() }),
  /** Epoch seconds: the first commit began, and the last one ended. */
  start: z.number().min(0),
  end: z.number().min(0),
  commits: countSchema.min(1),
  /** Flushes of the log, of which each covers the commits of several clients; null for SQLite. */
  flushes: countSchema.min(1).nullable(),
  meanUs: z.number().min(0),
  longestUs: z.number().min(0),
  /** Latency, microseconds, and number of commits; ascending. */
  bins: z.array(z.tuple([z.number().min(0), countSchema])),
  /** Requests of the disk in that time; null for storage that is no disk. `flushes`: null if they are not counted. */
  device: z
    .object({ name: z.string(), writeCache: z.string(), writes: countSchema, flushes: countSchema.nullable() })
    .nullable(),
});

export type CommitsOutput = z.infer<typeof outputSchema>;

export const COMMITS_RESULT: ScriptResult<CommitsOutput, CommitsParams> = {
  tool: 'commits',
  shape: outputSchema,
  metrics: ENGINE_METRICS,
  statistic: 'value',
  fails: 'the commits',
  impossible: ({ start, end, commits, bins }) => {
    if (end <= start) return 'it ends before its start';
    const sum = bins.reduce((all, [, count]) => all + count, 0);
    return sum === commits ? null : `its latencies are those of ${sum} commits, not of ${commits}`;
  },
  figures: toFigures,
  incomplete: 'NoResult',
  listShortcomings: () => [],
  describe: ({ python, sqlite, requested: { engine } }) => ({
    version: sqlite === null ? python : `SQLite ${sqlite}`,
    label: engine,
  }),
  judgeMatch,
  doubts: listDoubts,
  traits: {
    'version of Python': ({ status }) => status?.version,
    'type of file system': ({ status }) => status?.mount.type,
  },
};

function toFigures(output: CommitsOutput): ReturnType<typeof COMMITS_RESULT.figures> {
  const { start, end, commits, flushes, meanUs, longestUs, bins, device, requested } = output;
  const latencies = Bins.of(bins);
  if (latencies === null) return null;
  const values: Readonly<Partial<Record<string, number | null>>> = {
    ...Object.fromEntries(COMMIT_PERCENTILES.map(({ metric, percent }) => [metric, latencies.percentile(percent)])),
    commit_latency_mean: meanUs,
    commits: commits / (end - start),
    longest_wait: isSqlite(requested.engine) ? longestUs : null,
    commits_per_flush: flushes === null || requested.clients === 1 ? null : commits / flushes,
    device_flushes_per_commit: device === null || device.flushes === null ? null : device.flushes / commits,
    device_writes_per_commit: device === null ? null : device.writes / commits,
  };
  const known = Object.entries(values).filter((one): one is [string, number] => typeof one[1] === 'number');
  return {
    figures: [
      {
        operation: null,
        values: Object.fromEntries(known),
        weight: commits,
        histograms: { commit_latency: latencies },
      },
    ],
    window: { from: start, to: end },
  };
}

function judgeMatch(host: string, { requested }: CommitsOutput, params: CommitsParams): readonly Reason[] {
  const format = ({ engine, clients, bytes, runtime }: typeof requested): string =>
    `${engine}, ${clients} clients, ${bytes} B, ${runtime} s`;
  const [done, meant] = [format(requested), format(params)];
  if (done === meant) return [];
  const text = `${host}: the result belongs to another configuration: ${done}; requested: ${meant}`;
  return [{ level: 'invalid', code: 'WrongResult', text }];
}

/** INVALID for commits that reach no storage, whatever else is wrong. */
export function judgeStorage({ host, status }: HostRaw): readonly Reason[] {
  const type = status?.mount.type;
  if (!isMemoryFileSystem(type)) return [];
  const text = `${host}: ${type ?? ''} is memory, which a restart clears: nothing was committed`;
  return [{ level: 'invalid', code: 'NothingCommitted', text }];
}

/** Disks make this share of flushes more than expected before a reason reports it. */
const EXTRA_FLUSHES = 1.25;
/** Commits whose flushes are below this time, microseconds: media write no block so fast, but caches answer. */
const QUICK_FLUSH_US = 200;
/** File systems for which the numbers of flushes are known. */
const COUNTED_TYPES = ['ext4', 'xfs'];

function listDoubts({ host, status }: HostRaw, output: CommitsOutput, params: CommitsParams): readonly Reason[] {
  const [type = '', options = ''] = [status?.mount.type, status?.mount.options];
  const p50 = findMedian(output);
  const toNote = (code: string, why: string, numbers = '', metrics?: readonly string[]): Reason => ({
    level: 'note',
    code,
    why,
    text: `${host}: ${why}${numbers}`,
    ...(metrics === undefined ? {} : { metrics }),
  });
  const { words, flushes, tail } = getEngine(params.engine);
  const groups = output.flushes ?? output.commits;
  const counted = output.device?.flushes ?? null;
  const found: Reason[] = [];
  if (output.device?.writeCache === 'write back' && counted === 0) {
    const text = `${host}: nothing was committed: ${output.device.name} has a volatile cache, and got no flush`;
    return [{ level: 'invalid', code: 'NothingCommitted', text }];
  }
  const journals = type === 'ext4' && /(?:^|,)data=journal(?:,|$)/.test(options);
  if (journals)
    found.push(toNote('FlushesDiffer', 'the mount option data=journal writes data twice, with more flushes'));
  else if (counted !== null && COUNTED_TYPES.includes(type) && counted > EXTRA_FLUSHES * flushes * groups) {
    const numbers = `: ${(counted / groups).toFixed(2)} per commit or group, ${flushes} expected`;
    found.push(toNote('FlushesDiffer', 'the disk got more flushes than these commits need: others use it', numbers));
  }
  if (output.device?.writeCache === 'write through')
    found.push(toNote('FlushUnseen', 'the disk reports no volatile cache, so durability without flushes is its word'));
  else if (counted !== null && p50 < QUICK_FLUSH_US * flushes)
    found.push(toNote('FlushUnseen', 'flushes are faster than media: a cache that the host cannot see answers'));
  if (!isSqlite(params.engine) && p50 < ENGINE_TIME_US)
    found.push(
      toNote(
        'EngineTimeUnknown',
        'half of the commits took below 1 ms, as an engine itself may: real ones take longer',
      ),
    );
  if (tail !== undefined) found.push(toNote('TailUnderstated', `p99 of ${words} is longer: ${tail}`, '', TAIL_METRICS));
  return found;
}

function findMedian({ bins, commits }: CommitsOutput): number {
  let sum = 0;
  return bins.find(([, count]) => (sum += count) * 2 >= commits)?.[0] ?? 0;
}
