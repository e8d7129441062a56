/** Problems of an output of fio, besides impossible figures. */
import { findEngine } from '../../options/engine';
import { isSet } from '../../options/pacing-options';
import { findVersionFault } from '../../options/verify-methods';
import { splitNames } from '../../options/values';
import type { FigureFault } from '../figure';
import { type Job, getOption } from '../job';
import type { Run } from '../runs';
import { checkRuntime } from './runtime';
import { findBadData, EILSEQ_ERRNO, findReadBack, findUnproven } from './verify';

export type Severity = 'failed' | 'suspect';

export interface Finding {
  readonly severity: Severity;
  /** Stable code in PascalCase. */
  readonly code: string;
  readonly text: string;
}

/** Error lines: fio's prefix followed by one of these words, or one of these texts alone. */
const FIO_PREFIX = 'fio: ';
const FIO_ERROR_LINE = /err(?:or)?=|not loadable|failed|unrecognized/;
const OTHER_ERROR_LINE = /unrecognized option|verify failed|you need to specify|No space left/;
/** The line of a failed job in the human-readable report. */
const JOB_ERROR = /^.{0,300}?\(groupid=\d.{0,300}?, error=([^)]{1,200})\): pid=.*$/;
/** Lines about failed I/O, in contrast to unsupported options. */
const IO_ERROR_LINE = /err=\d+\/|verify failed|No space left/;
const SIGNAL_LINE = /fio: terminating on signal (\d+)/;
const ERROR_NUMBER = /err=(\d+)\//;
const ERROR_TEXT = 'error=';
/** Replaces the system's text for this error number: illegal byte sequence. */
const BAD_DATA_TEXT = 'the error number of fio for data that differs from the written data';
/** Maximum length of a quoted line, and maximum number of lines and faults in a finding. */
const QUOTE_LIMITS = { characters: 300, lines: 3, faults: 3 };

/** `--output-format=terse`, versions 2 to 5. */
const TERSE_FORMAT = /^[2-5];[^;\n]*;[^;\n]*;\d/m;
const FORMAT_HINT = 'run fio with --output-format=json or json+';

/** Findings on parsed runs, most severe first. @param version of fio; null if unknown */
export function listFindings(runs: readonly Run[], around: string, version: string | null): readonly Finding[] {
  const found: Finding[] = [];
  const lines = listErrorLines(around);
  const reasons = mapErrnoReasons(lines);
  const ioErrors = lines.filter((line) => IO_ERROR_LINE.test(line));
  const quoted = quoteLines(ioErrors);
  const idle = runs.every(({ directions }) => directions.length === 0);
  const signal = SIGNAL_LINE.exec(around);
  if (signal !== null) {
    const text = `signal ${signal[1] ?? ''} stopped fio early; the figures are partial`;
    found.push(toSuspect('Interrupted', text));
  }
  for (const run of runs) {
    const failed = run.jobs.find(({ error }) => error !== 0);
    const other = findBadData(run, around, runs);
    if (other !== null) found.push({ severity: 'failed', code: 'VerifyFailed', text: other });
    if (failed !== undefined) {
      const said = other !== null && failed.error === EILSEQ_ERRNO ? BAD_DATA_TEXT : reasons.get(failed.error);
      found.push(createJobFailure(run, failed, said ?? lines[0] ?? null));
    }
    if (failed === undefined && ioErrors.length > 0)
      found.push(toSuspect('ErrorLines', `fio printed errors: ${quoted}`));
    const back = findReadBack(run);
    if (back !== null) found.push(toSuspect('VerifyReads', back));
    const unproven = other === null ? findUnproven(run, version) : null;
    if (unproven !== null) found.push(toSuspect('NotVerified', unproven));
    found.push(...listFaults(run, version), ...checkNoData(run), ...checkFailedIos(run));
    // An error explains them.
    if (failed === undefined) found.push(...checkZeroIo(run, idle));
    const runtime = failed === undefined ? checkRuntime(run) : null;
    if (runtime !== null) found.push(toSuspect(runtime.code, runtime.text));
  }
  const unique = new Map(found.map((finding) => [finding.text, finding]));
  return [...unique.values()].sort((a, b) => Number(b.severity === 'failed') - Number(a.severity === 'failed'));
}

/** Files that are in memory or are pseudo devices. */
const PSEUDO_FILES: readonly (readonly [beginning: RegExp, what: string])[] = [
  [/^\/dev\/(zero|null|full|u?random)$/, 'a pseudo device'],
  [/^\/dev\/(shm(\/|$)|z?ram\d)/, 'host memory'],
];

/**
 * Why a run measured no storage, according to its file names; null if the names prove nothing. Not for trials: their
 * file locations are known, and they may measure memory on purpose.
 */
export function findNoStorage({ jobs, label }: Run): string | null {
  for (const job of jobs) {
    for (const place of listPaths(job)) {
      const what = PSEUDO_FILES.find(([beginning]) => beginning.test(place))?.[1];
      if (what !== undefined) return `job ${label} worked on ${place}, ${what}: no storage was measured`;
    }
  }
  return null;
}

/** File names as fio opens them: separated by colons, relative to `directory` unless absolute. */
function listPaths(job: Job): readonly string[] {
  const names = splitNames(getOption(job, 'filename'));
  const folders = splitNames(getOption(job, 'directory'));
  return [...names, ...(names.length > 0 && names.every((one) => one.startsWith('/')) ? [] : folders)];
}

