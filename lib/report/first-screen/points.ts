/** Data of each configuration for pictures and table: its value, and its position relative to the threshold. */
import { comparesStorageAlone } from '../../pricing/cell-prices';
import type { Contender } from '../../results/answer/contender';
import { mayNotLast } from '../../results/answer/phrases';
import { formatThreshold } from '../../results/question';
import { hasThreshold } from '../../shapes/decision-rule';
import { getBetter, pickMainMetric, nameMetric, pickPrimary } from '../../results/measures';
import type { CellMeasure, CellSummary } from '../../results/cells';
import { describeLevels } from '../../results/label';
import type { Interval } from '../../results/statistics/limit';
import { computeMedian } from '../../results/statistics/moments';
import type { Summary, TrialSummary } from '../../results/summary';
import { includeSuspects } from '../../results/suspect-values';
import { groupBy } from '../../shapes/collections';
import type { Unit } from '../../shapes/observation';
import { formatValue } from '../../results/format';
import type { MarkLook } from '../pictures/plot';

export interface Point {
  readonly cell: string;
  readonly label: string;
  readonly operation: string | null;
  readonly value: number;
  readonly unit: Unit;
  readonly interval: Interval | null;
  readonly look: MarkLook;
  /** See {@link pickPrice}; null if it is unknown. */
  readonly usdPerHour: number | null;
  /** True for the winner, or for the leader if there is no winner. */
  readonly chosen: boolean;
  /** True if the question covers this configuration. */
  readonly eligible: boolean;
  /** True if only burst rates meet the threshold. */
  readonly burst: boolean;
  /** Sustained rate if the measured one is higher: the provisioned rate, or the level after a step. */
  readonly lasting: number | null;
  /** True if credits or a cache carry it, and what lasts is unknown. */
  readonly mayNotLast: boolean;
  /** Values of the counted trials, else of all trials, in measured order. */
  readonly trials: readonly number[];
}

export interface MainMetric {
  readonly name: string;
  /** Example: `read bandwidth`. */
  readonly words: string;
  readonly unit: Unit;
  readonly better: 'higher' | 'lower';
  readonly operation: string | null;
  /** In base units; null without a threshold for this metric. */
  readonly threshold: { readonly value: number; readonly text: string } | null;
}

/** The metric of the question, else the first measured one; null if nothing was measured. */
export function findMainMetric({ decide, cells, metrics, answer }: Summary): MainMetric | null {
  const name = pickMainMetric(decide, cells);
  const measure = cells.flatMap(({ measures }) => measures).find(({ metric }) => metric === name);
  if (name === null || measure === undefined) return null;
  const operation = answer.winner?.operation ?? answer.ranking[0]?.operation ?? decide?.operation ?? null;
  const limit = decide?.atLeast ?? decide?.atMost;
  const { unit } = measure;
  const words = nameMetric(metrics, name, operation);
  const better = decide?.atMost !== undefined ? 'lower' : getBetter(metrics, name, unit);
  const threshold = limit === undefined ? null : { value: limit, text: formatThreshold(limit, unit, words) };
  return { name, words, unit, better, operation, threshold };
}

/** Formats a value for the first screen: `3.08k IOPS`, `338 MB/s`. */
export function formatFigure({ name, unit }: Pick<MainMetric, 'name' | 'unit'>, value: number): string {
  const text = formatValue(value, unit);
  return name === 'iops' ? text.replace(/ ops\/s$/, ' IOPS') : text;
}

/** The value to compare with the threshold: `20.0k IOPS sustained` if the measured value is higher. */
export function nameFigure(metric: MainMetric, { value, lasting }: Point): string {
  return lasting === null ? formatFigure(metric, value) : `${formatFigure(metric, lasting)} sustained`;
}

/** Unit after the words of the metric: ` (MB/s)`; empty if these words already name the unit. */
export function nameAxis({ words }: Pick<MainMetric, 'words'>, unit: string): string {
  return unit === '' || /IOPS$|a second$/.test(words) ? '' : ` (${unit})`;
}

