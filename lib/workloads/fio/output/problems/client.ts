/** A host that is at its limit: threads that submit I/Os, or are busy otherwise, all the time. */
import { sumAll } from '../../../../shapes/collections';
import type { Job } from '../job';

/**
 * Share of the time of its threads from which a job is limited by submitting: the kernel lets each I/O begin before it
 * takes the next. With fio 3.33, libaio and `iodepth=16`, buffered reads and writes that extend a file submitted for
 * 99 % of the time, and IOPS × latency came to 15.9 all the same; direct writes of a whole file for 5 %. Chosen.
 */
export const SUBMIT_SHARE = 0.8;

/** @param share of the time of each thread */
export function formatSubmission(share: number, iodepth: number): string {
  const percent = `${Math.min(100, 100 * share).toFixed(0)} %`;
  return `submitting I/Os took ${percent} of the time of each job: fewer than iodepth ${iodepth} were with the storage`;
}

/** Share of the CPUs that its jobs may use, from which a host was busy with itself. */
const BUSY = 0.9;

/** Null where CPUs were left, and no job had all of one. @param threads that the jobs stand for */
export function findBusyText(jobs: readonly Pick<Job, 'cpu'>[], threads: number, cpus: number): string | null {
  const each = jobs.map(({ cpu }) => cpu ?? 0);
  const together = (sumAll(each) * threads) / jobs.length / Math.min(threads, cpus);
  // No job has more than one CPU.
  const single = each.reduce((most, cpu) => Math.max(most, cpu), 0);
  const share = Math.max(together, single);
  if (!(share > BUSY)) return null;
  const [who, could] =
    together > BUSY ? ['the jobs were busy with themselves', 'they'] : ['one of the jobs was busy with itself', 'it'];
  return (
    `${who} for ${Math.min(100, 100 * share).toFixed(0)} % of the CPU time that ${could} could use: the storage may ` +
    'give more than was measured'
  );
}
