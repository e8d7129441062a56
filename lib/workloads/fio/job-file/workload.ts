/** What the `fio` workload does with a job file, beside what it does with cells. */
import type { JobFileParams } from '../schema';
import { readJobFile, turnsOf } from '../jobs/read';

export { check } from './check';
export { demand, load } from './demand';
export { judge } from './judge';
export { gives, limits } from './metrics';
export { readHost } from './read-host';
export { duration, measureSteps } from './steps';

/** Jobs that run at once take volumes in turn. */
export function volumesAtOnce({ jobFile }: JobFileParams): number {
  return Math.max(
    ...turnsOf(readJobFile(jobFile).jobs).map((turn) => turn.reduce((sum, { numjobs }) => sum + numjobs, 0)),
  );
}
