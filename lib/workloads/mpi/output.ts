/** What outputs of tools under MPI have in common: several runs in one file, errors, warnings and plausibility. */
import type { ToolResult } from '../../shapes/tool-result';

/** Maximum length of a file; reports have a few kilobytes per run. */
const MAX_CHARACTERS = 50_000_000;
/** Maximum length of a line. Longer lines are not part of a table, and would slow down the patterns. */
const MAX_LINE_CHARACTERS = 1000;
/** Maximum number of error lines that a problem quotes, and maximum length of each. */
const QUOTE_LIMITS = { lines: 3, characters: 200 };
const ERROR_LINE = /\b(MPI_ABORT was invoked|ERROR\b|FAILED in|process .* terminated|mpirun (noticed|has detected))/;
/** Warnings that figures are wrong. */
const WRONG_FIGURES = /\bWARNING: (?:inconsistent|incorrect|cannot|failed) /i;
const WARNING_LINE = /\bWARNING: (.{1,200})/g;
/** Harmless warnings, and warnings that {@link WRONG_FIGURES} and {@link FAILED_OPERATION} handle. */
const KNOWN_WARNING =
  /^(Expected|Stat\(\)|Using actual|maybe caused|fsync\(\)|unable (?!to create tr)|unlink|in(con|cor)|cannot|failed)/i;

/** Lines of a report, blanks reduced to one. Drops an unterminated last line: it may end within a number. */
export function splitLines(text: string): readonly string[] {
  const lines = text.split('\n');
  lines.pop();
  return lines.flatMap((line) => (line.length > MAX_LINE_CHARACTERS ? [] : [line.replace(/\s+/g, ' ')]));
}

/** Messages of network libraries, also of devices that they do not use; a complete report may have them. */
const NETWORK_LINE = /\bUCX +(?:ERROR|WARN)\b|^libfabric:|\bPSM[23]?\b.{0,80}\bERROR\b|\b(?:btl|mtl|pml)_\w+\.c:/;

/** Distinct error lines, shortened; empty if there are none. @param isComplete whether the report is complete */
export function quoteErrors(text: string, isComplete = false): string {
  const found = new Set<string>();
  for (const line of text.split(/\r?\n/)) {
    if (found.size >= QUOTE_LIMITS.lines) break;
    const start = line.slice(0, MAX_LINE_CHARACTERS);
    if (isComplete && NETWORK_LINE.test(start)) continue;
    if (ERROR_LINE.test(start) || WRONG_FIGURES.test(start))
      found.add(
        start
          .trim()
          .replace(/\p{Cc}/gu, ' ')
          .slice(0, QUOTE_LIMITS.characters),
      );
  }
  return [...found].join('; ');
}

/** Failed operations that tools count as done: `unable to stat file`. Omits directories in use and those that exist. */
const FAILED_OPERATION = /WARNING: (unable to (?!remove directory|create tree directory|statfs)|unlink\(\) )/;

/** The first warning about a failed operation that counts as done; empty if there is none. */
export function findFailedOp(text: string): string {
  const at = FAILED_OPERATION.exec(text)?.index;
  if (at === undefined) return '';
  return (text.slice(at, at + QUOTE_LIMITS.characters).split('\n')[0] ?? '').replace(/\p{Cc}/gu, ' ').trim();
}

/** Other warnings, each once, and the first message of a network library. */
export function listWarnings(text: string): readonly string[] {
  const network = text.split(/\r?\n/).find((line) => NETWORK_LINE.test(line.slice(0, MAX_LINE_CHARACTERS)));
  const found = [...text.matchAll(WARNING_LINE)].map(([, said = '']) => said.replace(/\p{Cc}/gu, ' ').trim());
  const others = [...new Set(found)].filter((said) => !KNOWN_WARNING.test(said));
  return [
    ...others.slice(0, QUOTE_LIMITS.lines).map((said) => `it warned: ${said}`),
    ...(network === undefined ? [] : [`a network library warned: ${network.slice(0, QUOTE_LIMITS.characters).trim()}`]),
  ];
}

interface SummarySpread {
  readonly mean: number;
  readonly max: number;
  readonly min: number;
  /** Absent in versions that do not print it. */
  readonly stddev?: number;
}

/** Highest plausible rate in the unit of the file: MiB/s or operations per second. */
const MAX_RATE = 1e15;

export interface SummaryRow {
  readonly metric: string;
  readonly spread: SummarySpread;
}

/** Largest relative rounding of a rate. */
const MAX_ROUNDING = 1e-3;

const isRate = (value: number): boolean => value >= 0 && value <= MAX_RATE;

type Observations = ToolResult['runs'][number]['observations'];

/** Observations of a row; empty if a figure is impossible. @param scale factor from the file's unit to the base unit */
export function toFigures({ metric, spread }: SummaryRow, unit: 'ops/s' | 'bytes/s', scale = 1): Observations {
  const all = Object.entries<number>({ ...spread });
  if (!all.every(([, value]) => isRate(value))) return [];
  return all.map(([statistic, value]) => ({ metric, operation: null, statistic, unit, value: value * scale }));
}

/** Message about an impossible row; null if the row is possible. */
export function findImpossible(rows: readonly SummaryRow[]): string | null {
  const wrong = rows.find(({ spread }) => !isPossible(spread));
  return wrong === undefined ? null : `${wrong.metric} is impossible: ${JSON.stringify(wrong.spread)}`;
}

function isPossible({ mean, max, min, stddev = 0 }: SummarySpread): boolean {
  // Large figures are rounded to whole numbers.
  const slack = 1 + 1e-3;
  // An iteration without a result has 0, and rates near 0 may be rounded to 0.
  const isNothing = max === 0 || (min === 0 && max > 1);
  const isOrdered = min <= mean * slack && mean <= max * slack;
  // The sample standard deviation is largest for two values: their difference ÷ √2.
  const isSpread = stddev <= (max - min) * Math.SQRT1_2 * slack + MAX_ROUNDING * max;
  return [mean, max, min, stddev].every(isRate) && !isNothing && isOrdered && isSpread;
}

/** Message if a file is empty or too long; otherwise null. @param name name of the tool in messages */
export function explainRefusal(text: string, tool: string, name: string): ToolResult | null {
  if (text.trim() === '') return createFailure(tool, null, `the file is empty: ${name} wrote nothing`);
  if (text.length > MAX_CHARACTERS)
    return createFailure(tool, null, `the file has ${text.length} characters (limit ${MAX_CHARACTERS})`);
  return null;
}

/** Builds a result that contains only a problem. */
export function createFailure(tool: string, toolVersion: string | null, problem: string): ToolResult {
  return { tool, toolVersion, status: 'failed', problems: [problem], runs: [] };
}
