/** Tables of mdtest, parsed by their headers because columns differ between versions. */
import table from '../letters.json';
import type { SummaryRow } from '../output';

/** Heading of a table, in lines with single blanks. */
export const TABLE_HEADING = /SUMMARY ?(rate|time)? ?(?:\(in [^)]{1,40}\))?:? ?\(of (\d+) iterations\)/;
const COLUMN_HEADER = /^ ?Operation (.*)$/;
const ROW_PATTERN = /^ ?((?:Directory|File|Tree) (?:creation|stat|read|removal|rename)) ?:? (\S.*)$/;
/** Columns after this mark are about iterations, columns before it about single ranks. */
const ITERATION_MARK = 'per Iteration:';

export const ROW_METRICS: Readonly<Record<string, string>> = table.mdtest.metrics;

interface MdtestTables {
  readonly found: readonly SummaryRow[];
  readonly hasRates: boolean;
  readonly hasTimesOnly: boolean;
}

/** Rows of rate tables. A phase that did not run has only zeros and is skipped. */
export function readTables(lines: readonly string[]): MdtestTables {
  const found: SummaryRow[] = [];
  let [table, columns]: ['none' | 'rate' | 'time', ColumnIndices] = ['none', readHeader('Max Min Mean Std Dev')];
  const seen = { rate: false, time: false };
  for (const line of lines) {
    const heading = TABLE_HEADING.exec(line);
    if (heading !== null) {
      table = heading[1] === 'time' ? 'time' : 'rate';
      seen[table] = true;
      continue;
    }
    const header = COLUMN_HEADER.exec(line)?.[1];
    if (header !== undefined) columns = readHeader(header);
    const [, name = '', text = ''] = (table === 'rate' ? ROW_PATTERN.exec(line) : null) ?? [];
    const metric = ROW_METRICS[name];
    if (metric === undefined || found.some((one) => one.metric === metric)) continue;
    const spread = readRow(text, columns);
    if (spread !== null && spread.max !== 0) found.push({ metric, spread });
  }
  return { found, hasRates: seen.rate, hasTimesOnly: seen.time && !seen.rate };
}

/** Number of columns, and indices of the iteration columns; -1 if missing. */
type ColumnIndices = Readonly<Record<'count' | 'max' | 'min' | 'mean' | 'stddev', number>>;

function readHeader(text: string): ColumnIndices {
  const words = [...text.matchAll(/per Iteration:|Max|Min|Mean|Std Dev/g)].map(([word]) => word);
  const from = Math.max(0, words.indexOf(ITERATION_MARK));
  const names = words.filter((word) => word !== ITERATION_MARK);
  const [max, min, mean, stddev] = ['Max', 'Min', 'Mean', 'Std Dev'].map((name) => names.indexOf(name, from));
  return { count: names.length, max: max ?? -1, min: min ?? -1, mean: mean ?? -1, stddev: stddev ?? -1 };
}

function readRow(text: string, { count, ...at }: ColumnIndices): SummaryRow['spread'] | null {
  const numbers = text
    .trim()
    .split(' ')
    .map((word) => (word === 'NA' ? 0 : Number(word)));
  const [max, min, mean, stddev] = [numbers[at.max], numbers[at.min], numbers[at.mean], numbers[at.stddev]];
  if (numbers.length !== count || numbers.some((one) => Number.isNaN(one))) return null;
  if (max === undefined || min === undefined || mean === undefined) return null;
  return { mean, max, min, ...(stddev === undefined ? {} : { stddev }) };
}
