/** What a job file gives: figures by the name of the job and what it did, as jobs are never added up. */
import { type HeldRates, type Moves, READ_AND_WRITE } from '../../../shapes/metric';
import type { Gives } from '../../contract';
import { METRICS } from '../cell/metrics';
import { directionsIn, isRandom } from '../options/operations';
import type { JobFileParams } from '../schema';
import { operationName } from '../jobs/field';
import { type FileJob, readJobFile, turnsOf } from '../jobs/read';
import { givenOverTime } from './series';

/** Each job's reads, and its writes. */
export function gives(params: JobFileParams): readonly Gives[] {
  const metrics = Object.keys(METRICS);
  return readJobFile(params.jobFile).jobs.flatMap((job) => {
    const series = givenOverTime(job, params);
    return operationsOf(job).map((operation): Gives => ({ operation, metrics, series }));
  });
}

/** Jobs that run at once share what is paid for; those in turn never do. */
export function limits({ jobFile }: JobFileParams): readonly HeldRates[] {
  return turnsOf(readJobFile(jobFile).jobs).map((jobs) => ({
    of: jobs.flatMap(operationsOf),
    bytes: { metric: 'bandwidth', limit: 'bandwidth', moves: movesOf(jobs) },
    // Small requests that follow each other reach the disks as few large ones.
    operations: { metric: 'iops', limit: jobs.every(({ rw }) => isRandom(rw)) ? 'iops' : null },
  }));
}

function movesOf(jobs: readonly FileJob[]): Readonly<Record<string, Moves>> {
  return Object.fromEntries(
    jobs.flatMap(({ name, rw }) =>
      directionsIn(rw).map((direction) => [operationName(name, direction), READ_AND_WRITE[direction]]),
    ),
  );
}

function operationsOf({ name, rw }: FileJob): readonly string[] {
  return directionsIn(rw).map((direction) => operationName(name, direction));
}
