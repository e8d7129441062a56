/** The fio job file of a load: one job for all databases of a host, and one for their logs. */
import type { JobFileParams } from '../fio/schema';
import { LATENCY_LOG } from '../fio/cell/series';
import { PROFILES, splitRate } from './rates';
import type { LoadParams } from './schema';

/** Job names; operations are named after them. `workloads/fio/folder.sh` moves the files of the log job. */
export const DATABASE_JOB = 'db';
export const LOG_JOB = 'log';

/** I/Os in flight per database with `rate: max`. */
export const DATABASE_DEPTH = 8;

/**
 * Seconds of I/Os that fit into a queue at a fixed rate: twice the latency limits of Jetstress for database reads
 * (20 ms) and log writes (10 ms), so that a level misses these limits before its queue is full. At low rates a single
 * slow I/O must not fill the queue: it has at least some places.
 */
const QUEUE_SECONDS = { database: 0.04, log: 0.02 } as const;
const QUEUE_MIN = { database: 32, log: 16 } as const;
/** Most I/Os in the queue of a job: fio allocates a buffer for each. */
const MAX_DEPTH = 1024;

/** @param rate I/Os per second of one job */
function pickDepth(rate: number, seconds: number, least: number): number {
  return Math.min(MAX_DEPTH, Math.max(least, Math.ceil(rate * seconds)));
}

/** Bytes of a log file, which is overwritten again and again, as databases reuse their log files. Assumed. */
export const LOG_BYTES = 256 * 1024 ** 2;

/**
 * Renders the job file. Random seeds differ between hosts and trials (`randrepeat=0`), so that hosts do not send their
 * I/Os at the same moments. With `rate: max` the log is a closed loop of depth 1: option `flow` keeps the ratio of log
 * writes to database writes, but halved the IOPS or worse, depending on `flow_sleep` (measured with fio 3.33).
 * @param direct whether the file system accepts O_DIRECT
 */
export function toJobFile(params: LoadParams, direct = true): JobFileParams {
  const { role, profile, databases, size, rate, warmUp, measure } = params;
  const { bytes, reads } = PROFILES[profile];
  const split = rate === 'max' ? null : splitRate({ profile, databases, rate });
  const common = [
    `bs=${bytes}`,
    `numjobs=${databases}`,
    'ioengine=libaio',
    `direct=${direct ? 1 : 0}`,
    'time_based=1',
    `ramp_time=${Math.round(1000 * warmUp)}ms`,
    `runtime=${Math.round(1000 * measure)}ms`,
    'randrepeat=0',
    `${LATENCY_LOG.option}=1`,
  ];
  const depths =
    split === null
      ? { database: DATABASE_DEPTH, log: 1 }
      : {
          database: pickDepth(split.read + split.write, QUEUE_SECONDS.database, QUEUE_MIN.database),
          log: pickDepth(split.log, QUEUE_SECONDS.log, QUEUE_MIN.log),
        };
  const pace = (rates: string): readonly string[] => [`rate_iops=${rates}`, 'rate_process=poisson'];
  const lines = [
    `[${DATABASE_JOB}]`,
    `filename_format=${DATABASE_JOB}.$jobnum`,
    `size=${size}`,
    'rw=randrw',
    `iodepth=${depths.database}`,
    ...common,
    ...(split === null ? [`rwmixread=${Math.round(100 * reads)}`] : pace(`${split.read},${split.write}`)),
    '',
    `[${LOG_JOB}]`,
    `filename_format=${LOG_JOB}.$jobnum`,
    `size=${LOG_BYTES}`,
    'rw=write',
    'sync=dsync',
    `iodepth=${depths.log}`,
    ...common,
    ...(split === null ? [] : pace(String(split.log))),
  ];
  return { kind: 'fio', role, jobFile: lines.join('\n') };
}
