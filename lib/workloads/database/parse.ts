/** `raw/database.json` of phases.sh: time and bytes of each phase, and places of corrupt data. */
import * as z from 'zod';
import { formatBytes } from '../../shapes/quantity';
import type { Reason } from '../../shapes/verdict';
import type { HostFigures, HostRaw } from '../contract';
import { judgeShortRun } from '../host-failures';
import { isMemoryFileSystem, mayCache } from '../host-memory';
import type { ScriptResult } from '../tools/script-result';
import { DATABASE_METRICS } from './metrics';
import { DATABASE_PHASES, getPhaseBytes, type PhaseParams } from './schema';

/** Shorter phases are SUSPECT: times are in milliseconds, and starting I/O takes some of them. */
const MIN_SECONDS = 0.2;

const countSchema = z.number().int().min(0);
/** Seconds, or epoch seconds. */
const secondsSchema = z.number().min(0);

const phaseSchema = z.object({
  phase: z.enum(DATABASE_PHASES),
  began: secondsSchema,
  ended: secondsSchema,
  /** I/O time of fio or run time of dd, summed over the files, and the time of the sync after it. */
  seconds: secondsSchema,
  syncSeconds: secondsSchema,
  /** Written by `create`, copied by `copy`, read by `checksum`. */
  bytes: countSchema,
});

const outputSchema = z.object({
  tool: z.literal('database'),
  version: z.literal(1),
  /** Output of `fio --version`. */
  fio: z.string(),
  /** Databases of the host, bytes of each, and databases that it copies. */
  asked: z.object({ databases: countSchema, bytes: countSchema, copies: countSchema }),
  phases: z.array(phaseSchema),
  /** Files and offsets of blocks that differ from what was written, at most three. */
  mismatches: z.array(z.string()),
});

export type DatabaseOutput = z.infer<typeof outputSchema>;
type PhaseOutput = DatabaseOutput['phases'][number];

export const PHASES_RESULT: ScriptResult<DatabaseOutput, PhaseParams> = {
  tool: 'database',
  shape: outputSchema,
  metrics: DATABASE_METRICS,
  statistic: 'value',
  fails: 'a phase',
  impossible: ({ phases }) => {
    const wrong = phases.find(({ began, ended }) => ended < began);
    return wrong === undefined ? null : `${wrong.phase} ended at ${wrong.ended}, before it began at ${wrong.began}`;
  },
  figures: ({ phases }) => {
    const figures = phases.filter(({ seconds }) => seconds > 0).map(toFigures);
    const [from, to] = [Math.min(...phases.map(({ began }) => began)), Math.max(...phases.map(({ ended }) => ended))];
    return figures.length === 0 ? null : { figures, window: { from, to } };
  },
  incomplete: 'PhaseIncomplete',
  listShortcomings,
  describe: ({ fio, asked, phases }) => ({ version: fio, label: describeWork(phases, asked) }),
  judgeMatch,
  doubts: (raw, output) => [
    ...judgeMismatches(raw.host, output.mismatches),
    ...output.phases.flatMap(({ phase, seconds }) =>
      judgeShortRun(`${raw.host}: ${phase}`, seconds, MIN_SECONDS, 'Increase `size`'),
    ),
    ...judgeCaches(raw, output),
  ],
  traits: {
    'version of fio': ({ status }) => status?.version,
    O_DIRECT: ({ status }) => status?.facts['direct'],
    'type of file system': ({ status }) => status?.mount.type,
  },
};

function toFigures({ phase, began, ended, seconds, syncSeconds, bytes }: PhaseOutput): HostFigures {
  const synced = seconds + syncSeconds;
  const values = { elapsed: seconds, elapsed_synced: synced, throughput: bytes / synced };
  const window = { from: began, to: ended };
  const windows = Object.fromEntries(Object.keys(values).map((name) => [name, window]));
  return { operation: phase, values, windows, weight: bytes, histograms: {} };
}

/** Missing bytes. Reading stops at corrupt data, which another reason reports. */
function listShortcomings({ asked, phases, mismatches }: DatabaseOutput): readonly string[] {
  const params = { ...asked, size: asked.bytes, phases: phases.map(({ phase }) => phase) };
  return phases.flatMap(({ phase, bytes }) => {
    const expected = getPhaseBytes(phase, params);
    if (bytes === expected || (phase === 'checksum' && mismatches.length > 0)) return [];
    return [`${phase} processed ${formatBytes(bytes)} of ${formatBytes(expected)}`];
  });
}

function describeWork(
  phases: readonly Pick<PhaseOutput, 'phase'>[],
  { databases, bytes, copies }: DatabaseOutput['asked'],
): string {
  const names = phases.map(({ phase }) => phase).join(', ');
  return `${names} of ${databases} databases of ${formatBytes(bytes)}, ${copies} copied`;
}

function judgeMatch(host: string, { asked, phases }: DatabaseOutput, params: PhaseParams): readonly Reason[] {
  const { databases, size: bytes, copies } = params;
  const expected = params.phases.map((phase) => ({ phase }));
  const [found, requested] = [describeWork(phases, asked), describeWork(expected, { databases, bytes, copies })];
  if (found === requested && asked.bytes === bytes) return [];
  const text = `${host}: the result belongs to another configuration: ${found}; requested: ${requested}`;
  return [{ level: 'invalid', code: 'WrongResult', text }];
}

function judgeMismatches(host: string, mismatches: readonly string[]): readonly Reason[] {
  if (mismatches.length === 0) return [];
  const text = `${host}: the checksum phase read data that differs from what was written: ${mismatches.join('; ')}`;
  return [{ level: 'invalid', code: 'VerifyFailed', text }];
}

/** Without O_DIRECT, `copy` reads what was just written; `checksum` does, too, if caches could not be dropped. */
function judgeCaches({ host, status }: HostRaw, { asked, phases }: DatabaseOutput): readonly Reason[] {
  const { direct, caches = 'dropped', memBytes = '0' } = status?.facts ?? {};
  const memory = Number(memBytes);
  const cached = phases.filter(({ phase }) => phase === 'copy' || (phase === 'checksum' && caches !== 'dropped'));
  const isFitting = mayCache(asked.databases * asked.bytes, memory);
  if (direct === '1' || cached.length === 0 || !isFitting || isMemoryFileSystem(status?.mount.type)) return [];
  const sizes = `${formatBytes(asked.databases * asked.bytes)} of databases, ${formatBytes(memory)} of host memory`;
  const names = cached.map(({ phase }) => phase).join(' and ');
  const text = `${host}: without O_DIRECT, the page cache may have served ${names}`;
  return [{ level: 'suspect', code: 'CacheServed', text: `${text}: ${sizes}` }];
}
