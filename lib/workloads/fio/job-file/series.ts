/**
 * Rates over time of a job file: fio keeps a log for each job, of all its clones, with the time of the day, which tells
 * when the turn of the job came (https://fio.readthedocs.io/en/latest/fio_doc.html#cmdoption-arg-log-unix-epoch).
 */
import type { OperationMetrics, HostRaw } from '../../contract';
import { LATENCY } from '../../steadiness';
import { type HostSeries, LATENCY_LOG, readLatencies, toSeries, type LogSums, sumLog } from '../cell/series';
import { type HostOutput, runtimeSeconds } from '../cell/read-host';
import type { JobFileParams } from '../schema';
import { directionsIn } from '../options/operations';
import type { Operation } from '../output/direction';
import { getJobName, operationName } from '../jobs/field';
import { type FileJob, readJobFile, groupTurns } from '../jobs/read-job-file';

/** Lines of the logs of one host, at most: each clone of a job writes one a step and direction, of some 35 bytes. */
const MAX_LINES = 50_000;
/** Seconds of a step that are tried in turn. */
const STEP_CHOICES = [1, 2, 5, 10, 30, 60, 300, 900, 3600] as const;

/** Seconds of a step, the same for all jobs of a file: the shortest with which logs stay small. */
export function stepSeconds({ jobFile }: JobFileParams): number {
  const { jobs } = readJobFile(jobFile);
  const aSecond = jobs.reduce(
    (sum, job) => sum + job.numjobs * directionsIn(job.rw).length * job.runtime * listLogOptions(job).length,
    0,
  );
  return STEP_CHOICES.find((step) => aSecond / step <= MAX_LINES) ?? Math.max(...STEP_CHOICES);
}

/** The file of a job, below the working directory of fio. */
export function getLogFile({ name }: Pick<FileJob, 'name'>, of: 'bw' | 'lat' = 'bw'): string {
  return `${getLogPrefix(name)}_${of}.log`;
}

/** Options of the logs of a job: those of the rate, and at a given one of latencies. */
export function listLogOptions({ name, rate }: Pick<FileJob, 'name' | 'rate'>): readonly (readonly [string, string])[] {
  return ['write_bw_log', ...(rate === null ? [] : [LATENCY_LOG.option])].map((option) => [option, getLogPrefix(name)]);
}

/** Options that all jobs have. */
export function logOptions(params: JobFileParams): Readonly<Record<string, string>> {
  return { per_job_logs: '0', log_unix_epoch: '1', log_avg_msec: String(stepSeconds(params) * 1000) };
}

/** The text with a log of its own for each job. */
export function addLogs(params: JobFileParams): string {
  const { text, jobs } = readJobFile(params.jobFile);
  const lines = new Map(jobs.map((job) => [job.line, listLogOptions(job).map((option) => option.join('='))]));
  return text
    .split('\n')
    .flatMap((content, index) => [content, ...(lines.get(index + 1) ?? [])])
    .join('\n');
}

/** What one job gives over time. */
export function describeSeries(job: FileJob, params: JobFileParams): NonNullable<OperationMetrics['series']> {
  const metrics = [...(job.bs === null ? [] : ['iops']), 'bandwidth', ...(job.rate === null ? [] : [LATENCY])];
  return { everySeconds: stepSeconds(params), metrics };
}

/**
 * Series of one host: of each job and direction that its result tells of.
 * @param began epoch seconds at which the first jobs went on; null where nobody knows
 */
export function readJobSeries(
  host: Pick<HostOutput, 'raw' | 'output'>,
  params: JobFileParams,
  began: number | null,
): readonly HostSeries[] {
  return readJobLogs(host, params, began).flatMap(({ job, from, step, sums, latencies }) => [
    ...[...sums].flatMap(([operation, values]) =>
      toSeries(values, job.bs, { operation: operationName(job.name, operation), from, step }),
    ),
    ...latencies,
  ]);
}

/** What the log of a job tells. */
export interface JobLog {
  readonly job: FileJob;
  /** Epoch seconds at which its first step begins. */
  readonly from: number;
  /** Seconds. */
  readonly step: number;
  /** KiB a second. */
  readonly sums: LogSums;
  readonly latencies: readonly HostSeries[];
}

/** Logs of one host, of jobs that its result tells of. @param began as of {@link readJobSeries} */
export function readJobLogs(
  { raw, output }: Pick<HostOutput, 'raw' | 'output'>,
  params: JobFileParams,
  began: number | null,
): readonly JobLog[] {
  const step = stepSeconds(params);
  return groupTurns(readJobFile(params.jobFile).jobs).flatMap((ofTurn, turn) => {
    const logs = ofTurn.map((job) => ({ job, text: findLogText(raw, job) }));
    // Its first line comes a step after the warm-up of a job; one that did nothing at first has a later one.
    const begins = logs.map(({ job, text }) => findFirstMs(text) - (step + job.rampTime) * 1000);
    const turnMs = Math.min(turn === 0 && began !== null ? began * 1000 : Infinity, ...begins);
    return logs.flatMap(({ job, text }): readonly JobLog[] => {
      const run = output.runs.find(({ label }) => getJobName(label) === job.name);
      if (run === undefined || findFirstMs(text) === Infinity) return [];
      const fromMs = turnMs + job.rampTime * 1000;
      const operations = run.directions.map(({ operation }) => operation);
      const steps = { fromMs, step, seconds: runtimeSeconds(run.directions) };
      const one = { from: fromMs / 1000, step };
      const nameIn = (operation: Operation): string => operationName(job.name, operation);
      const latencies = readLatencies(findLogText(raw, job, 'lat'), steps, operations, one, nameIn);
      return [{ job, ...one, sums: sumLog(text, steps, operations), latencies }];
    });
  });
}

/** Milliseconds of the first line; infinite where there is none. */
function findFirstMs(text: string): number {
  return text.split('\n').reduce((first, line) => {
    const at = Number.parseInt(line, 10);
    return at > 0 ? Math.min(first, at) : first;
  }, Infinity);
}

function findLogText({ files }: HostRaw, job: FileJob, of: 'bw' | 'lat' = 'bw'): string {
  return files.find(({ name }) => name === getLogFile(job, of))?.text ?? '';
}

function getLogPrefix(name: string): string {
  return `raw/series.${name}`;
}
