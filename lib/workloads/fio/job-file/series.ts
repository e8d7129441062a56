/**
 * Rates over time of a job file: fio keeps a log for each job, of all its clones, with the time of the day, which tells
 * when the turn of the job came (https://fio.readthedocs.io/en/latest/fio_doc.html#cmdoption-arg-log-unix-epoch).
 */
import type { Gives, HostRaw } from '../../contract';
import { LATENCY } from '../../steady';
import { type HostSeries, LATENCY_LOG, readLatencies, seriesOfKib, type Sums, sumsOf } from '../cell/series';
import { type HostOutput, runtimeSeconds } from '../cell/read-host';
import type { JobFileParams } from '../schema';
import { directionsIn } from '../options/operations';
import type { Operation } from '../output/direction';
import { nameOf, operationName } from '../jobs/field';
import { type FileJob, readJobFile, turnsOf } from '../jobs/read';

/** Lines of the logs of one host, at most: each clone of a job writes one a step and direction, of some 35 bytes. */
const LINES_MOST = 50_000;
/** Seconds of a step that are tried in turn. */
const STEPS = [1, 2, 5, 10, 30, 60, 300, 900, 3600] as const;

/** Seconds of a step, the same for all jobs of a file: the shortest with which logs stay small. */
export function stepSeconds({ jobFile }: JobFileParams): number {
  const { jobs } = readJobFile(jobFile);
  const aSecond = jobs.reduce(
    (sum, job) => sum + job.numjobs * directionsIn(job.rw).length * job.runtime * logsOf(job).length,
    0,
  );
  return STEPS.find((step) => aSecond / step <= LINES_MOST) ?? Math.max(...STEPS);
}

/** The file of a job, below the working directory of fio. */
export function logOf({ name }: Pick<FileJob, 'name'>, of: 'bw' | 'lat' = 'bw'): string {
  return `${prefixOf(name)}_${of}.log`;
}

/** Options of the logs of a job: those of the rate, and at a given one of latencies. */
export function logsOf({ name, rate }: Pick<FileJob, 'name' | 'rate'>): readonly (readonly [string, string])[] {
  return ['write_bw_log', ...(rate === null ? [] : [LATENCY_LOG.option])].map((option) => [option, prefixOf(name)]);
}

/** Options that all jobs have. */
export function logOptions(params: JobFileParams): Readonly<Record<string, string>> {
  return { per_job_logs: '0', log_unix_epoch: '1', log_avg_msec: String(stepSeconds(params) * 1000) };
}

/** The text with a log of its own for each job. */
export function withLogs(params: JobFileParams): string {
  const { text, jobs } = readJobFile(params.jobFile);
  const lines = new Map(jobs.map((job) => [job.line, logsOf(job).map((option) => option.join('='))]));
  return text
    .split('\n')
    .flatMap((content, index) => [content, ...(lines.get(index + 1) ?? [])])
    .join('\n');
}

/** What one job gives over time. */
export function givenOverTime(job: FileJob, params: JobFileParams): NonNullable<Gives['series']> {
  const metrics = [...(job.bs === null ? [] : ['iops']), 'bandwidth', ...(job.rate === null ? [] : [LATENCY])];
  return { everySeconds: stepSeconds(params), metrics };
}

/**
 * Series of one host: of each job and direction that its result tells of.
 * @param began epoch seconds at which the first jobs went on; null where nobody knows
 */
export function seriesIn(
  host: Pick<HostOutput, 'raw' | 'output'>,
  params: JobFileParams,
  began: number | null,
): readonly HostSeries[] {
  return loggedIn(host, params, began).flatMap(({ job, from, step, sums, latencies }) => [
    ...[...sums].flatMap(([operation, values]) =>
      seriesOfKib(values, job.bs, { operation: operationName(job.name, operation), from, step }),
    ),
    ...latencies,
  ]);
}

/** What the log of a job tells. */
export interface Logged {
  readonly job: FileJob;
  /** Epoch seconds at which its first step begins. */
  readonly from: number;
  /** Seconds. */
  readonly step: number;
  /** KiB a second. */
  readonly sums: Sums;
  readonly latencies: readonly HostSeries[];
}

/** Logs of one host, of jobs that its result tells of. @param began as of {@link seriesIn} */
export function loggedIn(
  { raw, output }: Pick<HostOutput, 'raw' | 'output'>,
  params: JobFileParams,
  began: number | null,
): readonly Logged[] {
  const step = stepSeconds(params);
  return turnsOf(readJobFile(params.jobFile).jobs).flatMap((ofTurn, turn) => {
    const logs = ofTurn.map((job) => ({ job, text: textOf(raw, job) }));
    // Its first line comes a step after the warm-up of a job; one that did nothing at first has a later one.
    const begins = logs.map(({ job, text }) => firstMs(text) - (step + job.rampTime) * 1000);
    const turnMs = Math.min(turn === 0 && began !== null ? began * 1000 : Infinity, ...begins);
    return logs.flatMap(({ job, text }): readonly Logged[] => {
      const run = output.runs.find(({ label }) => nameOf(label) === job.name);
      if (run === undefined || firstMs(text) === Infinity) return [];
      const fromMs = turnMs + job.rampTime * 1000;
      const operations = run.directions.map(({ operation }) => operation);
      const steps = { fromMs, step, seconds: runtimeSeconds(run.directions) };
      const one = { from: fromMs / 1000, step };
      const nameIn = (operation: Operation): string => operationName(job.name, operation);
      const latencies = readLatencies(textOf(raw, job, 'lat'), steps, operations, one, nameIn);
      return [{ job, ...one, sums: sumsOf(text, steps, operations), latencies }];
    });
  });
}

/** Milliseconds of the first line; infinite where there is none. */
function firstMs(text: string): number {
  return text.split('\n').reduce((first, line) => {
    const at = Number.parseInt(line, 10);
    return at > 0 ? Math.min(first, at) : first;
  }, Infinity);
}

function textOf({ files }: HostRaw, job: FileJob, of: 'bw' | 'lat' = 'bw'): string {
  return files.find(({ name }) => name === logOf(job, of))?.text ?? '';
}

function prefixOf(name: string): string {
  return `raw/series.${name}`;
}
