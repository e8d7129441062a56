/** Job files for tests. */
import type { FileJob } from '../../../../lib/workloads/fio/jobs/read-job-file';
import { type JobFileParams, fioSchema, isJobFile } from '../../../../lib/workloads/fio/schema';

/** Two turns: random reads, then a mix by two clones. */
export const TWO_TURNS = `[global]
ioengine=libaio
direct=1 # past the memory
size=8m
time_based
runtime=1s
group_reporting=1

; the first
[small]
rw=randread
bs=4k
iodepth=4

[mix]
stonewall
rw=randrw
rwmixread=70
bs=16k
numjobs=2
`;

/** Lines of one job in addition to the required ones. */
export function withLines(...lines: readonly string[]): string {
  return ['[a]', 'size=8m', 'runtime=2s', 'direct=1', ...lines].join('\n');
}

/** The parameters of the schema. */
export function jobParams(jobFile: string): JobFileParams {
  const params = fioSchema.parse({ kind: 'fio', jobFile });
  if (!isJobFile(params)) throw new Error('no job file');
  return params;
}

/** The first one. */
export function getFirstJob(jobs: readonly FileJob[]): FileJob {
  const [job] = jobs;
  if (job === undefined) throw new Error('there is no job');
  return job;
}