/** Points of all configurations with a value: competing ones first, by preference. */
export function listPoints(summary: Summary, { name, operation, better }: MainMetric): readonly Point[] {
  const { answer, decide, cells } = summary;
  const { ranking } = answer;
  // Without a winner the headline names the first. If several meet the threshold and none is best, none is chosen.
  const isTie = answer.outcome === 'meets' && answer.comparison === 'open' && answer.reason !== 'unmeasured';
  const largest = ranking.find(({ cell }) => cell === answer.gate?.pairs[0]?.cell);
  const winner = isTie ? null : (answer.winner ?? largest ?? ranking[0]);
  const byCell = new Map(cells.map((cell) => [cell.cellId, cell]));
  const scope = pickPriceScope(summary);
  const ranked = ranking.flatMap((contender) => {
    const cell = byCell.get(contender.cell);
    const measure = pickPrimary(cell?.measures ?? [], name).find((one) => one.operation === contender.operation);
    if (cell === undefined || measure === undefined) return [];
    const chosen = contender.cell === winner?.cell;
    return [{ ...toPoint(cell, measure, contender.label, scope), ...judgeContender(contender, summary), chosen }];
  });
  const competing = new Set(ranking.map(({ cell }) => cell));
  const left = new Map(answer.leftOut.map(({ cell, label }) => [cell, label]));
  const others = cells
    .filter(({ cellId }) => !competing.has(cellId))
    .flatMap((cell) =>
      pickPrimary(cell.measures, name)
        .filter((one) => operation === null || decide === null || one.operation === operation)
        .map((measure) => toPoint(cell, measure, left.get(cell.cellId) ?? cell.label, scope))
        .map((point) => ({ ...point, eligible: decide === null || (isExcluded(point) && left.has(point.cell)) }))
        // Points outside the question need valid trials.
        .filter((point) => point.eligible || !isExcluded(point)),
    )
    .toSorted((a, b) => Number(b.eligible) - Number(a.eligible));
  const known = others.filter((point) => !isExcluded(point));
  if (decide !== null || known.length < 2) return [...ranked, ...others];
  const sign = better === 'higher' ? -1 : 1;
  const [best] = known.toSorted((a, b) => sign * (a.value - b.value));
  return others.map((point) => ({ ...point, chosen: point === best }));
}

/** Whether a configuration has no valid trial. */
export function isExcluded({ look }: Pick<Point, 'look'>): boolean {
  return look === 'excluded';
}

const LOOK_BY_RESULT = { yes: 'meets', no: 'misses', open: 'open' } as const;
const LOOK_BY_VERDICT = { 'no worse': 'meets', worse: 'misses', open: 'open' } as const;

/** Position relative to the threshold or the reference, and the sustained rate. */
function judgeContender(
  contender: Contender,
  { decide, answer }: Summary,
): Pick<Point, 'look' | 'burst' | 'lasting' | 'mayNotLast'> {
  const { cell, qualifies, limit, lasting, value, price } = contender;
  const pair = answer.gate?.pairs.find((one) => one.cell === cell);
  if (pair !== undefined)
    return { look: LOOK_BY_VERDICT[pair.verdict], burst: false, lasting: null, mayNotLast: false };
  // Only the choice of the cheapest corrects for several candidates: a dearer one is judged by itself.
  const isDearer = answer.prefer === 'cheapest' && answer.met === 'yes' && (price ?? 0) > (answer.winner?.price ?? 0);
  const result = qualifies === 'open' && isDearer ? contender.alone : qualifies;
  const look = decide === null || !hasThreshold(decide) || result === null ? 'plain' : LOOK_BY_RESULT[result];
  const isCounted = decide?.atLeast !== undefined && decide.burst !== 'allowed';
  const burst = isCounted && limit === 'no' && lasting !== null && value >= (decide.atLeast ?? 0);
  return { look, burst, lasting: isCounted ? lasting : null, mayNotLast: mayNotLast(contender) };
}

