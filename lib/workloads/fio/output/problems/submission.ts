/**
 * Threads that submit I/Os all the time: the kernel lets each of them begin before it takes the next. With fio 3.33,
 * libaio and `iodepth=16`, buffered reads and writes that extend a file submitted for 99 % of the time, and IOPS ×
 * latency came to 15.9 all the same; direct writes of a whole file for 5 %.
 */

/** Share of the time of its threads from which a job is limited by it. Chosen. */
export const SUBMITTING = 0.8;

/** @param share of the time of each thread */
export function submissionText(share: number, iodepth: number): string {
  const percent = `${Math.min(100, 100 * share).toFixed(0)} %`;
  return `submitting I/Os took ${percent} of the time of each job: fewer than iodepth ${iodepth} were with the storage`;
}
