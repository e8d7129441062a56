/** Limits of the client: threads that spend all their time submitting I/Os, or that are busy with other work. */
import { sumAll } from '../../../../shapes/collections';
import type { Job } from '../job';

/**
 * Minimum share of thread time at which submission limits a job. The kernel starts each I/O before it accepts the next.
 * With fio 3.33, libaio and `iodepth=16`, buffered reads and file-extending writes submitted for 99% of the time,
 * although IOPS × latency was still 15.9; direct writes of a whole file submitted for 5%. Chosen.
 */
export const MIN_SUBMIT_SHARE = 0.8;

/** @param share submission time ÷ total time of the threads */
export function formatSubmission(share: number, iodepth: number): string {
  const percent = `${Math.min(100, 100 * share).toFixed(0)}% of the time of each job`;
  return `submitting I/Os took ${percent}: fewer than iodepth ${iodepth} were in flight at the storage`;
}

/** Minimum share of the usable CPU time at which the client limits the result. */
const MAX_BUSY_SHARE = 0.9;

/** Null if the jobs left CPU time unused and no single job used a whole CPU. @param threads of all jobs */
export function findBusyText(jobs: readonly Pick<Job, 'cpu'>[], threads: number, cpus: number): string | null {
  const each = jobs.map(({ cpu }) => cpu ?? 0);
  const together = (sumAll(each) * threads) / jobs.length / Math.min(threads, cpus);
  // A job uses at most one CPU.
  const single = each.reduce((most, cpu) => Math.max(most, cpu), 0);
  const share = Math.max(together, single);
  if (!(share > MAX_BUSY_SHARE)) return null;
  const who = together > MAX_BUSY_SHARE ? 'the jobs' : 'one of the jobs';
  return (
    `${who} used ${Math.min(100, 100 * share).toFixed(0)}% of the available CPU time: the storage may be faster ` +
    'than measured'
  );
}
