/** The `metadata` workload: how many files a second many processes make, look up, rename and remove, without MPI. */
import type { HeldRates } from '../../shapes/metric';
import type { KnownWorkload } from '../contract';
import { type Demand, onFiles } from '../demand';
import { parseOwn, readOwnHost } from '../tools/own-result';
import { factsOf, METRICS, OPERATION_NAMES, type OperationName } from './operations';
import { judge, RESULT } from './result';
import { check, type MetadataParams, ofHosts, schema } from './schema';
import { LAYOUT, MEASURE } from '../tools/own-steps';
import { duration, fixtures, PAUSE_SECONDS, trialSteps } from './steps';

/** Processor time of one operation: 98,700 creates a second of one process in memory, measured on a busy machine. */
const OPERATION_SECONDS = 10e-6;

export const metadata: KnownWorkload<'metadata', MetadataParams> = {
  kind: 'metadata',
  summary: 'metadata: how many files and directories a second many processes make, look up, list, rename and remove',
  schema,
  metrics: METRICS,
  factWords: {},
  needs: { oneTree: true },
  gives: ({ operations }) => [{ operation: null, metrics: operations.map((name) => factsOf(name).metric) }],
  roles: ({ role }) => [{ role, mounts: true, measures: true }],
  check,
  ofHosts,
  fixtures,
  script: trialSteps,
  duration,
  limits,
  parse: (text) => parseOwn(RESULT, text),
  readHost: (raw) => readOwnHost(RESULT, raw),
  judge,
  demand,
};

/** Operations are done one after the other: each has its limit for itself. */
function limits({ operations }: MetadataParams): readonly HeldRates[] {
  return OPERATION_NAMES.filter((name) => operations.includes(name)).flatMap((name): HeldRates[] => {
    const { metric, limit } = factsOf(name);
    return limit === undefined ? [] : [{ of: null, bytes: null, operations: { metric, limit } }];
  });
}

function demand({ operations, runtime, ranks }: MetadataParams): Readonly<Record<string, readonly Demand[]>> {
  const timed = { until: 'time', warmUpSeconds: 0, measuredSeconds: runtime } as const;
  const phase = (name: OperationName, index: number): Demand => ({
    ...onFiles(factsOf(name).asks, OPERATION_SECONDS, ranks, timed),
    ofAll: true,
    ...(index === 0 ? {} : { pauseSeconds: PAUSE_SECONDS }),
  });
  const made: Demand = { ...phase('mkdir', 0), extent: { until: 'done', units: ranks } };
  return { [LAYOUT]: [made], [MEASURE]: operations.map((name, index) => phase(name, index)) };
}
