/** IOR's report for people, and its CSV: tables are read by the names of their columns, which differ by version. */
import type { ToolResult } from '../../../shapes/tool-result';
import { isPossible, type Spread, spreadOf } from '../../tools/mpi-output';

const MIB = 1024 ** 2;
const VERSION = /^IOR-(\S+): MPI Coordinated Test of Parallel I\/O/gm;
const SUMMARY = /^Operation\s+Max\(MiB\)/;
const ITERATIONS = /^access\s+bw\(MiB\/s\)/;
const CSV = /^access,bw\(MiB\/s\),/;
const NAMES: Readonly<Record<string, string>> = { write: 'write_bandwidth', read: 'read_bandwidth' };

/** What was read of a file. */
export interface Found {
  readonly version: string | null;
  readonly runs: readonly Pick<ToolResult['runs'][number], 'observations'>[];
  /** Figures that cannot be; null where all can. */
  readonly impossible: string | null;
  /** Why not all of it was read. */
  readonly broken: string | null;
}

/** Never throws. */
export function readText(text: string): Found {
  const starts = [...text.matchAll(VERSION)];
  const parts = starts.map(({ index }, number) => text.slice(index, starts[number + 1]?.index));
  const tables = (starts.length === 0 ? [text] : parts).map((part) => spreadsOf(part.split(/\r?\n/)));
  const wrong = tables.flat().find(({ spread }) => !isPossible(spread));
  return {
    version: starts[0]?.[1] ?? null,
    runs: tables.map((spreads) => ({
      observations: spreads.flatMap(({ metric, spread }) => spreadOf(metric, 'bytes/s', spread, MIB)),
    })),
    impossible: wrong === undefined ? null : `${wrong.metric} cannot be: ${JSON.stringify(wrong.spread)}`,
    broken: null,
  };
}

export interface NamedSpread {
  readonly metric: string;
  readonly spread: Spread;
}

/** Of the summary; of a report without one, of its rows of iterations. */
function spreadsOf(lines: readonly string[]): readonly NamedSpread[] {
  const at = lines.findLastIndex((line) => SUMMARY.test(line));
  const summary = at < 0 ? [] : summaryOf(lines[at] ?? '', lines.slice(at + 1));
  return summary.length > 0 ? summary : ofIterations(lines);
}

function summaryOf(header: string, lines: readonly string[]): readonly NamedSpread[] {
  const names = header.trim().split(/\s+/);
  const column = (name: string): number => names.indexOf(name);
  return lines.flatMap((line): NamedSpread[] => {
    const words = line.trim().split(/\s+/);
    const metric = NAMES[words[0] ?? ''];
    const number = (name: string): number => Number(words[column(name)] ?? Number.NaN);
    const spread = {
      mean: number('Mean(MiB)'),
      max: number('Max(MiB)'),
      min: number('Min(MiB)'),
      stddev: number('StdDev'),
    };
    if (metric === undefined || Object.values(spread).some((value) => Number.isNaN(value)) || spread.max === 0)
      return [];
    return [{ metric, spread }];
  });
}

/** Rows `write 472.4 …` below a header, or the same as CSV. */
function ofIterations(lines: readonly string[]): readonly NamedSpread[] {
  const rates: Record<string, number[]> = {};
  let split: RegExp | null = null;
  for (const line of lines) {
    if (ITERATIONS.test(line)) split = /\s+/;
    else if (CSV.test(line)) split = /,/;
    else if (split !== null) {
      const [access = '', rate = ''] = line.trim().split(split);
      const metric = NAMES[access];
      if (metric !== undefined && /^\d+(\.\d+)?$/.test(rate)) (rates[metric] ??= []).push(Number(rate));
    }
  }
  return Object.entries(rates).map(([metric, values]) => ({ metric, spread: ofValues(values) }));
}

/** IOR's own deviation is that of a population. */
function ofValues(values: readonly number[]): Spread {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const stddev = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
  return { mean, max: Math.max(...values), min: Math.min(...values), stddev };
}
