/**
 * Compares mdtest's summary with its iterations (`-v`) and their number. Builds before 4.0 may summarize
 * each rank of each iteration; a rank that begins late then has a rate far too high
 * (https://github.com/hpc/ior/issues/300).
 */
import { checkCount, compareIterations } from '../consistency';
import type { SummaryRow } from '../output';
import { ROW_METRICS } from './table';

const ITERATION_LINE = /\b((?:Directory|File) [a-z]{4,8}) ?: ([\d.]{1,20}) sec, ([\d.]{1,25}) ops\/sec$/;
/** Tolerated difference between rate × time and the number of items; times have three decimals. */
const ITEM_TOLERANCE = { share: 0.02, seconds: 0.0006 };
/** Versions that may summarize ranks; their tables have colons and no iteration columns. */
const RANK_VERSIONS = /^(?:1\.9\.3|3\.\d)/;
const COLON_ROW = /^ ?File [a-z]{4,8} ?: [\d.]+ [\d.]+ [\d.]+ [\d.]+ ?$/;

interface MdtestReport {
  /** The text with each run of blanks reduced to one. */
  readonly lines: readonly string[];
  readonly rows: readonly SummaryRow[];
  readonly version: string;
  readonly iterations: number;
  readonly tasks: number;
  /** Items of all tasks in one iteration; NaN if unknown. */
  readonly items: number;
}

/** Contradictions between summary and iterations. */
export function listContradictions(report: MdtestReport): readonly string[] {
  const { rows, iterations } = report;
  const rates = groupRates(report);
  const found = rows.flatMap((row) => {
    const own = rates.get(row.metric) ?? [];
    return (own.length === iterations ? compareIterations(row, own) : checkCount(row, iterations)) ?? [];
  });
  return found.length === 0
    ? []
    : [`${found.join('; ')}: mdtest may have summarized ranks instead of iterations (hpc/ior#300)`];
}

/** Remark if the report does not show whether mdtest summarized ranks. */
export function listRankRemarks(report: MdtestReport): readonly string[] {
  const { lines, version, tasks, iterations } = report;
  const counts = RANK_VERSIONS.test(version) && tasks > 1 && lines.some((line) => COLON_ROW.test(line));
  if (!counts || iterations === 1 || groupRates(report).size > 0) return [];
  return [`mdtest ${version} may summarize ranks instead of iterations (hpc/ior#300); with \`-v\`, mdtest prints both`];
}

/** Rates by metric, only from lines about all tasks, as some versions also print lines about a single task. */
function groupRates({ lines, items, tasks }: MdtestReport): ReadonlyMap<string, readonly number[]> {
  const rates = new Map<string, number[]>();
  const isOf = (count: number, time: number, rate: number): boolean =>
    Math.abs(time * rate - count) <= ITEM_TOLERANCE.share * count + ITEM_TOLERANCE.seconds * rate;
  const unsure = new Set<string>();
  for (const line of lines) {
    const [, name = '', seconds, rate] = ITERATION_LINE.exec(line) ?? [];
    const metric = ROW_METRICS[name];
    const [time, perSecond] = [Number(seconds), Number(rate)];
    if (metric === undefined || !isOf(items, time, perSecond)) continue;
    // Times have three decimals: a short phase may be of one task as well.
    if (tasks > 1 && isOf(items / tasks, time, perSecond)) unsure.add(metric);
    const known = rates.get(metric);
    if (known === undefined) rates.set(metric, [perSecond]);
    else known.push(perSecond);
  }
  return new Map([...rates].filter(([metric]) => !unsure.has(metric)));
}
