/** The `database` workload: I/O of a mail or SQL database with fio, and phases on whole databases. */
import { listBroken, type Problem } from '../../shapes/problem';
import { formatBytes } from '../../shapes/quantity';
import type { KnownWorkload } from '../contract';
import type { Duration } from '../plannable';
import type { Demand } from '../demand';
import { FIO_FACT_LABELS } from '../fio/cell/metrics';
import { FIO_MEASURE_STEP, FIO_START_SECONDS } from '../fio/cell/steps';
import { parseOutput } from '../fio/output/parse';
import rules from '../rules.json';
import { judgeScript, parseScript, readScriptHost } from '../tools/script-result';
import { SCRIPT_MEASURE_STEP } from '../tools/script-steps';
import { listFixtures, listStoredData } from './fixtures';
import { DATABASE_DEPTH } from './job-file';
import { buildLoadSteps, getOfferedLoad, judgeLoad, readLoadHost } from './load';
import { listMetrics, listLimits, DATABASE_METRICS } from './metrics';
import { PHASES_RESULT } from './parse';
import { buildPhaseSteps, computePhaseDemand, estimatePhases } from './phases';
import { findExactRates, isDivisible, LOG_PER_WRITE, PROFILES } from './rates';
import { type DatabaseParams, hasPhases, databaseSchema, type LoadParams } from './schema';

export const database: KnownWorkload<'database', DatabaseParams> = {
  kind: 'database',
  summary: 'database: IOPS and latency of a mail or SQL database, and times of phases on whole databases',
  schema: databaseSchema,
  variant: (params) => (hasPhases(params) ? 'phases' : 'load'),
  metrics: DATABASE_METRICS,
  factWords: FIO_FACT_LABELS,
  listMetrics,
  roles: ({ role }) => [{ role, mounts: true, measures: true }],
  check: checkParams,
  fixtures: listFixtures,
  script: (params, files) => (hasPhases(params) ? buildPhaseSteps(params, files) : buildLoadSteps(params, files)),
  duration: computeDuration,
  traffic: {
    listStoredData,
    limits: listLimits,
    load: (params) => (hasPhases(params) ? null : getOfferedLoad(params)),
  },
  parse: (text) => (PHASES_FILE.test(text) ? parseScript(PHASES_RESULT, text) : parseOutput(text)),
  readHost: (raw, params) => (hasPhases(params) ? readScriptHost(PHASES_RESULT, raw) : readLoadHost(raw, params)),
  judge: (_reading, hosts, params) =>
    hasPhases(params) ? judgeScript(PHASES_RESULT, hosts, params) : judgeLoad(hosts, params),
  demand: (params) =>
    hasPhases(params)
      ? { [SCRIPT_MEASURE_STEP]: computePhaseDemand(params) }
      : { [FIO_MEASURE_STEP]: computeLoadDemand(params) },
};

/** Start of `raw/database.json`. */
const PHASES_FILE = /^\s*\{\s*"tool"\s*:\s*"database"/;

const SIZE_LIMITS = { multiple: 1024 ** 2, least: 16 * 1024 ** 2, useful: 1024 ** 3 };

function checkParams(params: DatabaseParams): readonly Problem[] {
  const size = formatBytes(params.size);
  const errors = listBroken(
    [params.size % SIZE_LIMITS.multiple !== 0 || params.size < SIZE_LIMITS.least, rules.database.size, { size }],
    [!hasPhases(params) && params.measure < 1, rules.shortMeasure],
  );
  return errors.length > 0
    ? errors
    : [...checkRate(params), ...listBroken([params.size < SIZE_LIMITS.useful, rules.database.smallSize, { size }])];
}

function checkRate(params: DatabaseParams): readonly Problem[] {
  if (hasPhases(params) || params.rate === 'max') return [];
  const load = { ...params, rate: params.rate };
  if (isDivisible(load)) return [];
  return listBroken([true, rules.database.rate, { rate: load.rate, nearest: findExactRates(load).join(' or ') }]);
}

function computeDuration(params: DatabaseParams): Duration {
  if (!hasPhases(params)) {
    const { warmUp, measure: measured } = params;
    return { total: FIO_START_SECONDS + warmUp + measured, warmUp, measured, until: 'time' };
  }
  const { layout, measured } = estimatePhases(params);
  return { total: layout + measured, warmUp: 0, measured, until: 'done' };
}

/** A unit of work is one database I/O with its share of the log, whose writes count as further database writes. */
function computeLoadDemand({ databases, size, profile, rate, warmUp, measure }: LoadParams): Demand {
  const { bytes, reads } = PROFILES[profile];
  return {
    unit: {
      reads: { count: reads, bytes },
      writes: { count: (1 - reads) * (1 + LOG_PER_WRITE), bytes },
      sequential: false,
      metadata: {},
      cpuSeconds: 0.00002,
    },
    threads: databases,
    pace: rate === 'max' ? { loop: 'closed', depth: DATABASE_DEPTH } : { loop: 'open', rate },
    extent: { until: 'time', warmUpSeconds: warmUp, measuredSeconds: measure },
    workingBytes: databases * size,
    buffered: false,
  };
}
