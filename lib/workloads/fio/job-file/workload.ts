/** What the `fio` workload does with a job file, beside what it does with cells. */
import type { Problem } from '../../../shapes/problem';
import type { JobFileParams } from '../schema';
import { ofHosts as jobsOfHosts } from '../verify/job';
import { readJobFile, turnsOf } from './read';

export { check } from './check';
export { demand, load } from './demand';
export { judge } from './judge';
export { gives, limits } from './metrics';
export { printer } from './printer';
export { readHost } from './read-host';
export { duration, measureSteps } from './steps';

/** Rules that need the number of hosts. */
export function ofHosts({ jobFile }: JobFileParams, hosts: number): readonly Problem[] {
  return jobsOfHosts(readJobFile(jobFile).jobs, hosts);
}

/** Jobs that run at once take volumes in turn. */
export function volumesAtOnce({ jobFile }: JobFileParams): number {
  return Math.max(
    ...turnsOf(readJobFile(jobFile).jobs).map((turn) => turn.reduce((sum, { numjobs }) => sum + numjobs, 0)),
  );
}