/** What all prices of a page include. */
export type PriceScope = 'storage' | 'storage and hosts';

type CellPrices = Pick<CellSummary, 'storageUsdPerHour' | 'usdPerHour'>;

/** As in the answer, see {@link comparesStorageAlone}. Without a question: with hosts if a storage has no price. */
export function pickPriceScope({ cells, answer }: Pick<Summary, 'cells' | 'answer'>): PriceScope {
  const covered = new Set([...answer.ranking, ...answer.leftOut].map(({ cell }) => cell));
  const compared = cells.filter(({ cellId }) => covered.has(cellId));
  const isStorage =
    covered.size === 0 || compared.every(({ usdPerHour }) => (usdPerHour ?? 0) === 0)
      ? !cells.some(lacksStoragePrice)
      : comparesStorageAlone(compared);
  return isStorage ? 'storage' : 'storage and hosts';
}

function lacksStoragePrice({ storageUsdPerHour, usdPerHour }: CellPrices): boolean {
  return (usdPerHour ?? 0) > 0 && (storageUsdPerHour ?? 0) <= 0;
}

/** US dollars per hour; null if unknown, or if the hosts' price includes it. */
export function pickPrice(cell: CellPrices, scope: PriceScope): number | null {
  if (scope === 'storage and hosts') return cell.usdPerHour;
  return lacksStoragePrice(cell) ? null : cell.storageUsdPerHour;
}

/** Without counted trials, the value is that of suspect trials, else of all trials. */
function toPoint(cell: CellSummary, measure: CellMeasure, label: string, scope: PriceScope): Point {
  const { statistics, unit, operation, values } = measure;
  const trials = values.filter(({ counted }) => counted || statistics === null).map(({ value }) => value);
  const value = statistics?.centre ?? includeSuspects(measure)?.value ?? computeMedian(trials);
  const interval = statistics?.interval ?? null;
  const look = statistics === null ? 'excluded' : 'plain';
  const usdPerHour = pickPrice(cell, scope);
  const shared = { cell: cell.cellId, label, operation, value, unit, interval, look, usdPerHour, trials } as const;
  return { ...shared, chosen: false, eligible: true, burst: false, lasting: null, mayNotLast: false };
}

type MeasuredRow = { cell: string; point: Point | undefined; trials: readonly Pick<TrialSummary, 'excludedFor'>[] };
const RESULTS = { meets: '✓ meets', misses: '✕ misses', open: '? inconclusive' } as const;

/**
 * Result against the threshold or the reference; for excluded configurations, the most common reason.
 * @param plain without both @returns the look is null for configurations that are not compared
 */
export function describeResult({ answer }: Summary, { cell, point, trials }: MeasuredRow, plain: string) {
  const reasons = trials.flatMap(({ excludedFor: out }) => out ?? []);
  const [first] = [...groupBy(reasons, (code) => code)].toSorted((a, b) => b[1].length - a[1].length);
  if (point === undefined || point.look === 'excluded' || !point.eligible) {
    if (point?.eligible !== false && first !== undefined && reasons.length === trials.length)
      return { look: 'excluded', text: `excluded: ${first[0]}` } as const;
    const why = answer.leftOut.find((one) => one.cell === cell)?.why;
    return { look: null, text: `not compared${why === undefined ? '' : `: ${why}`}` };
  }
  if (point.burst) return { look: 'misses', text: '✕ burst only' } as const;
  const { look } = point;
  return { look, text: look !== 'plain' ? RESULTS[look] : answer.gate === undefined ? plain : 'reference' };
}

/** The levels to which `decide.where` limits the question; null if there is no limit. */
export function nameScope({ decide }: Pick<Summary, 'decide'>): string | null {
  const names = Object.keys(decide?.where ?? {});
  return decide === null || names.length === 0 ? null : describeLevels(decide.where, names);
}
