/** The `metadata` workload: rates at which many processes create, look up, rename and remove files, without MPI. */
import type { LimitedRates } from '../../shapes/metric';
import type { KnownWorkload } from '../contract';
import { type Demand, toFileDemand } from '../demand';
import { parseScript, readScriptHost } from '../tools/script-result';
import { getFacts, METRICS, OPERATION_NAMES, type OperationName } from './operations';
import { judge, RESULT } from './parse';
import { check, type MetadataParams, checkHosts, schema } from './schema';
import { LAYOUT, MEASURE } from '../tools/script-steps';
import { duration, fixtures, PAUSE_SECONDS, trialSteps } from './steps';

/** CPU time per operation, seconds: one process created 98,700 files per second in memory on a busy machine. */
const OPERATION_SECONDS = 10e-6;

export const metadata: KnownWorkload<'metadata', MetadataParams> = {
  kind: 'metadata',
  summary: 'metadata: rates at which many processes create, look up, list, rename and remove files and directories',
  schema,
  metrics: METRICS,
  factWords: {},
  needs: { oneTree: true },
  listMetrics: ({ operations }) => [{ operation: null, metrics: operations.map((name) => getFacts(name).metric) }],
  roles: ({ role }) => [{ role, mounts: true, measures: true }],
  check,
  checkHosts,
  fixtures,
  script: trialSteps,
  duration,
  limits,
  parse: (text) => parseScript(RESULT, text),
  readHost: (raw) => readScriptHost(RESULT, raw),
  judge,
  demand,
};

/** Phases run in succession, so each has its own limit. */
function limits({ operations }: MetadataParams): readonly LimitedRates[] {
  return OPERATION_NAMES.filter((name) => operations.includes(name)).flatMap((name): LimitedRates[] => {
    const { metric, limit } = getFacts(name);
    return limit === undefined ? [] : [{ of: null, bytes: null, operations: { metric, limit } }];
  });
}

function demand({ operations, runtime, ranks }: MetadataParams): Readonly<Record<string, readonly Demand[]>> {
  const timed = { until: 'time', warmUpSeconds: 0, measuredSeconds: runtime } as const;
  const phase = (name: OperationName, index: number): Demand => ({
    ...toFileDemand(getFacts(name).asks, OPERATION_SECONDS, ranks, timed),
    ofAll: true,
    ...(index === 0 ? {} : { pauseSeconds: PAUSE_SECONDS }),
  });
  const made: Demand = { ...phase('mkdir', 0), extent: { until: 'done', units: ranks } };
  return { [LAYOUT]: [made], [MEASURE]: operations.map((name, index) => phase(name, index)) };
}
