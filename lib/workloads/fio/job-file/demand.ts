/**
 * Demand of a job file on simulated storage: one phase per turn. Concurrent jobs are simulated as one load with their
 * mean I/O size.
 */
import { computeMean } from '../../../shapes/collections';
import type { OfferedLoad } from '../../../shapes/metric';
import type { Demand, StepDemand } from '../../demand';
import { hasReadsAndWrites, isRandom, getReadShare } from '../options/operations';
import { computeMeanBytes, readSplit } from '../options/block-split';
import { countFlushes } from '../options/flushes';
import { getRateBounds, toLoadOfPauses } from '../options/options';
import { isSet } from '../options/pacing-options';
import { parseInteger, parseTime } from '../options/values';
import type { JobFileParams } from '../schema';
import { CPU_SECONDS_PER_IO } from '../cell/demand';
import { FIO_MEASURE_STEP } from '../cell/steps';
import { type FileJob, readJobFile, groupTurns } from '../jobs/read-job-file';

/** Mean bytes per I/O if unknown. Assumed. */
const DEFAULT_IO_BYTES = 4096;

/** Demand of each step, for rehearsals. */
export function computeDemand({ jobFile }: JobFileParams): Readonly<Record<string, StepDemand>> {
  const { jobs } = readJobFile(jobFile);
  const workingBytes = jobs.reduce((sum, { size, numjobs }) => sum + size * numjobs, 0);
  return { [FIO_MEASURE_STEP]: groupTurns(jobs).map((turn) => createTurnDemand(turn, workingBytes)) };
}

function createTurnDemand(given: readonly FileJob[], workingBytes: number): Demand {
  const jobs = given.flatMap((job) => Array.from({ length: job.numjobs }, () => job));
  const reads = computeMean(jobs.map(getJobReadShare));
  const bytes = Math.round(
    computeMean(
      jobs.map(
        (job) => getJobReadShare(job) * getIoBytes(job).read + (1 - getJobReadShare(job)) * getIoBytes(job).write,
      ),
    ),
  );
  const longest = Math.max(...jobs.map(({ rampTime, runtime }) => rampTime + runtime));
  const warmUpSeconds = Math.max(...jobs.map(({ rampTime }) => rampTime));
  return {
    unit: {
      reads: { count: reads, bytes },
      writes: { count: 1 - reads, bytes },
      flushes: computeMean(
        jobs.map((job) => (1 - getJobReadShare(job)) * countFlushes((name) => job.options.get(name))),
      ),
      sequential: jobs.every(({ rw }) => !isRandom(rw)),
      metadata: {},
      cpuSeconds: CPU_SECONDS_PER_IO,
    },
    threads: jobs.length,
    pace: toPace(given, jobs),
    extent: { until: 'time', warmUpSeconds, measuredSeconds: longest - warmUpSeconds },
    workingBytes,
    buffered: jobs.some(({ direct }) => !direct),
  };
}

/** Open loop if the rates of all jobs are known. @param clones each job as often as it runs */
function toPace(jobs: readonly FileJob[], clones: readonly FileJob[]): Demand['pace'] {
  const rate = sumJobRates(jobs);
  if (rate !== null) return { loop: 'open', rate };
  return { loop: 'closed', depth: Math.max(1, Math.round(computeMean(clones.map(({ iodepth }) => iodepth)))) };
}

/**
 * Offered load of a host, if all jobs run concurrently and each has a rate, or each pauses. Otherwise null, as rates of
 * successive turns cannot be added.
 */
export function getOfferedLoad({ jobFile }: JobFileParams): OfferedLoad | null {
  const { jobs } = readJobFile(jobFile);
  if (groupTurns(jobs).length > 1) return null;
  const rate = sumJobRates(jobs);
  if (rate === null) return toLoadOfPauses(sumRates(jobs.map(getPausedRate)));
  const byChance = jobs.some((job) => job.rate?.byChance === true);
  return { metric: 'iops', rate, least: getRateBounds({ byChance }).least, by: 'rate' };
}

/** I/Os per second of a job with pauses at zero latency; 0 without pauses, or with bursts of a given time. */
function getPausedRate({ options, numjobs }: FileJob): number {
  const text = options.get('thinktime') ?? '';
  // Without a unit, fio takes microseconds.
  const seconds = parseTime(/^\d+$/.test(text) ? `${text}us` : text) ?? 0;
  const each = parseInteger(options.get('thinktime_blocks') ?? '1', 1, Number.MAX_SAFE_INTEGER) ?? 0;
  return seconds === 0 || isSet(options.get('thinktime_iotime')) ? 0 : (numjobs * each) / seconds;
}

/** Total IOPS of the jobs and their clones; null if the rate of any job is unknown. */
export function sumJobRates(jobs: readonly FileJob[]): number | null {
  return sumRates(
    jobs.map(({ rate, numjobs }) => {
      const { read = 0, write = 0 } = rate?.iops ?? {};
      return (read + write) * numjobs;
    }),
  );
}

function sumRates(rates: readonly number[]): number | null {
  return rates.length === 0 || rates.includes(0) ? null : rates.reduce((sum, one) => sum + one, 0);
}

/** Share of reads of a job, 0–1. */
export function getJobReadShare({ rw, mix, rate }: FileJob): number {
  const { read = 0, write = 0 } = rate?.iops ?? {};
  return hasReadsAndWrites(rw) && read + write > 0 ? read / (read + write) : getReadShare(rw, mix);
}

/** Mean bytes per read, and per write, of a job. */
export function getIoBytes({ blocks, options }: FileJob): Readonly<Record<'read' | 'write', number>> {
  const split = readSplit(options.get('bssplit') ?? '');
  if (split === null) return blocks ?? { read: DEFAULT_IO_BYTES, write: DEFAULT_IO_BYTES };
  return { read: computeMeanBytes(split.read), write: computeMeanBytes(split.write) };
}
