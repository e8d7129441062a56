/** The `metadata` workload: how many files a second many processes make, look up, rename and remove, without MPI. */
import type { HeldRates } from '../../shapes/metric';
import type { KnownWorkload } from '../contract';
import { check, ofHosts } from './check';
import { judge } from './judge';
import { modelled } from './modelled';
import { factsOf, METRICS, OPERATION_NAMES } from './operations';
import { parseOutput, readHost } from './read-host';
import { type MetadataParams, schema } from './schema';
import { duration, fixtures, trialSteps } from './steps';

export const metadata: KnownWorkload<'metadata', MetadataParams> = {
  kind: 'metadata',
  summary: 'metadata: how many files and directories a second many processes make, look up, list, rename and remove',
  schema,
  metrics: METRICS,
  factWords: {},
  oneTree: true,
  gives: ({ operations }) => [{ operation: null, metrics: operations.map((name) => factsOf(name).metric) }],
  roles: ({ role }) => [{ role, mounts: true, measures: true }],
  check,
  ofHosts,
  fixtures,
  script: trialSteps,
  duration,
  limits,
  parse: parseOutput,
  readHost,
  judge,
  modelled,
};

/** Operations are done one after the other: each has its limit for itself. */
function limits({ operations }: MetadataParams): readonly HeldRates[] {
  return OPERATION_NAMES.filter((name) => operations.includes(name)).flatMap((name): HeldRates[] => {
    const { metric, limit } = factsOf(name);
    return limit === undefined ? [] : [{ of: null, bytes: null, operations: { metric, limit } }];
  });
}
