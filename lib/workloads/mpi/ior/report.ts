/** IOR's text report and CSV. Tables are parsed by column names, because columns differ between versions. */
import type { ToolResult } from '../../../shapes/tool-result';
import { groupBy } from '../../../shapes/collections';
import { compareIterations } from '../consistency';
import { findImpossible, splitLines, type SummaryRow, toFigures } from '../output';
import { describeJob, parseJobText } from './job-details';

export const MIB_BYTES = 1024 ** 2;
const VERSION_PATTERN = /^IOR-(\S{1,60}): MPI Coordinated Test of Parallel I\/O/gm;
// Patterns for lines with single blanks.
const SUMMARY_HEADER = /^Operation Max\(MiB\)/;
const REPETITIONS_PATTERN = /^ ?repetitions ?[:=] ?(\d{1,6})$/;
const ITERATIONS_HEADER = /^access[ ,]bw\(MiB\/s\)/;
const COMMAND_PATTERN = /^Command line(?: used)? ?: (.*)$/;
/** A map, because words in a file may be names of object members such as `constructor`. */
export const METRIC_NAMES: ReadonlyMap<string, string> = new Map([
  ['write', 'write_bandwidth'],
  ['read', 'read_bandwidth'],
]);

export interface IorFile {
  readonly version: string | null;
  readonly runs: readonly Pick<ToolResult['runs'][number], 'observations' | 'job'>[];
  /** Message about impossible figures; null if there are none. */
  readonly impossible: string | null;
  /** Why only a part was read; null if all was read. */
  readonly broken: string | null;
}

/** Never throws. */
export function readText(text: string): IorFile {
  const starts = [...text.matchAll(VERSION_PATTERN)];
  const parts = starts.map(({ index }, number) => text.slice(index, starts[number + 1]?.index));
  const read = (starts.length === 0 ? [text] : parts).map((part) => ({ part, ...readRun(splitLines(part)) }));
  const tests = read.flatMap((one) => one.tests);
  const cut = read.flatMap((one) => one.cut ?? []);
  return {
    version: starts[0]?.[1] ?? null,
    runs: read.flatMap((one) => one.tests.map((spreads) => toRun(spreads, one.tests.length === 1 ? one.part : null))),
    impossible: findImpossible(tests.flat()) ?? read.flatMap(({ wrong }) => wrong ?? [])[0] ?? null,
    broken: cut.length === 0 ? null : cut.join('; '),
  };
}

/** @param part the part of the file that describes the run; null if it describes several runs */
function toRun(spreads: readonly SummaryRow[], part: string | null): IorFile['runs'][number] {
  const observations = spreads.flatMap((row) => toFigures(row, 'bytes/s', MIB_BYTES));
  const job = part === null || observations.length === 0 ? null : describeJob(part, parseJobText(part), observations);
  return { observations, ...(job === null ? {} : { job }) };
}

/** Tests of one run, each with its rates. */
interface IorRun {
  readonly tests: readonly (readonly SummaryRow[])[];
  /** Why the run counts as truncated, so that its figures are not used; otherwise null. */
  readonly cut: string | null;
  /** Contradicting figures; else null. */
  readonly wrong: string | null;
}

/** Reads rates from the summary, or from the rows of iterations if the report has no summary. */
function readRun(lines: readonly string[]): IorRun {
  const rates = parseIterations(lines);
  const at = lines.findLastIndex((line) => SUMMARY_HEADER.test(line));
  const summary = at < 0 ? [] : parseSummary(lines[at] ?? '', lines.slice(at + 1));
  const lacks = summary.length > 0 ? checkRates(rates, summary) : (checkEnd(rates, lines) ?? checkRows(rates, lines));
  if (lacks !== null) return { tests: [[]], cut: `it is truncated: ${lacks}`, wrong: null };
  const wrong = findContradiction(rates, summary);
  if (summary.length > 0) return { tests: summary, cut: null, wrong };
  return {
    tests: [Object.entries(rates).map(([metric, all]) => ({ metric, spread: toSpread(all) }))],
    cut: null,
    wrong,
  };
}

/** A complete summary contains every metric of the iterations. */
function checkRates(rates: IorRates, summary: readonly (readonly SummaryRow[])[]): string | null {
  const without = Object.keys(rates).find((name) => !summary.flat().some(({ metric }) => metric === name));
  return without === undefined ? null : `its summary has no ${without}`;
}

/** Options that choose accesses, or may do so. Without any, IOR writes and reads. */
const ACCESS_OPTIONS = /^-[a-z]*[wr]|^-[fO]|^--/i;

