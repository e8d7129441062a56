/** What the pictures and the table show of each configuration: its value and how it stands to the threshold. */
import type { Contender } from '../../results/answer/contender';
import { formatThreshold } from '../../results/question';
import { isLimited } from '../../results/answer/standings';
import { betterOf, mainMetric, metricWords, primaryMeasures } from '../../results/measures';
import { isAboveProvisioned } from '../../results/answer/phrases';
import type { CellMeasure, CellSummary } from '../../results/cells';
import { levelWords } from '../../results/label';
import type { Interval } from '../../results/statistics/limit';
import type { Summary } from '../../results/summary';
import { withSuspects } from '../../results/suspects';
import type { Unit } from '../../shapes/observation';
import { formatValue, toUsdPerMonth } from '../../results/format';
import type { Look } from '../pictures/plot';

export interface Point {
  readonly cell: string;
  readonly label: string;
  readonly operation: string | null;
  readonly value: number;
  readonly unit: Unit;
  readonly interval: Interval | null;
  readonly look: Look;
  /** Of storage alone, without hosts; null where it has no price, or none is known. */
  readonly usdPerHour: number | null;
  /** It is the answer, or what leads where none is decided. */
  readonly chosen: boolean;
  /** It competes for the answer. */
  readonly eligible: boolean;
  /** Meets the threshold only by what does not last. */
  readonly burst: boolean;
  /** What lasts, where more was measured: what is provisioned, or the level after a step. */
  readonly lasting: number | null;
  /** Values of its trials that count, in the order in which they were measured. */
  readonly trials: readonly number[];
}

/** The one metric of the first screen. */
export interface MainMetric {
  readonly name: string;
  /** `read bandwidth`. */
  readonly words: string;
  readonly unit: Unit;
  readonly better: 'higher' | 'lower';
  readonly operation: string | null;
  /** In base units; null where nothing, or nothing of this metric, is asked for. */
  readonly threshold: { readonly value: number; readonly text: string } | null;
}

/** The metric of the question, else the first that was measured; null where nothing was. */
export function findMainMetric({ decide, cells, metrics, answer }: Summary): MainMetric | null {
  const name = mainMetric(decide, cells);
  const measure = cells.flatMap(({ measures }) => measures).find(({ metric }) => metric === name);
  if (name === null || measure === undefined) return null;
  const operation = answer.winner?.operation ?? answer.ranking[0]?.operation ?? decide?.operation ?? null;
  const limit = decide?.atLeast ?? decide?.atMost;
  const { unit } = measure;
  const words = metricWords(metrics, name, operation);
  const better = decide?.atMost !== undefined ? 'lower' : betterOf(metrics, name, unit);
  const threshold = limit === undefined ? null : { value: limit, text: formatThreshold(limit, unit, words) };
  return { name, words, unit, better, operation, threshold };
}

/** `3.08k IOPS`, `338 MB/s`: a value as the first screen has it. */
export function formatFigure({ name, unit }: Pick<MainMetric, 'name' | 'unit'>, value: number): string {
  const text = formatValue(value, unit);
  return name === 'iops' ? text.replace(/ ops\/s$/, ' IOPS') : text;
}

/** ` (MB/s)`, behind the words of the metric; empty where they are its unit. */
export function nameAxis({ words }: Pick<MainMetric, 'words'>, unit: string): string {
  return unit === '' || /IOPS$|a second$/.test(words) ? '' : ` (${unit})`;
}

