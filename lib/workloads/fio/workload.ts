/** The `fio` workload: reads and writes of one operation, block size and depth, or operations on files. */
import type { KnownWorkload } from '../contract';
import { check } from './check';
import { fixtures, laidOut } from './fixtures';
import { judge } from './judge';
import { FACT_WORDS, gives, limits, METRICS } from './metrics';
import { modelled } from './modelled/modelled';
import { parseOutput } from './output/parse';
import { readHost } from './read-host';
import { type FioParams, schema } from './schema';
import { duration, measureSteps } from './steps';

export const fio: KnownWorkload<'fio', FioParams> = {
  kind: 'fio',
  summary: 'fio: IOPS, bandwidth and latency of one operation, block size and depth',
  schema,
  metrics: METRICS,
  factWords: FACT_WORDS,
  gives,
  roles: ({ role }) => [{ role, mounts: true, measures: true }],
  check,
  fixtures,
  laidOut,
  // Jobs take them in turn.
  volumesAtOnce: ({ numjobs }) => numjobs,
  script: measureSteps,
  duration,
  limits,
  parse: parseOutput,
  readHost,
  judge,
  modelled,
};
