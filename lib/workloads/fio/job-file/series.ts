/**
 * Rates over time of a job file. fio writes one log for each job and its clones. Log times are epoch times, which show
 * when the job's turn came (https://fio.readthedocs.io/en/latest/fio_doc.html#cmdoption-arg-log-unix-epoch).
 */
import type { HostRaw } from '../../contract';
import type { OperationMetrics } from '../../plannable';
import { LATENCY_METRIC } from '../../steadiness';
import { findNextLine, LATENCY_LOG, readLatencies, toSeries, sumLog } from '../cell/series';
import type { HostSeries, LogSums } from '../cell/series';
import { type HostOutput, getMeasuredSeconds } from '../cell/read-host';
import type { JobFileParams } from '../schema';
import { listDirections } from '../options/operations';
import type { Operation } from '../output/direction';
import { getJobName, formatOperation } from '../jobs/field';
import { type FileJob, readJobFile, groupTurns } from '../jobs/read-job-file';

/** Maximum log lines of one host. Each clone of a job writes one line of about 35 bytes per step and direction. */
const MAX_LOG_LINES = 50_000;
/** Candidate step lengths, seconds. */
const STEP_SECONDS_CHOICES = [1, 2, 5, 10, 30, 60, 300, 900, 3600] as const;

/** Step length for all jobs of a file, seconds: the shortest one that keeps logs small. */
export function pickStepSeconds({ jobFile }: JobFileParams): number {
  const { jobs } = readJobFile(jobFile);
  const aSecond = jobs.reduce(
    (sum, job) => sum + job.numjobs * listDirections(job.rw).length * job.runtime * listJobLogOptions(job).length,
    0,
  );
  return STEP_SECONDS_CHOICES.find((step) => aSecond / step <= MAX_LOG_LINES) ?? Math.max(...STEP_SECONDS_CHOICES);
}

/** Log file of a job, relative to fio's working directory. */
export function getLogFile({ name }: Pick<FileJob, 'name'>, of: 'bw' | 'lat' = 'bw'): string {
  return `${getLogPrefix(name)}_${of}.log`;
}

/** Whether the latency of a job is logged: at a fixed rate, or if the job file requests that log. */
export function logsLatency({ rate, options }: Pick<FileJob, 'rate' | 'options'>): boolean {
  return rate !== null || options.has(LATENCY_LOG.option);
}

/** Log options of a job: its rate and, see {@link logsLatency}, its latency. */
export function listJobLogOptions(
  job: Pick<FileJob, 'name' | 'rate' | 'options'>,
): readonly (readonly [string, string])[] {
  const names = ['write_bw_log', ...(logsLatency(job) ? [LATENCY_LOG.option] : [])];
  return names.map((option) => [option, getLogPrefix(job.name)]);
}

export function listGlobalLogOptions(params: JobFileParams): Readonly<Record<string, string>> {
  return { per_job_logs: '0', log_unix_epoch: '1', log_avg_msec: String(pickStepSeconds(params) * 1000) };
}

/** Adds a log for each job to the text of the job file. */
export function addLogs(params: JobFileParams): string {
  const { text, jobs } = readJobFile(params.jobFile);
  const lines = new Map(jobs.map((job) => [job.line, listJobLogOptions(job).map((option) => option.join('='))]));
  return text
    .split('\n')
    .flatMap((content, index) => [content, ...(lines.get(index + 1) ?? [])])
    .join('\n');
}

export function describeSeries(job: FileJob, params: JobFileParams): NonNullable<OperationMetrics['series']> {
  const metrics = [...(job.bs === null ? [] : ['iops']), 'bandwidth', ...(logsLatency(job) ? [LATENCY_METRIC] : [])];
  return { everySeconds: pickStepSeconds(params), metrics };
}

/**
 * Series of one host, for each job and direction in its result.
 * @param began start of the first jobs, epoch seconds; null if unknown
 */
export function readJobSeries(
  host: Pick<HostOutput, 'raw' | 'output'>,
  params: JobFileParams,
  began: number | null,
): readonly HostSeries[] {
  return readJobLogs(host, params, began).flatMap(({ job, from, step, sums, latencies }) => [
    ...[...sums].flatMap(([operation, values]) =>
      toSeries(values, job.bs, { operation: formatOperation(job.name, operation), from, step }),
    ),
    ...latencies,
  ]);
}

export interface JobLog {
  readonly job: FileJob;
  /** Start of its first step, epoch seconds. */
  readonly from: number;
  /** Seconds. */
  readonly step: number;
  /** KiB/s. */
  readonly sums: LogSums;
  readonly latencies: readonly HostSeries[];
}

/** Cache, because reading and judging both need the logs. */
const logCache = new WeakMap<HostRaw, { readonly jobFile: string; readonly logs: readonly JobLog[] }>();

/** Logs of one host for the jobs in its result. @param began as in {@link readJobSeries} */
export function readJobLogs(
  host: Pick<HostOutput, 'raw' | 'output'>,
  params: JobFileParams,
  began: number | null,
): readonly JobLog[] {
  const { jobFile } = params;
  const known = logCache.get(host.raw);
  if (known?.jobFile === jobFile) return known.logs;
  const logs = parseJobLogs(host, params, began);
  logCache.set(host.raw, { jobFile, logs });
  return logs;
}

function parseJobLogs(
  { raw, output }: Pick<HostOutput, 'raw' | 'output'>,
  params: JobFileParams,
  began: number | null,
): readonly JobLog[] {
  const step = pickStepSeconds(params);
  return groupTurns(readJobFile(params.jobFile).jobs).flatMap((ofTurn, turn) => {
    const logs = ofTurn.map((job) => {
      const text = findLogText(raw, job);
      return { job, text, firstMs: findFirstMs(text) };
    });
    // The first line appears one step after the warm-up of a job, or later if the job made no I/O at first.
    const begins = logs.map(({ job, firstMs }) => firstMs - (step + job.rampTime) * 1000);
    const turnMs = Math.min(turn === 0 && began !== null ? began * 1000 : Infinity, ...begins);
    return logs.flatMap(({ job, text, firstMs }): readonly JobLog[] => {
      const run = output.runs.find(({ label }) => getJobName(label) === job.name);
      if (run === undefined || firstMs === Infinity) return [];
      const fromMs = turnMs + job.rampTime * 1000;
      const operations = run.directions.map(({ operation }) => operation);
      const steps = { fromMs, step, seconds: getMeasuredSeconds(run.directions) };
      const one = { from: fromMs / 1000, step };
      const nameIn = (operation: Operation): string => formatOperation(job.name, operation);
      const latencies = readLatencies(findLogText(raw, job, 'lat'), steps, operations, one, nameIn);
      return [{ job, ...one, sums: sumLog(text, steps, operations), latencies }];
    });
  });
}

/** Digits of epoch milliseconds, with blanks in front. */
const MAX_TIME_DIGITS = 16;

/** Time of the first line, milliseconds; Infinity if there are no lines. */
function findFirstMs(text: string): number {
  let first = Infinity;
  for (let from = 0; from < text.length; from = findNextLine(text, from)) {
    const at = Number.parseInt(text.slice(from, from + MAX_TIME_DIGITS), 10);
    if (at > 0 && at < first) first = at;
  }
  return first;
}

function findLogText({ files }: HostRaw, job: FileJob, of: 'bw' | 'lat' = 'bw'): string {
  return files.find(({ name }) => name === getLogFile(job, of))?.text ?? '';
}

function getLogPrefix(name: string): string {
  return `raw/series.${name}`;
}
