/**
 * Rates over time of a job file: fio keeps a log for each job, of all its clones, with the time of the day, which tells
 * when the turn of the job came (https://fio.readthedocs.io/en/latest/fio_doc.html#cmdoption-arg-log-unix-epoch).
 */
import type { Gives, HostRaw } from '../../contract';
import { type HostSeries, seriesOfKib, type Sums, sumsOf } from '../series';
import type { HostOutput } from '../read-host';
import { runtimeSeconds } from '../judge-load';
import type { JobFileParams } from '../schema';
import { directionsIn } from '../options/operations';
import { withoutReadBack } from '../verify/job';
import { nameOf, operationName } from './names';
import { type FileJob, readJobFile, turnsOf } from './read';

/** Lines of the logs of one host, at most: each clone of a job writes one a step and direction, of some 35 bytes. */
const LINES_MOST = 50_000;
/** Seconds of a step that are tried in turn. */
const STEPS = [1, 2, 5, 10, 30, 60, 300, 900, 3600] as const;

/** Seconds of a step, the same for all jobs of a file: the shortest with which logs stay small. */
export function stepSeconds({ jobFile }: JobFileParams): number {
  const { jobs } = readJobFile(jobFile);
  const aSecond = jobs.reduce((sum, { numjobs, rw, runtime }) => sum + numjobs * directionsIn(rw).length * runtime, 0);
  return STEPS.find((step) => aSecond / step <= LINES_MOST) ?? Math.max(...STEPS);
}

/** The file of a job, below the working directory of fio. */
export function logOf({ name }: Pick<FileJob, 'name'>): string {
  return `${prefixOf(name)}_bw.log`;
}

/** Options that all jobs have. */
export function logOptions(params: JobFileParams): Readonly<Record<string, string>> {
  return { per_job_logs: '0', log_unix_epoch: '1', log_avg_msec: String(stepSeconds(params) * 1000) };
}

/** The text with a log of its own for each job. */
export function withLogs(params: JobFileParams): string {
  const { text, jobs } = readJobFile(params.jobFile);
  const names = new Map(jobs.map(({ line, name }) => [line, name]));
  return text
    .split('\n')
    .flatMap((content, index) => {
      const name = names.get(index + 1);
      return name === undefined ? [content] : [content, `write_bw_log=${prefixOf(name)}`];
    })
    .join('\n');
}

/** What one job gives over time. */
export function givenOverTime(job: FileJob, params: JobFileParams): NonNullable<Gives['series']> {
  return { everySeconds: stepSeconds(params), metrics: job.bs === null ? ['bandwidth'] : ['iops', 'bandwidth'] };
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
  return loggedIn(host, params, began).flatMap(({ job, from, step, told }) =>
    [...told.sums].flatMap(([operation, values]) =>
      seriesOfKib(values, job.bs, { operation: operationName(job.name, operation), from, step }),
    ),
  );
}

/** What the log of a job tells. */
export interface Logged {
  readonly job: FileJob;
  /** Epoch seconds at which its first step begins. */
  readonly from: number;
  /** Seconds. */
  readonly step: number;
  /** KiB a second. */
  readonly told: Sums;
}

/** Logs of one host, of jobs that its result tells of. @param began as of {@link seriesIn} */
export function loggedIn(
  { raw, output }: Pick<HostOutput, 'raw' | 'output'>,
  params: JobFileParams,
  began: number | null,
): readonly Logged[] {
  const step = stepSeconds(params);
  const { jobs } = readJobFile(params.jobFile);
  return turnsOf(jobs).flatMap((ofTurn, turn) => {
    const logs = ofTurn.flatMap((job): Log[] => {
      const text = textOf(raw, job);
      const { first, last } = spanOf(text);
      return first > last ? [] : [{ job, text, fromMs: first - step * 1000, toMs: last }];
    });
    const begins = logs.map(({ job, fromMs }) => fromMs - job.rampTime * 1000);
    const turnMs = Math.min(turn === 0 && began !== null ? began * 1000 : Infinity, ...begins);
    return logs.flatMap((log) => {
      const run = output.runs.find(({ label }) => nameOf(label) === log.job.name);
      return run === undefined ? [] : [ofJob(log, withoutReadBack(run, log.job).directions, step, turnMs)];
    });
  });
}

/** With milliseconds of the begin of its first step and of its last line. */
interface Log {
  readonly job: FileJob;
  readonly text: string;
  readonly fromMs: number;
  readonly toMs: number;
}

function ofJob(
  { job, text, fromMs, toMs }: Log,
  directions: HostOutput['directions'],
  step: number,
  turnMs: number,
): Logged {
  const seconds = runtimeSeconds(directions);
  const stepMs = step * 1000;
  // A job that did nothing in its first steps has no lines of them: it began with its turn, and steps are missing.
  const late = Math.round((fromMs - job.rampTime * 1000 - turnMs) / stepMs);
  const missing = Math.floor(seconds / step - 0.5) - Math.round((toMs - fromMs) / stepMs);
  const begin = fromMs - Math.max(0, Math.min(late, missing)) * stepMs;
  const operations = directions.map(({ operation }) => operation);
  return { job, from: begin / 1000, step, told: sumsOf(text, { fromMs: begin, step, seconds }, operations) };
}

/** Milliseconds of the first and the last line; the first is after the last where there is none. */
function spanOf(text: string): { readonly first: number; readonly last: number } {
  let [first, last] = [Infinity, -Infinity];
  for (const line of text.split('\n')) {
    const at = Number.parseInt(line, 10);
    if (!(at > 0)) continue;
    first = Math.min(first, at);
    last = Math.max(last, at);
  }
  return { first, last };
}

function textOf({ files }: HostRaw, job: FileJob): string {
  return files.find(({ name }) => name === logOf(job))?.text ?? '';
}

function prefixOf(name: string): string {
  return `raw/series.${name}`;
}
