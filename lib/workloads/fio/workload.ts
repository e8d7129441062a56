/** The `fio` workload: reads and writes of one operation, block size and depth; file operations; or a job file. */
import type { OfferedLoad } from '../../shapes/metric';
import type { KnownWorkload } from '../contract';
import { checkParams } from './cell/check-params';
import { listFixtures, listStoredData } from './fixtures';
import * as file from './job-file/workload';
import { judgeHosts } from './cell/judge';
import { FIO_FACT_LABELS, listMetrics, listLimits, METRICS } from './cell/metrics';
import { FIO_OPTIONS } from './options/known-options';
import { getGivenLoad } from './options/options';
import { parseOutput } from './output/parse';
import { computeDemand } from './cell/demand';
import { readHost } from './cell/read-host';
import { getBlockBytes, type FioParams, isJobFile, isMetadata, fioSchema } from './schema';
import { estimateDuration, buildMeasureSteps } from './cell/steps';

export const fio: KnownWorkload<'fio', FioParams> = {
  kind: 'fio',
  summary: 'fio: IOPS, bandwidth and latency of one operation, block size and depth, or of a job file',
  schema: fioSchema,
  variant: (params) => (isJobFile(params) ? 'job file' : isMetadata(params) ? 'file operations' : ''),
  textFiles: { jobFile: '.fio' },
  tool: { options: FIO_OPTIONS },
  metrics: METRICS,
  factWords: FIO_FACT_LABELS,
  listMetrics: (params) => (isJobFile(params) ? file.listJobMetrics(params) : listMetrics(params)),
  roles: ({ role }) => [{ role, mounts: true, measures: true }],
  check: (params) => (isJobFile(params) ? file.checkParams(params) : checkParams(params)),
  fixtures: listFixtures,
  script: (params, files) => (isJobFile(params) ? file.measureSteps(params, files) : buildMeasureSteps(params, files)),
  duration: (params) => (isJobFile(params) ? file.duration(params) : estimateDuration(params)),
  traffic: {
    listStoredData,
    limits: (params) => (isJobFile(params) ? file.listLimits(params) : listLimits(params)),
    load: getOfferedLoad,
  },
  parse: parseOutput,
  readHost: (raw, params) => (isJobFile(params) ? file.readHost(raw, params) : readHost(raw, params)),
  judge: (_reading, hosts, params) => (isJobFile(params) ? file.judge(hosts, params) : judgeHosts(hosts, params)),
  demand: (params) => (isJobFile(params) ? file.demand(params) : computeDemand(params)),
};

function getOfferedLoad(params: FioParams): OfferedLoad | null {
  if (isJobFile(params)) return file.load(params);
  return isMetadata(params) ? null : getGivenLoad(params, params.numjobs, getBlockBytes(params));
}
