/** The `metadata` workload: rates at which many processes create, look up, rename and remove files, without MPI. */
import type { LimitedRates } from '../../shapes/metric';
import { groupBy } from '../../shapes/collections';
import type { KnownWorkload } from '../contract';
import type { StoredData } from '../plannable';
import { type Demand, createMetadataDemand } from '../demand';
import { parseScript, readScriptHost } from '../tools/script-result';
import { getFacts, METADATA_METRICS, OPERATION_NAMES, type OperationName } from './operations';
import { judgeReading, METADATA_RESULT } from './parse';
import { checkParams, type MetadataParams, checkHosts, metadataSchema } from './schema';
import { SCRIPT_LAYOUT_STEP, SCRIPT_MEASURE_STEP } from '../tools/script-steps';
import { computeDuration, listFixtures, PAUSE_SECONDS, buildTrialSteps } from './steps';

/** CPU time per operation, seconds: one process created 98,700 files per second in memory on a busy machine. */
const CPU_SECONDS_PER_OPERATION = 10e-6;

export const metadata: KnownWorkload<'metadata', MetadataParams> = {
  kind: 'metadata',
  summary: 'metadata: rates at which many processes create, look up, list, rename and remove files and directories',
  schema: metadataSchema,
  metrics: METADATA_METRICS,
  factWords: {},
  needs: { oneTree: true },
  listMetrics: ({ operations }) => [{ operation: null, metrics: operations.map((name) => getFacts(name).metric) }],
  roles: ({ role }) => [{ role, mounts: true, measures: true }],
  check: checkParams,
  hosts: { check: checkHosts },
  fixtures: listFixtures,
  script: buildTrialSteps,
  duration: computeDuration,
  traffic: { listStoredData, limits: listLimits },
  parse: (text) => parseScript(METADATA_RESULT, text),
  readHost: (raw) => readScriptHost(METADATA_RESULT, raw),
  judge: judgeReading,
  demand: computeDemand,
};

/** Files and directories of the largest trial, which removes them; they hold no bytes. */
function listStoredData(cells: readonly MetadataParams[]): readonly StoredData[] {
  return [...groupBy(cells, ({ role }) => role)].map(([role, its]) => {
    const count = Math.max(...its.map(({ ranks, filesPerRank }) => ranks * filesPerRank));
    return { role, parts: [], setting: 'filesPerRank', names: { count, setting: 'filesPerRank' }, ofTrial: true };
  });
}

/** Phases run in succession, so each has its own limit. */
function listLimits({ operations }: MetadataParams): readonly LimitedRates[] {
  return OPERATION_NAMES.filter((name) => operations.includes(name)).flatMap((name): LimitedRates[] => {
    const { metric, limit } = getFacts(name);
    return limit === undefined ? [] : [{ of: null, bytes: null, operations: { metric, limit } }];
  });
}

function computeDemand({ operations, runtime, ranks }: MetadataParams): Readonly<Record<string, readonly Demand[]>> {
  const timed = { until: 'time', warmUpSeconds: 0, measuredSeconds: runtime } as const;
  const phase = (name: OperationName, index: number): Demand => ({
    ...createMetadataDemand(getFacts(name).asks, CPU_SECONDS_PER_OPERATION, ranks, timed),
    ofAll: true,
    ...(index === 0 ? {} : { pauseSeconds: PAUSE_SECONDS }),
  });
  const made: Demand = { ...phase('mkdir', 0), extent: { until: 'done', units: ranks } };
  return { [SCRIPT_LAYOUT_STEP]: [made], [SCRIPT_MEASURE_STEP]: operations.map((name, index) => phase(name, index)) };
}
