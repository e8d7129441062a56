/** What outputs of tools under MPI have in common: several runs in one file, and what MPI says where a job fails. */
import type { ToolResult } from '../../shapes/tool-result';

/** More is no report of such a tool: theirs have some kilobytes a run. */
const MAX_CHARACTERS = 50_000_000;
/** What is longer is no line of a table, and patterns would look at it for long. */
const LINE_CHARACTERS = 1000;
/** Lines of errors that a problem quotes, and characters of each. */
const QUOTED = { lines: 3, characters: 200 };
const ERROR = /\b(MPI_ABORT was invoked|ERROR\b|FAILED in|process .* terminated|mpirun (noticed|has detected))/;
/** Warnings of figures that are wrong. */
const WRONG_FIGURES = /\bWARNING: (?:inconsistent|incorrect|cannot|failed) /i;
const WARNING = /\bWARNING: (.{1,200})/g;
/** What figures allow for, and what {@link WRONG_FIGURES} and {@link FAILED_OPERATION} find. */
const KNOWN_WARNING =
  /^(Expected|Stat\(\)|Using actual|maybe caused|fsync\(\)|unable|unlink|inconsistent|incorrect|cannot|failed)/i;

/**
 * Lines of a report, their blanks as one each. The last one counts only where it was ended: of a file that was cut it
 * may hold half a number.
 */
export function splitLines(text: string): readonly string[] {
  const lines = text.split('\n');
  lines.pop();
  return lines.flatMap((line) => (line.length > LINE_CHARACTERS ? [] : [line.replace(/\s+/g, ' ')]));
}

/** Lines that say what went wrong, each once, cut; empty where none does. */
export function quoteErrors(text: string): string {
  const found = new Set<string>();
  for (const line of text.split(/\r?\n/)) {
    if (found.size >= QUOTED.lines) break;
    const start = line.slice(0, LINE_CHARACTERS);
    if (ERROR.test(start) || WRONG_FIGURES.test(start))
      found.add(
        start
          .trim()
          .replace(/\p{Cc}/gu, ' ')
          .slice(0, QUOTED.characters),
      );
  }
  return [...found].join('; ');
}

/**
 * What tools warn of and go on, as if it had been done: `WARNING: unable to stat file`. That a folder which others
 * still use stays at the end is none of it.
 */
const FAILED_OPERATION = /WARNING: (unable to (?!remove directory|statfs)|unlink\(\) )/;

/** The first line that tells of an operation which failed, and counts as done; empty where none does. */
export function findFailedOp(text: string): string {
  const at = FAILED_OPERATION.exec(text)?.index;
  if (at === undefined) return '';
  return (text.slice(at, at + QUOTED.characters).split('\n')[0] ?? '').replace(/\p{Cc}/gu, ' ').trim();
}

/** What else a tool warns of, each once. */
export function listWarnings(text: string): readonly string[] {
  const found = [...text.matchAll(WARNING)].map(([, said = '']) => said.replace(/\p{Cc}/gu, ' ').trim());
  const others = [...new Set(found)].filter((said) => !KNOWN_WARNING.test(said));
  return others.slice(0, QUOTED.lines).map((said) => `it warned: ${said}`);
}

/** One figure over iterations. */
interface Spread {
  readonly mean: number;
  readonly max: number;
  readonly min: number;
  /** Left out: its version does not print it. */
  readonly stddev?: number;
}

/** In units of the file, MiB or operations a second: more is an amount that was never measured. */
const MAX_RATE = 1e15;

/** Figures of one metric. */
export interface Row {
  readonly metric: string;
  readonly spread: Spread;
}

/** Of a rate: what it is rounded by at most. */
const ROUNDED = 1e-3;

const isRate = (value: number): boolean => value >= 0 && value <= MAX_RATE;

type Observations = ToolResult['runs'][number]['observations'];

/** As observations; none where a figure cannot be. @param scale what a unit of the file is in base units */
export function toFigures({ metric, spread }: Row, unit: 'ops/s' | 'bytes/s', scale = 1): Observations {
  const all = Object.entries<number>({ ...spread });
  if (!all.every(([, value]) => isRate(value))) return [];
  return all.map(([statistic, value]) => ({ metric, operation: null, statistic, unit, value: value * scale }));
}

/** A figure that cannot be, in words; null where all can. */
export function findImpossible(rows: readonly Row[]): string | null {
  const wrong = rows.find(({ spread }) => !isPossible(spread));
  return wrong === undefined ? null : `${wrong.metric} cannot be: ${JSON.stringify(wrong.spread)}`;
}

/** Whether the figures of a row can be together. */
function isPossible({ mean, max, min, stddev = 0 }: Spread): boolean {
  // Rounded to whole numbers, where they are large.
  const slack = 1 + 1e-3;
  // An iteration that gave nothing; of slow ones all digits are rounded away.
  const isNothing = max === 0 || (min === 0 && max > 1);
  const isOrdered = min <= mean * slack && mean <= max * slack;
  // Two values scatter most: by their distance ÷ √2 where the deviation is that of a sample.
  const isSpread = stddev <= (max - min) * Math.SQRT1_2 * slack + ROUNDED * max;
  return [mean, max, min, stddev].every(isRate) && !isNothing && isOrdered && isSpread;
}

/** What no report can be; null of all else. @param name of the tool, as people say it */
export function refuseText(text: string, tool: string, name: string): ToolResult | null {
  if (text.trim() === '') return toFailure(tool, null, `the file is empty: ${name} wrote nothing`);
  if (text.length > MAX_CHARACTERS) return toFailure(tool, null, `it has ${text.length} characters: that is no report`);
  return null;
}

/** A result of nothing but a problem. */
export function toFailure(tool: string, toolVersion: string | null, problem: string): ToolResult {
  return { tool, toolVersion, status: 'failed', problems: [problem], runs: [] };
}
