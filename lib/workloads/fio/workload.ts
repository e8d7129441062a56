/** The `fio` workload: reads and writes of one operation, block size and depth; file operations; or a job file. */
import type { OfferedLoad } from '../../shapes/metric';
import type { KnownWorkload } from '../contract';
import { check } from './cell/check-params';
import { fixtures, listStoredData } from './fixtures';
import * as file from './job-file/workload';
import { judge } from './cell/judge';
import { FACT_WORDS, listMetrics, limits, METRICS } from './cell/metrics';
import { OPTIONS } from './options/known-options';
import { getGivenLoad } from './options/options';
import { parseOutput } from './output/parse';
import { demand } from './cell/demand';
import { readHost } from './cell/read-host';
import { blockBytes, type FioParams, isJobFile, isMetadata, schema } from './schema';
import { duration, measureSteps } from './cell/steps';

export const fio: KnownWorkload<'fio', FioParams> = {
  kind: 'fio',
  summary: 'fio: IOPS, bandwidth and latency of one operation, block size and depth, or of a job file',
  schema,
  textFiles: { jobFile: '.fio' },
  options: OPTIONS,
  metrics: METRICS,
  factWords: FACT_WORDS,
  listMetrics: (params) => (isJobFile(params) ? file.listJobMetrics(params) : listMetrics(params)),
  roles: ({ role }) => [{ role, mounts: true, measures: true }],
  check: (params) => (isJobFile(params) ? file.check(params) : check(params)),
  fixtures,
  listStoredData,
  script: (params, files) => (isJobFile(params) ? file.measureSteps(params, files) : measureSteps(params, files)),
  duration: (params) => (isJobFile(params) ? file.duration(params) : duration(params)),
  limits: (params) => (isJobFile(params) ? file.limits(params) : limits(params)),
  load,
  parse: parseOutput,
  readHost: (raw, params) => (isJobFile(params) ? file.readHost(raw, params) : readHost(raw, params)),
  judge: (reading, hosts, params) =>
    isJobFile(params) ? file.judge(reading, hosts, params) : judge(reading, hosts, params),
  demand: (params) => (isJobFile(params) ? file.demand(params) : demand(params)),
};

function load(params: FioParams): OfferedLoad | null {
  if (isJobFile(params)) return file.load(params);
  return isMetadata(params) ? null : getGivenLoad(params, params.numjobs, blockBytes(params));
}