/** Explains why a text without a complete document is not a result. */
export function explainNoResult(text: string, truncated: boolean): string {
  if (text.trim() === '') return 'the file is empty: fio wrote no result';
  const lines = listErrorLines(text);
  if (lines.length > 0) return `fio failed and wrote no result: ${quoteLines(lines)}`;
  if (truncated) return 'the JSON is truncated: fio was killed, or the file was copied incompletely';
  if (TERSE_FORMAT.test(text)) return `this is fio's terse output, which fsxbench does not read; ${FORMAT_HINT}`;
  const said = /^.*\bfio: .+$/m.exec(text)?.[0];
  if (said !== undefined) return `fio wrote no result; it printed: ${cutText(said.trim())}`;
  return 'the file contains no output of fio: JSON with jobs or client_stats is missing';
}

function quoteLines(lines: readonly string[]): string {
  return lines.slice(0, QUOTE_LIMITS.lines).map(cutText).join('; ');
}

function cutText(text: string): string {
  return text.length > QUOTE_LIMITS.characters ? `${text.slice(0, QUOTE_LIMITS.characters)}…` : text;
}

/** Error lines, each once. */
function listErrorLines(text: string): readonly string[] {
  if (text.trim() === '') return [];
  const lines = text.split(/[\r\n]+/).filter(isError);
  return [...new Set(lines.map((line) => line.trim().replace(JOB_ERROR, '$1')))];
}

/** Searches for the prefix once: a combined pattern would restart at each of many prefixes in a line. */
function isError(line: string): boolean {
  const at = line.indexOf(FIO_PREFIX);
  return (at >= 0 && FIO_ERROR_LINE.test(line.slice(at + FIO_PREFIX.length))) || OTHER_ERROR_LINE.test(line);
}

/** fio's first error text for each errno. */
function mapErrnoReasons(lines: readonly string[]): ReadonlyMap<number, string> {
  const reasons = new Map<number, string>();
  for (const line of lines) {
    const match = ERROR_NUMBER.exec(line);
    const at = match === null ? -1 : line.indexOf(ERROR_TEXT, match.index + match[0].length);
    const reason = at < 0 ? '' : line.slice(at + ERROR_TEXT.length).trim();
    if (reason !== '' && !reasons.has(Number(match?.[1]))) reasons.set(Number(match?.[1]), reason);
  }
  return reasons;
}

function createJobFailure(run: Run, job: Job, why: string | null): Finding {
  const text = `job ${run.label} ended with error ${job.error}${why === null ? '' : ` (${cutText(why)})`}`;
  return { severity: 'failed', code: 'JobFailed', text: `${text}; its figures are invalid` };
}

/** Faults found in the figures. */
function listFaults(run: Run, version: string | null): readonly Finding[] {
  const all = run.jobs.flatMap((job) => job.faults);
  const texts = (kind: FigureFault['kind']): readonly string[] =>
    all.filter((one) => one.kind === kind).map(({ text }) => text);
  const [impossible, inconsistent] = [texts('impossible'), texts('inconsistent')];
  const [foreign] = texts('foreign');
  if (foreign !== undefined) {
    const text = `job ${run.label} has sections that fio does not have (${foreign}): output of a modified fio`;
    return [{ severity: 'failed', code: 'NoResult', text }];
  }
  const found: Finding[] = [];
  if (impossible.length > 0) {
    const text = `job ${run.label}: ${joinFaults(impossible)}: impossible in any measurement`;
    found.push({ severity: 'failed', code: 'ImpossibleFigure', text });
  }
  if (inconsistent.length > 0) {
    const polls = run.jobs.some((job) => isSet(getOption(job, 'sqthread_poll')));
    const fault = polls ? findVersionFault('sqthread_poll', version) : null;
    const why = fault === null ? '' : `; cause: ${fault.does}; ${fault.remedy}`;
    found.push(toSuspect('Contradiction', `job ${run.label} contradicts itself: ${joinFaults(inconsistent)}${why}`));
  }
  return found;
}

function joinFaults(texts: readonly string[]): string {
  const more = texts.length - QUOTE_LIMITS.faults;
  return texts.slice(0, QUOTE_LIMITS.faults).join('; ') + (more > 0 ? `; and ${more} more` : '');
}

/** @param idle whether no run made any I/O */
function checkZeroIo(run: Run, idle: boolean): readonly Finding[] {
  const isKnown = run.jobs.some(({ faults }) => faults.some(({ kind }) => kind === 'foreign'));
  if (isKnown || run.directions.length > 0 || run.jobs.some((job) => getOption(job, 'create_only') !== null)) return [];
  return [{ severity: idle ? 'failed' : 'suspect', code: 'ZeroIo', text: `job ${run.label} made no I/O at all` }];
}

function checkNoData({ jobs: [first], label }: Run): readonly Finding[] {
  const engine = first === undefined ? null : getOption(first, 'ioengine');
  if (engine === null || findEngine(engine)?.reaches !== 'nothing') return [];
  return [
    toSuspect('NoData', `job ${label} ran with ioengine=${engine}, which moves no data and measures only the host`),
  ];
}

function checkFailedIos(run: Run): readonly Finding[] {
  const count = run.jobs.reduce((sum, job) => sum + job.failedIos, 0);
  return count === 0 ? [] : [toSuspect('FailedIos', `${count} I/Os of job ${run.label} failed`)];
}

function toSuspect(code: string, text: string): Finding {
  return { severity: 'suspect', code, text };
}