/** If IOR finished, every access that it began or that the command line requests has a rate. */
function checkEnd(rates: IorRates, lines: readonly string[]): string | null {
  const command = findFirst(lines, COMMAND_PATTERN)?.split(' ') ?? [];
  const isBoth = command.length > 0 && !command.some((word) => ACCESS_OPTIONS.test(word));
  for (const [access, metric] of METRIC_NAMES) {
    const began = lines.filter((line) => line.startsWith(`Commencing ${access} performance test`)).length;
    const done = rates[metric]?.length ?? 0;
    if (began > done) return `IOR began ${access} ${began} times, but reports only ${done} rates`;
    // A report without any rate failed early; its error lines explain why.
    if (done === 0 && Object.keys(rates).length > 0 && (isBoth || command.includes(`-${access.charAt(0)}`)))
      return `the command line ${isBoth ? 'implies' : 'requests'} a ${access}, but the report has no rate for it`;
  }
  return null;
}

/** Without a summary, each access must have one row per repetition. */
function checkRows(rates: IorRates, lines: readonly string[]): string | null {
  const counts = Object.values(rates).map(({ length }) => length);
  const most = Number(findFirst(lines, REPETITIONS_PATTERN) ?? Math.max(0, ...counts));
  const few = Object.entries(rates).find(([, { length }]) => length < most);
  return few === undefined ? null : `${few[0]} has ${few[1].length} of ${most} iterations`;
}

function findFirst(lines: readonly string[], pattern: RegExp): string | undefined {
  return lines.flatMap((line) => pattern.exec(line)?.[1] ?? [])[0];
}

/** Rows by test number, as one summary may contain several tests. */
function parseSummary(header: string, lines: readonly string[]): readonly (readonly SummaryRow[])[] {
  const names = header.trim().split(' ');
  const column = (name: string): number => names.indexOf(name);
  const rows = lines.flatMap((line): readonly (SummaryRow & { readonly test: string })[] => {
    const words = line.trim().split(' ');
    const metric = METRIC_NAMES.get(words[0] ?? '');
    const number = (name: string): number => Number(words[column(name)] ?? Number.NaN);
    const spread = {
      mean: number('Mean(MiB)'),
      max: number('Max(MiB)'),
      min: number('Min(MiB)'),
      stddev: number('StdDev'),
    };
    if (metric === undefined || Object.values(spread).some((value) => Number.isNaN(value))) return [];
    return [{ metric, spread, test: words[column('Test#')] ?? '0' }];
  });
  return [...groupBy(rows, ({ test }) => test).values()];
}

/** MiB/s of each iteration, by metric. */
export type IorRates = Readonly<Record<string, readonly number[]>>;

/** Parses rows `write 472.4 …` below a header, as text or CSV. */
function parseIterations(lines: readonly string[]): IorRates {
  const rates: Record<string, number[]> = {};
  let header: { readonly split: string; readonly names: readonly string[] } | null = null;
  for (const line of lines) {
    if (ITERATIONS_HEADER.test(line)) {
      const split = line.charAt('access'.length);
      header = { split, names: line.trim().split(split) };
    } else if (SUMMARY_HEADER.test(line)) header = null;
    else if (header !== null) {
      const { split, names } = header;
      const words = line.trim().split(split);
      const rate = words[names.indexOf('bw(MiB/s)')] ?? '';
      const metric = METRIC_NAMES.get(words[0] ?? '');
      if (metric !== undefined && /^\d+(\.\d+)?$/.test(rate)) (rates[metric] ??= []).push(Number(rate));
    }
  }
  return rates;
}

/** Contradiction between iterations and summary of a report; else null. */
export function findContradiction(rates: IorRates, tests: readonly (readonly SummaryRow[])[]): string | null {
  const nothing = Object.entries(rates).find(([, own]) => own.includes(0))?.[0];
  if (nothing !== undefined) return `${nothing} is 0 in an iteration`;
  const rows = tests.length === 1 ? (tests[0] ?? []) : [];
  const found = rows.flatMap((row) => {
    const own = rates[row.metric] ?? [];
    return own.length === 0 ? [] : (compareIterations(row, own) ?? []);
  });
  return found[0] ?? null;
}

/** IOR prints the population standard deviation. */
function toSpread(values: readonly number[]): SummaryRow['spread'] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const stddev = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
  // Not `Math.max(...values)`: a call accepts fewer arguments than there may be values.
  const max = values.reduce((most, value) => Math.max(most, value), 0);
  const min = values.reduce((least, value) => Math.min(least, value), max);
  return { mean, max, min, stddev };
}
