/** The `commits` workload: small transactions of a database engine, until each is durable. */
import type { Fixture } from '../../shapes/fixture';
import type { KnownWorkload, ScriptFiles, Step, TargetContext } from '../contract';
import type { Duration } from '../plannable';
import { type Demand, ZERO_IOS } from '../demand';
import { judgeScript, parseScript, readScriptHost } from '../tools/script-result';
import { createPackageFixture } from '../tool';
import { BARRIER_SECONDS, createScriptSteps, SCRIPT_MEASURE_STEP, START_SECONDS } from '../tools/script-steps';
import { ENGINE_METRICS, getEngine, isSqlite, TAIL_METRICS } from '../tools/commit-engines';
import { COMMITS_RESULT, judgeStorage } from './parse';
import { checkHosts, checkParams, type CommitsParams, commitsSchema } from './schema';

/** CPU time per commit, seconds: on tmpfs, commits of a log take 4 to 16 µs with their engines, SQLite 50 µs. */
const CPU_SECONDS = { log: 10e-6, sqlite: 50e-6 };

export const commits: KnownWorkload<'commits', CommitsParams> = {
  kind: 'commits',
  summary: 'commits: latency of small transactions, as SQLite, PostgreSQL, MySQL, Redis, etcd and others commit them',
  schema: commitsSchema,
  metrics: ENGINE_METRICS,
  factWords: {},
  listMetrics: (params) => [
    {
      operation: null,
      metrics: listReported(params),
      ...(getEngine(params.engine).tail === undefined ? {} : { lowerBounds: TAIL_METRICS }),
    },
  ],
  roles: ({ role }) => [{ role, mounts: true, measures: true }],
  check: checkParams,
  hosts: { check: checkHosts },
  fixtures: listFixtures,
  script: buildTrialSteps,
  duration: computeDuration,
  traffic: { limits: () => [] },
  parse: (text) => parseScript(COMMITS_RESULT, text),
  readHost: (raw) => readScriptHost(COMMITS_RESULT, raw),
  judge: (_reading, hosts, params) => {
    const isLost = hosts.flatMap(judgeStorage);
    return isLost.length > 0 ? isLost : judgeScript(COMMITS_RESULT, hosts, params);
  },
  demand: computeDemand,
};

/** Time limits beyond the expected times, seconds: disks may take a second per flush, and SQLite waits for a minute. */
const EXTRA_SECONDS = 180;

/** Installs only the interpreter, as the program is part of the script. */
function listFixtures({ role }: CommitsParams, { files }: Pick<TargetContext, 'files'>): readonly Fixture[] {
  return [createPackageFixture('python3', [role], { seconds: 2, files: ['install.sh'] }, files)];
}

function computeDuration({ runtime }: CommitsParams): Duration {
  return { total: runtime + START_SECONDS, warmUp: 0, measured: runtime, until: 'time' };
}

/** One step creates the log or the database; the next commits from the agreed start time. */
function buildTrialSteps(params: CommitsParams, files: ScriptFiles): readonly Step[] {
  const { role, engine, clients, bytes, runtime } = params;
  const { shape, gather = 0 } = getEngine(engine);
  const variables = {
    COMMITS_ENGINE: engine,
    COMMITS_SHAPE: shape,
    COMMITS_CLIENTS: String(clients),
    COMMITS_BYTES: String(bytes),
    COMMITS_GATHER: String(gather),
    COMMITS_RUNTIME: String(runtime),
  };
  return createScriptSteps(
    {
      role,
      layout: {
        comment: ['Creates the log or the database.'],
        variables,
        files: ['folder.sh', 'program.py', 'layout.sh'],
        expectedSeconds: START_SECONDS,
        timeoutSeconds: EXTRA_SECONDS,
      },
      measure: {
        comment: ['Commits until the time is over.'],
        variables,
        files: ['folder.sh', 'program.py', 'measure.sh'],
        expectedSeconds: runtime + START_SECONDS,
        timeoutSeconds: Math.ceil(runtime + BARRIER_SECONDS + EXTRA_SECONDS),
      },
    },
    files,
  );
}

/** With several writers, most commits of SQLite are as fast as with one, and few wait for seconds: p50 hides them. */
function listReported({ engine, clients }: CommitsParams): readonly string[] {
  const hidden = [
    ...(isSqlite(engine) ? ['commits_per_flush'] : ['longest_wait']),
    ...(isSqlite(engine) && clients > 1 ? ['commit_latency_p50'] : []),
    ...(clients === 1 ? ['commits_per_flush'] : []),
  ];
  return Object.keys(ENGINE_METRICS).filter((name) => !hidden.includes(name));
}

/** A unit of work is one flush of the log, or one transaction of SQLite. */
function computeDemand({ engine, bytes, runtime }: CommitsParams): Readonly<Record<string, Demand>> {
  const { flushes } = getEngine(engine);
  return {
    [SCRIPT_MEASURE_STEP]: {
      unit: {
        reads: ZERO_IOS,
        writes: { count: flushes, bytes: Math.max(bytes, 4096) },
        flushes,
        sequential: true,
        metadata: {},
        cpuSeconds: isSqlite(engine) ? CPU_SECONDS.sqlite : CPU_SECONDS.log,
      },
      threads: 1,
      pace: { loop: 'closed', depth: 1 },
      extent: { until: 'time', warmUpSeconds: 0, measuredSeconds: runtime },
      workingBytes: 0,
      buffered: true,
    },
  };
}