/** Points of all configurations that have a value, those that compete first, the preferred ones before the others. */
export function listPoints(summary: Summary, { name, operation, better }: MainMetric): readonly Point[] {
  const { answer, decide, cells } = summary;
  const { ranking } = answer;
  // Where none is chosen, the headline is of the first; of several that meet the threshold none, if that is open.
  const isTie = answer.outcome === 'meets' && answer.comparison === 'inconclusive' && answer.reason !== 'unmeasured';
  const winner = isTie ? null : (answer.winner ?? ranking[0]);
  const byCell = new Map(cells.map((cell) => [cell.cellId, cell]));
  const ranked = ranking.flatMap((contender) => {
    const cell = byCell.get(contender.cell);
    const measure = primaryMeasures(cell?.measures ?? [], name).find((one) => one.operation === contender.operation);
    return cell === undefined ? [] : [toRankedPoint(contender, measure, summary, contender.cell === winner?.cell)];
  });
  const competing = new Set(ranking.map(({ cell }) => cell));
  const others = cells
    .filter(({ cellId }) => !competing.has(cellId))
    .flatMap((cell) =>
      primaryMeasures(cell.measures, name)
        .filter((one) => operation === null || decide === null || one.operation === operation)
        .flatMap((measure) => toPoint(cell, measure, decide === null)),
    );
  if (decide !== null || others.length < 2) return [...ranked, ...listExcludedPoints(summary, name), ...others];
  const sign = better === 'higher' ? -1 : 1;
  const best = others.toSorted((a, b) => sign * (a.value - b.value))[0];
  return others.map((point) => ({ ...point, chosen: point === best }));
}

/** Those that should compete and of which no trial counts, with what their suspect trials gave. */
function listExcludedPoints({ answer, cells }: Summary, metric: string): readonly Point[] {
  return answer.leftOut.flatMap(({ cell, label }) => {
    const found = cells.find(({ cellId }) => cellId === cell);
    const [measure] = primaryMeasures(found?.measures ?? [], metric);
    const suspect = measure === undefined ? null : withSuspects(measure);
    if (found === undefined || measure === undefined || suspect === null || measure.statistics !== null) return [];
    const { unit, operation } = measure;
    const shared = { cell, label, operation, unit, value: suspect.value, usdPerHour: found.storageUsdPerHour } as const;
    return [{ ...shared, interval: null, look: 'excluded', chosen: false, eligible: true, ...NO_BURST, trials: [] }];
  });
}

function toRankedPoint(
  contender: Contender,
  measure: CellMeasure | undefined,
  { decide }: Summary,
  chosen: boolean,
): Point {
  const { cell, label, operation, value, unit, interval, storageUsdPerHour, qualifies, burst } = contender;
  const look = decide === null || !isLimited(decide) || qualifies === null ? 'plain' : LOOKS[qualifies];
  const usdPerHour = storageUsdPerHour;
  const lasts = isAboveProvisioned(contender) ? contender.provisioned : burst ? (contender.bounds?.high ?? null) : null;
  const lasting = decide?.atLeast === undefined || decide.burst === 'allowed' ? null : lasts;
  const shared = { cell, label, operation, value, unit, interval, look, chosen, burst, lasting } as const;
  return { ...shared, usdPerHour, eligible: true, trials: listValues(measure) };
}

const NO_BURST = { burst: false, lasting: null } as const;

const LOOKS = { yes: 'meets', no: 'misses', open: 'open' } as const;

function toPoint(cell: CellSummary, measure: CellMeasure, eligible: boolean): readonly Point[] {
  const { statistics, unit, operation } = measure;
  if (statistics === null) return [];
  const { centre: value, interval } = statistics;
  const { cellId, label, storageUsdPerHour: usdPerHour } = cell;
  const shared = { cell: cellId, label, operation, value, unit, interval, usdPerHour, eligible } as const;
  return [{ ...shared, look: 'plain', chosen: false, ...NO_BURST, trials: listValues(measure) }];
}

function listValues(measure: CellMeasure | undefined): readonly number[] {
  return (measure?.values ?? []).flatMap(({ value, counted }) => (counted ? [value] : []));
}

/** The levels that the question is about, where it names some: other configurations do not compete. */
export function nameScope({ decide }: Pick<Summary, 'decide'>): string | null {
  const names = Object.keys(decide?.where ?? {});
  return decide === null || names.length === 0 ? null : levelWords(decide.where, names);
}

/** Dollars of a month of storage; null where it has no price. */
export function findUsdPerMonth({ usdPerHour }: Pick<Point, 'usdPerHour'>): number | null {
  return usdPerHour === null || usdPerHour === 0 ? null : toUsdPerMonth(usdPerHour);
}
