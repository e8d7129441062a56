/** `raw/metadata.json` of measure.sh: operations and times of each process of a host in each phase. */
import * as z from 'zod';
import { formatSeconds } from '../../shapes/quantity';
import type { Reason } from '../../shapes/verdict';
import type { HostRaw, Reading, Window } from '../contract';
import { judgeShortRun } from '../host-failures';
import { isMemoryFileSystem } from '../host-memory';
import { judgeStragglers } from '../straggler';
import { judgeServers } from '../tools/metadata-servers';
import { judgeScript, findOutput, type ScriptResult } from '../tools/script-result';
import { getFacts, METADATA_METRICS, getPrerequisite, OPERATION_NAMES, type OperationName } from './operations';
import type { MetadataParams } from './schema';

/** Shorter phases mostly measure process start-up and clock reads. */
const MIN_SECONDS = 1;
/** Delay ÷ `runtime` above which the previous phase is reported for delaying the start of a process. */
const MAX_LATE_SHARE = 0.05;
/** In-memory file systems, which have no storage behind a cache. */

const countSchema = z.number().int().min(0);
/** Epoch seconds. */
const instantSchema = z.number().min(0);

const phaseSchema = z.object({
  operation: z.enum(OPERATION_NAMES as [OperationName, ...OperationName[]]),
  /** The agreed start time. */
  start: instantSchema,
  /** Whether the host dropped its caches of names and attributes before the phase. */
  forgot: z.boolean(),
  ranks: z.array(
    z.object({
      rank: countSchema,
      began: instantSchema,
      ended: instantSchema,
      done: countSchema,
      error: z.string().nullable(),
    }),
  ),
});

const outputSchema = z.object({
  tool: z.literal('metadata'),
  version: z.literal(1),
  /** `Python 3.9.16`. */
  python: z.string(),
  requested: z.object({
    ranks: countSchema,
    hosts: countSchema,
    filesPerRank: countSchema,
    runtime: z.number(),
    shifted: z.boolean(),
    ownDirectory: z.boolean(),
  }),
  phases: z.array(phaseSchema),
});

export type MetadataOutput = z.infer<typeof outputSchema>;
export type MetadataPhase = MetadataOutput['phases'][number];

export const METADATA_RESULT: ScriptResult<MetadataOutput, MetadataParams> = {
  tool: 'metadata',
  shape: outputSchema,
  metrics: METADATA_METRICS,
  statistic: 'mean',
  fails: 'the processes',
  impossible: ({ phases }) => {
    const names = phases.map(({ operation }) => operation);
    const again = names.find((name, index) => names.indexOf(name) !== index);
    if (again !== undefined) return `it reports ${again} twice`;
    const back = phases.find(({ start, ranks }) => ranks.some(({ began, ended }) => began < start || ended < began));
    return back === undefined ? null : `its times are out of order in ${back.operation}`;
  },
  figures: toFigures,
  incomplete: 'PhaseIncomplete',
  listShortcomings,
  describe: ({ python, requested }) => ({ version: python, label: `${requested.ranks} processes` }),
  judgeMatch,
  doubts: (raw, output, params) =>
    output.phases.flatMap((one) => [
      ...judgeDuration(raw.host, one, output),
      ...judgeStart(raw.host, one, params),
      ...judgeCacheHits(raw, one, output),
    ]),
  traits: {
    'version of Python': ({ status }) => status?.version,
    'type of file system': ({ status }) => status?.mount.type,
  },
};

export function judgeReading(reading: Reading, hosts: readonly HostRaw[], params: MetadataParams): readonly Reason[] {
  // Compares rates per process: with 7 processes on 4 hosts, one host has fewer processes but is not slower.
  const processes = new Map(hosts.map((raw) => [raw.host, findOutput(METADATA_RESULT, raw)?.phases[0]?.ranks.length]));
  const own = reading.observations.filter(({ host }) => host !== 'aggregate');
  const ofEach = own.map((one) => ({ ...one, value: one.value / (processes.get(one.host) ?? 1) }));
  return [
    ...judgeScript(METADATA_RESULT, hosts, params),
    ...judgeServers(hosts, params),
    ...params.operations.flatMap((name) =>
      judgeStragglers(ofEach.filter(({ metric }) => metric === getFacts(name).metric)),
    ),
  ];
}

/** From the agreed start time to the end of the host's last process; null if the host has no process. */
function getWindow({ start, ranks }: MetadataPhase): Omit<Window, 'host'> | null {
  return ranks.length === 0 ? null : { from: start, to: Math.max(...ranks.map(({ ended }) => ended)) };
}

