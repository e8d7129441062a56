/** The plan-only `database` workload: I/O of a mail or SQL database, and phases on whole databases. */
import { listBroken } from '../../shapes/problem';
import type { Duration, StoredData, TargetContext } from '../contract';
import type { Demand } from '../demand';
import rules from '../rules.json';
import type { PlannedFixture, PlanOnlyWorkload, PlannedStep } from '../plan-only-workload';
import { listMetrics, listLimits, DATABASE_METRICS } from './metrics';
import { type DatabaseParams, hasPhases, type DatabasePhase, type PhaseParams, databaseSchema } from './schema';

/** Overhead of a script. */
const START_SECONDS = 2;
/**
 * Rate at which one host first writes data, bytes per second: planned rate, and minimum rate before the step times out.
 */
const FILL_RATE = { expected: 200e6, least: 10e6 };
/** Rate of one host in each phase, bytes per second; copying reads and writes. Assumed. */
const PHASE_RATE: Readonly<Record<DatabasePhase, number>> = { create: 200e6, copy: 100e6, checksum: 400e6 };
/** Added to time limits. */
const MARGIN_SECONDS = 600;

/** I/O size and read share by profile, the usual models of mail servers and online transactions. */
const PROFILES = {
  mail: { bytes: 32 * 1024, reads: 0.6 },
  sql: { bytes: 8 * 1024, reads: 0.7 },
} as const;
/** Bytes per log write, and log writes per database write. Assumed. */
const LOG_WRITES = { bytes: 32 * 1024, perWrite: 0.5 };
/** I/Os in flight per database with `rate: max`. */
const MAX_RATE_DEPTH = 8;

export const database: PlanOnlyWorkload<'database', DatabaseParams> = {
  kind: 'database',
  summary: 'database: IOPS and latency of a mail or SQL database, and times of phases on whole databases',
  schema: databaseSchema,
  metrics: DATABASE_METRICS,
  factWords: {},
  listMetrics,
  roles: ({ role }) => [{ role, mounts: true, measures: true }],
  check: (params) =>
    listBroken(
      [params.size < 1024 ** 3, rules.database.size],
      [!hasPhases(params) && params.measure < 1, rules.shortMeasure],
    ),
  listStoredData,
  duration: computeDuration,
  limits: listLimits,
  fixtures: ({ role }, place) => fixtures(role, place),
  script: (params) => [buildMeasureStep(params)],
  demand: (params) => ({ measure: demand(params) }),
};

/** Of one host. */
function getPhaseBytes(phase: DatabasePhase, { size, databases, copies }: PhaseParams): number {
  return size * (phase === 'copy' ? copies : databases);
}

function computeDuration(params: DatabaseParams): Duration {
  if (!hasPhases(params)) {
    const { warmUp, measure: measured } = params;
    return { total: START_SECONDS + warmUp + measured, warmUp, measured, until: 'time' };
  }
  const measured = params.phases.reduce((sum, phase) => sum + getPhaseBytes(phase, params) / PHASE_RATE[phase], 0);
  return { total: START_SECONDS + measured, warmUp: 0, measured, until: 'done' };
}

function buildMeasureStep(params: DatabaseParams): PlannedStep {
  const { total } = computeDuration(params);
  const step = {
    name: 'measure',
    roles: [params.role],
    barrier: true,
    measures: true,
    expectedSeconds: total,
  } as const;
  if (!hasPhases(params)) return { ...step, timeoutSeconds: Math.ceil(total) + MARGIN_SECONDS };
  const bytes = params.phases.reduce((sum, phase) => sum + getPhaseBytes(phase, params), 0);
  const written = params.phases.filter((phase) => phase !== 'checksum');
  return {
    ...step,
    timeoutSeconds: Math.ceil(bytes / FILL_RATE.least) + MARGIN_SECONDS,
    idleSeconds: START_SECONDS,
    work: { writtenBytes: written.reduce((sum, phase) => sum + getPhaseBytes(phase, params), 0), operations: {} },
  };
}

