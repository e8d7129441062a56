/** What is wrong with an output of fio, apart from its figures. */
import { formatSeconds } from '../../../shapes/quantity';
import type { Direction, Job } from './job';
import type { Run } from './runs';

export type Severity = 'failed' | 'suspect';

export interface Finding {
  readonly severity: Severity;
  /** Stable code in PascalCase. */
  readonly code: string;
  readonly text: string;
}

/** Under this time fio's own start-up and the first I/Os decide the figure. */
const SHORT_MS = 1000;
/** A run that ends before this share of the time it was given has not done what was asked. */
const ENOUGH = 0.8;
/** Lines of fio that say that something went wrong. */
const ERROR_LINES: readonly RegExp[] = [
  /fio: .*(?:err(?:or)?=|not loadable|failed|unrecognized)/,
  /unrecognized option|verify failed|you need to specify|No space left/,
];
/** Those that say that I/O failed, not only that a wish could not be met. */
const IO_ERROR = /err=\d+\/|verify failed|No space left/;
const SIGNAL_LINE = /fio: terminating on signal (\d+)/;
const JOB_ERROR = /err=(\d+)\/.*?error=(.+)$/;

/** Findings on runs that were read, in the order of weight. */
export function findings(runs: readonly Run[], around: string): readonly Finding[] {
  const found: Finding[] = [];
  const lines = errorLines(around);
  const ioErrors = lines.filter((line) => IO_ERROR.test(line));
  for (const run of runs) {
    const failed = run.jobs.find(({ error }) => error !== 0);
    if (failed !== undefined) found.push(jobFailed(run, failed, lines));
    else if (ioErrors.length > 0) found.push(suspect('ErrorLines', `fio printed errors: ${some(ioErrors)}`));
    found.push(...zeroIo(run, runs), ...failedIos(run), ...short(run));
  }
  const signal = SIGNAL_LINE.exec(around);
  if (signal !== null) {
    const text = `fio was ended by signal ${signal[1] ?? ''} before its time; the figures are partial`;
    found.push(suspect('Interrupted', text));
  }
  const unique = new Map(found.map((finding) => [finding.text, finding]));
  return [...unique.values()].sort((a, b) => Number(b.severity === 'failed') - Number(a.severity === 'failed'));
}

/** Why a text without a complete document is no result. */
export function whyNoDocument(text: string, truncated: boolean): string {
  if (text.trim() === '') return 'the file is empty: fio wrote no result';
  const lines = errorLines(text);
  if (lines.length > 0) return `fio failed and wrote no result: ${some(lines)}`;
  if (truncated) return 'the JSON is cut off: fio was killed, or the file was not copied whole';
  if (/\(groupid=\d+, jobs=\d+\): err=/.test(text)) {
    return "this is fio's report for people; run fio with --output-format=json+ for one that can be read";
  }
  const said = /^.*\bfio: .+$/m.exec(text)?.[0];
  if (said !== undefined) return `fio wrote no result; it said: ${said.trim()}`;
  return 'no output of fio in it: neither JSON with jobs or client_stats, nor terse lines';
}

function some(lines: readonly string[]): string {
  return lines.slice(0, 3).join('; ');
}

/** Lines that say that something went wrong, each once. */
function errorLines(text: string): readonly string[] {
  if (text.trim() === '') return [];
  const lines = text.split(/[\r\n]+/).filter((line) => ERROR_LINES.some((pattern) => pattern.test(line)));
  return [...new Set(lines.map((line) => line.trim()))];
}

function jobFailed(run: Run, job: Job, lines: readonly string[]): Finding {
  const line = lines.map((text) => JOB_ERROR.exec(text)).find((match) => Number(match?.[1]) === job.error);
  const why = line?.[2] ?? lines[0] ?? null;
  const text = `job ${run.label} ended with error ${job.error}${why === null ? '' : ` (${why.trim()})`}`;
  return { severity: 'failed', code: 'JobFailed', text: `${text}; its figures are no result` };
}

function zeroIo(run: Run, runs: readonly Run[]): readonly Finding[] {
  if (run.directions.length > 0 || run.jobs.some(({ options }) => 'create_only' in options)) return [];
  const severity = runs.every(({ directions }) => directions.length === 0) ? 'failed' : 'suspect';
  return [{ severity, code: 'ZeroIo', text: `job ${run.label} made no I/O at all` }];
}

function failedIos(run: Run): readonly Finding[] {
  const count = run.jobs.reduce((sum, job) => sum + job.failedIos, 0);
  return count === 0 ? [] : [suspect('FailedIos', `${count} I/Os of job ${run.label} failed`)];
}

function short(run: Run): readonly Finding[] {
  if (run.directions.length === 0) return [];
  const runtime = Math.max(...run.directions.map(({ runtimeMs }) => runtimeMs));
  if (runtime < SHORT_MS) {
    return [suspect('ShortRun', `job ${run.label} ran for ${runtime} ms only: too short for a rate`)];
  }
  const job = run.jobs[0];
  const asked = job === undefined || job.steady ? null : askedSeconds(job, run.directions);
  if (asked === null || runtime >= ENOUGH * asked * 1000) return [];
  const text = `job ${run.label} ran for ${formatSeconds(runtime / 1000)} of the ${formatSeconds(asked)} asked`;
  return [suspect('ShortRun', text)];
}

/** Seconds that a job should have run; null where it could have ended before, because its size was done. */
function askedSeconds(job: Job, directions: readonly Direction[]): number | null {
  const seconds = durationOf(job.options['runtime'] ?? job.options['timeout'] ?? '');
  if (seconds === null) return null;
  const timeBased = job.options['time_based'];
  if (timeBased !== undefined && timeBased !== '0') return seconds;
  const size = sizeOf(job.options['io_size'] ?? job.options['size'] ?? '');
  const done = directions.reduce((sum, { bytes }) => sum + bytes, 0);
  return size !== null && done < ENOUGH * size * Number(job.options['loops'] ?? 1) ? seconds : null;
}

/** fio's durations: seconds, or with a unit. */
function durationOf(text: string): number | null {
  const match = /^(\d+)(us|ms|s|m|h|d)?$/.exec(text.trim());
  const unit = { us: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600, d: 86_400 }[match?.[2] ?? 's'] ?? 1;
  return match === null || Number(match[1]) === 0 ? null : Number(match[1]) * unit;
}

/** fio's sizes, near enough to see that most of one is missing; null for a share such as `100%`. */
function sizeOf(text: string): number | null {
  const match = /^(\d+(?:\.\d+)?)\s*([kmgtp]?)(?:i?b?)$/i.exec(text.trim());
  if (match === null) return null;
  return Number(match[1]) * 1024 ** ' kmgtp'.indexOf((match[2] || ' ').toLowerCase());
}

function suspect(code: string, text: string): Finding {
  return { severity: 'suspect', code, text };
}