function toFigures({ phases }: MetadataOutput): ReturnType<typeof METADATA_RESULT.figures> {
  const found = phases.flatMap((one) => {
    const window = getWindow(one);
    const done = one.ranks.reduce((sum, rank) => sum + rank.done, 0);
    if (window === null || done === 0 || window.to <= window.from) return [];
    return [{ metric: getFacts(one.operation).metric, window, done }];
  });
  if (found.length === 0) return null;
  const windows = found.map(({ window }) => window);
  return {
    figures: [
      {
        operation: null,
        values: Object.fromEntries(found.map(({ metric, window, done }) => [metric, done / (window.to - window.from)])),
        windows: Object.fromEntries(found.map(({ metric, window }) => [metric, window])),
        weight: found.reduce((sum, { done }) => sum + done, 0),
        histograms: {},
      },
    ],
    window: { from: Math.min(...windows.map(({ from }) => from)), to: Math.max(...windows.map(({ to }) => to)) },
  };
}

/** Processes that failed or did no operation. */
function listShortcomings({ requested, phases }: MetadataOutput): readonly string[] {
  return phases.flatMap(({ operation, ranks }) => {
    const failed = ranks.filter(({ error }) => error !== null);
    const [first] = failed;
    if (first !== undefined)
      return [`${failed.length} of ${ranks.length} processes ended ${operation} early: ${first.error ?? ''}`];
    const idle = ranks.filter(({ done }) => done === 0).length;
    // If all share one directory, only the first process of a host lists it.
    const some = operation === 'list' && !requested.ownDirectory ? ranks.length - 1 : 0;
    return idle <= some ? [] : [`${idle} of ${ranks.length} processes did no ${operation}`];
  });
}

function judgeMatch(host: string, { requested, phases }: MetadataOutput, params: MetadataParams): readonly Reason[] {
  const wordsOf = (of: Omit<MetadataParams, 'kind' | 'role' | 'shiftRanks'>): string =>
    `${of.ranks} processes, ${of.filesPerRank} files of each, ${formatSeconds(of.runtime)}, ` +
    `${of.ownDirectory ? 'a directory each' : 'one directory'}: ${of.operations.join(', ')}`;
  const [done, meant] = [
    wordsOf({ ...requested, operations: phases.map(({ operation }) => operation) }),
    wordsOf(params),
  ];
  if (done === meant && requested.runtime === params.runtime) return [];
  const text = `${host}: the result belongs to another configuration: ${done}; requested: ${meant}`;
  return [{ level: 'invalid', code: 'WrongResult', text }];
}

/** Suggests more files if all were created; otherwise a longer `runtime`, which limits the creation of files. */
function judgeDuration(host: string, one: MetadataPhase, { requested, phases }: MetadataOutput): readonly Reason[] {
  const window = getWindow(one);
  if (window === null) return [];
  const needs = getPrerequisite(one.operation) ?? one.operation;
  const made = phases.find(({ operation }) => operation === needs)?.ranks ?? one.ranks;
  const all = made.every(({ done }) => done >= requested.filesPerRank);
  const remedy = all ? 'Increase `filesPerRank`' : `Increase \`runtime\`, so that ${needs} creates more`;
  const [what, seconds] = [`${host}: ${one.operation}`, window.to - window.from];
  return judgeShortRun(what, seconds, MIN_SECONDS, remedy, [getFacts(one.operation).metric]);
}

function judgeStart(
  host: string,
  { operation, start, ranks }: MetadataPhase,
  { runtime }: MetadataParams,
): readonly Reason[] {
  const most = Math.max(...ranks.map(({ began }) => began - start));
  if (most <= MAX_LATE_SHARE * runtime) return [];
  const text = `${host} began ${operation} ${formatSeconds(most)} late: the previous phase took too long`;
  return [{ level: 'suspect', code: 'LateStart', text, metrics: [getFacts(operation).metric] }];
}

/** A host may have cached files that it created or looked up. */
function judgeCacheHits(
  { host, status }: HostRaw,
  one: MetadataPhase,
  { requested, phases }: MetadataOutput,
): readonly Reason[] {
  const { operation, forgot } = one;
  const { looks, metric } = getFacts(operation);
  if (looks !== true || forgot || isMemoryFileSystem(status?.mount.type)) return [];
  // The first lookup is for files of another host; later lookups by the same host repeat it.
  const first = phases.find((each) => getFacts(each.operation).looks === true)?.operation;
  if (requested.shifted && requested.hosts > 1 && operation === first) return [];
  const text =
    `${host}: caches of the host may have answered ${operation}: the host created or looked up these files before, ` +
    'and could not drop its caches';
  return [{ level: 'suspect', code: 'CacheServed', text, metrics: [metric] }];
}
