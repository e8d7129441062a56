/** The `tree-copy` workload: a tree of many small files, copied by one or many workers. */
import type { KnownWorkload } from '../contract';
import { check } from './check';
import { fixtures, laidOut } from './fixtures';
import { judge } from './judge';
import { COPY, FACT_WORDS, limits, METRICS } from './metrics';
import { modelled } from './modelled';
import { parseOutput, readHost } from './read-host';
import { schema, type TreeCopyParams } from './schema';
import { duration, trialSteps } from './steps';

export const treeCopy: KnownWorkload<'tree-copy', TreeCopyParams> = {
  kind: 'tree-copy',
  summary: 'tree-copy: how long it takes to copy a tree of many small files, with one or many workers',
  schema,
  metrics: METRICS,
  factWords: FACT_WORDS,
  gives: () => [{ operation: COPY, metrics: Object.keys(METRICS) }],
  roles: ({ role }) => [{ role, mounts: true, measures: true }],
  check,
  fixtures,
  laidOut,
  script: trialSteps,
  duration,
  limits,
  parse: parseOutput,
  readHost,
  judge,
  modelled,
};
