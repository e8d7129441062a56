/** Tables of mdtest, parsed by their headers because columns differ between versions. */
import table from '../letters.json';
import type { Row } from '../output';

/** Heading of a table, in lines with single blanks. */
export const HEADING = /SUMMARY ?(rate|time)? ?(?:\(in [^)]{1,40}\))?:? ?\(of (\d+) iterations\)/;
const HEADER = /^ ?Operation (.*)$/;
const ROW = /^ ?((?:Directory|File|Tree) (?:creation|stat|read|removal|rename)) ?:? (\S.*)$/;
/** Columns after this mark are about iterations, columns before it about single ranks. */
const ITERATION_MARK = 'per Iteration:';

export const METRICS: Readonly<Record<string, string>> = table.mdtest.metrics;

interface Tables {
  readonly found: readonly Row[];
  readonly hasRates: boolean;
  readonly hasTimesOnly: boolean;
}

/** Rows of rate tables. A phase that did not run has only zeros and is skipped. */
export function readTables(lines: readonly string[]): Tables {
  const found: Row[] = [];
  let [table, columns]: ['none' | 'rate' | 'time', Columns] = ['none', readHeader('Max Min Mean Std Dev')];
  const seen = { rate: false, time: false };
  for (const line of lines) {
    const heading = HEADING.exec(line);
    if (heading !== null) {
      table = heading[1] === 'time' ? 'time' : 'rate';
      seen[table] = true;
      continue;
    }
    const header = HEADER.exec(line)?.[1];
    if (header !== undefined) columns = readHeader(header);
    const [, name = '', text = ''] = (table === 'rate' ? ROW.exec(line) : null) ?? [];
    const metric = METRICS[name];
    if (metric === undefined || found.some((one) => one.metric === metric)) continue;
    const spread = readRow(text, columns);
    if (spread !== null && spread.max !== 0) found.push({ metric, spread });
  }
  return { found, hasRates: seen.rate, hasTimesOnly: seen.time && !seen.rate };
}

/** Number of columns, and indices of the iteration columns; -1 if missing. */
type Columns = Readonly<Record<'count' | 'max' | 'min' | 'mean' | 'stddev', number>>;

function readHeader(text: string): Columns {
  const words = [...text.matchAll(/per Iteration:|Max|Min|Mean|Std Dev/g)].map(([word]) => word);
  const from = Math.max(0, words.indexOf(ITERATION_MARK));
  const names = words.filter((word) => word !== ITERATION_MARK);
  const [max, min, mean, stddev] = ['Max', 'Min', 'Mean', 'Std Dev'].map((name) => names.indexOf(name, from));
  return { count: names.length, max: max ?? -1, min: min ?? -1, mean: mean ?? -1, stddev: stddev ?? -1 };
}

function readRow(text: string, { count, ...at }: Columns): Row['spread'] | null {
  const numbers = text
    .trim()
    .split(' ')
    .map((word) => (word === 'NA' ? 0 : Number(word)));
  const [max, min, mean, stddev] = [numbers[at.max], numbers[at.min], numbers[at.mean], numbers[at.stddev]];
  if (numbers.length !== count || numbers.some((one) => Number.isNaN(one))) return null;
  if (max === undefined || min === undefined || mean === undefined) return null;
  return { mean, max, min, ...(stddev === undefined ? {} : { stddev }) };
}