/** The largest databases of any configuration, plus space for the databases that a host copies. */
function listStoredData(cells: readonly DatabaseParams[]): readonly StoredData[] {
  return [...new Set(cells.map(({ role }) => role))].map((role) => {
    const its = cells.filter((cell) => cell.role === role);
    const parts = listDatabaseSizes(its);
    const copied = its.map((cell) => (hasPhases(cell) && cell.phases.includes('copy') ? cell.copies : 0));
    return { role, parts: [...parts, ...parts.slice(0, Math.max(...copied))], setting: 'size' };
  });
}

/** Bytes of each database of a host: the maximum over all configurations. */
function listDatabaseSizes(cells: readonly DatabaseParams[]): readonly number[] {
  const most = Math.max(0, ...cells.map(({ databases }) => databases));
  return Array.from({ length: most }, (_, number) =>
    Math.max(...cells.filter(({ databases }) => databases > number).map(({ size }) => size)),
  );
}

/** The tool, and databases that are written once and serve all configurations of a target instance. */
function fixtures(
  role: string,
  { copy, copies, mounts, stored, cells }: Omit<TargetContext<DatabaseParams>, 'files'>,
): readonly PlannedFixture[] {
  const parts = listDatabaseSizes(cells.filter((cell) => cell.role === role));
  const bytes = parts.reduce((sum, part) => sum + part, 0);
  const timeoutSeconds = Math.ceil((copies * bytes) / FILL_RATE.least) + MARGIN_SECONDS;
  const tool = {
    slot: 'tool/fio',
    what: 'fio',
    roles: [role],
    needs: [],
    expectedSeconds: 2,
    timeoutSeconds: 1800,
    downSeconds: 1,
    stays: true,
  } as const;
  const data = {
    slot: `data/${copy}/database`,
    what: { parts, stored },
    roles: [role],
    needs: ['tool/fio', ...mounts.filter(({ roles }) => roles.includes(role)).map(({ slot }) => slot)],
    expectedSeconds: START_SECONDS + bytes / FILL_RATE.expected,
    timeoutSeconds,
    downSeconds: MARGIN_SECONDS,
    work: { writtenBytes: bytes, operations: {} },
    survives: true,
    stays: true,
  } as const;
  return [tool, data];
}

/** A unit of work is one database I/O with its share of the log, or one block in a phase. */
function demand(params: DatabaseParams): Demand {
  const { databases, size, profile } = params;
  const { bytes, reads } = PROFILES[profile];
  const common = { threads: databases, workingBytes: databases * size, buffered: false } as const;
  if (hasPhases(params)) {
    const block = 1024 ** 2;
    const moved = (some: readonly DatabasePhase[]): number =>
      params.phases.reduce((sum, phase) => sum + (some.includes(phase) ? getPhaseBytes(phase, params) : 0), 0);
    const units = params.phases.reduce((sum, phase) => sum + getPhaseBytes(phase, params), 0) / block;
    const io = (some: readonly DatabasePhase[]) => ({ count: moved(some) / block / Math.max(1, units), bytes: block });
    return {
      ...common,
      unit: {
        reads: io(['copy', 'checksum']),
        writes: io(['create', 'copy']),
        sequential: true,
        metadata: {},
        cpuSeconds: 0,
      },
      pace: { loop: 'closed', depth: 1 },
      extent: { until: 'done', units },
    };
  }
  // Adds log bytes as further database writes.
  const logged = LOG_WRITES.perWrite * (LOG_WRITES.bytes / bytes);
  return {
    ...common,
    unit: {
      reads: { count: reads, bytes },
      writes: { count: (1 - reads) * (1 + logged), bytes },
      sequential: false,
      metadata: {},
      cpuSeconds: 0.00002,
    },
    pace: params.rate === 'max' ? { loop: 'closed', depth: MAX_RATE_DEPTH } : { loop: 'open', rate: params.rate },
    extent: { until: 'time', warmUpSeconds: params.warmUp, measuredSeconds: params.measure },
  };
}
