/** The `fio` workload: reads and writes of one operation, block size and depth, or operations on files. */
import type { Workload } from '../contract';
import { check } from './check';
import { judge } from './judge';
import { modelled } from './modelled/modelled';
import { parseOutput } from './output/parse';
import { read } from './read';
import { type FioParams, schema } from './schema';
import { duration, laidOut, measureStages, prepareStages } from './steps';

export const fio: Workload<FioParams> = {
  kind: 'fio',
  summary: 'fio: IOPS, bandwidth and latency of one operation, block size and depth',
  schema,
  metrics: {
    iops: { unit: 'ops/s', better: 'higher' },
    bandwidth: { unit: 'bytes/s', better: 'higher' },
    latency_mean: { unit: 'us', better: 'lower' },
    latency_p50: { unit: 'us', better: 'lower' },
    latency_p95: { unit: 'us', better: 'lower' },
    latency_p99: { unit: 'us', better: 'lower' },
    latency_p99_9: { unit: 'us', better: 'lower' },
  },
  roles: (params) => [params.role],
  check,
  prepare: prepareStages,
  laidOut,
  script: measureStages,
  duration,
  parse: parseOutput,
  read,
  judge: (_reading, hosts, params) => judge(hosts, params),
  modelled,
};
