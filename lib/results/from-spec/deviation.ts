/**
 * How far a figure of ours is from a published one. Only what is alike is compared: metric, operation, statistic and
 * unit. Our interval says how sure our own figure is, and nothing of how exact the study is: a published value within
 * it is no proof of agreement. What is modelled is told as such, and never held against an interval.
 */
import { mergeLevels, type CellIdentity } from '../../shapes/observation';
import type { CellReference } from '../../shapes/plan';
import type { PublishedFigure } from '../../shapes/published-study';
import { formatInterval, formatLevel, formatValue, toThreeDigits } from '../format';
import type { Ratio } from '../design/reference';
import type { Measure } from '../measures';
import type { Interval } from '../statistics/limit';

/** Our figure against a published one. */
export interface Deviation {
  /** In the unit of the published figure; of a ratio the ratio. Null where the two are not comparable. */
  readonly ours: number | null;
  /**
   * Ours ÷ published − 1: above zero where ours is more. Of a range from its nearer end, 0 inside of it. Null where the
   * two are not comparable, and where 0 was published.
   */
  readonly share: number | null;
  /** Of our figure; null where its trials are too few, and where it is modelled. */
  readonly interval: Pick<Interval, 'low' | 'high' | 'level'> | null;
  /** Where the published figure lies in that interval; `partly`: a range of which it holds a part. Null without one. */
  readonly published: 'within' | 'partly' | 'outside' | null;
  /** Ours comes from a model: it says nothing of agreement. */
  readonly modelled: boolean;
  /** Why they are not comparable; null where they are. */
  readonly notComparable: string | null;
  /**
   * The same as people say it: `ours -12 % (published: outside our 90 % interval 410–450 ops/s, of one copy)`, of a
   * ratio likewise.
   */
  readonly text: string;
}

/** One of our cells, with what it measured. */
export interface OwnCell<C extends CellIdentity = CellIdentity> {
  readonly cell: C & { readonly cellId: string };
  readonly measures: readonly Measure[];
  /** Any of its trials, or the plan, is modelled. */
  readonly modelled: boolean;
  /** All was measured on one copy that was made for it: its interval holds nothing of what copies differ by. */
  readonly oneCopy: boolean;
}

/** What ratios are found by. */
export interface RatioSource {
  readonly cells: readonly (CellIdentity & { readonly cellId: string })[];
  readonly references: readonly CellReference[];
  /** How many times a measure of a cell is that of another one; null where nothing counts. */
  readonly ratio: (cell: string, own: Measure, to: string) => Ratio | null;
}

type StudyFigure = Omit<PublishedFigure, 'where'>;

/** What is held against the published figure, or why nothing is. */
type OwnFigure =
  | { readonly not: string }
  | {
      readonly value: number;
      readonly n: number | null;
      readonly interval: Deviation['interval'];
      /** What its interval does not hold, in words; empty for nothing. */
      readonly beside: string;
    };

const NO_VALID_TRIAL = 'no trial of ours counts for it';

/** Of one figure about a cell. */
export function computeDeviation(figure: StudyFigure, ours: OwnCell, others: RatioSource): Deviation {
  const { modelled } = ours;
  const found = findOwnFigure(figure, ours, others);
  if ('not' in found) {
    const none = { ours: null, share: null, interval: null, published: null };
    return { ...none, modelled, notComparable: found.not, text: `not comparable: ${found.not}` };
  }
  const { value } = found;
  const interval = modelled ? null : found.interval;
  const share = computeShare(value, figure);
  const published = interval === null ? null : judgePlace(figure, interval);
  const off = describeOffset(value, share, figure);
  const text = modelled
    ? `our model ${off}: not measured, no claim of agreement`
    : `ours ${off} (${describeInterval(figure, interval, published, found)})`;
  return { ours: value, share, interval, published, modelled, notComparable: null, text };
}

function findOwnFigure(figure: StudyFigure, ours: OwnCell, others: RatioSource): OwnFigure {
  const measure = findSameMeasure(figure, ours.measures);
  if ('not' in measure) return measure;
  const { statistics, unit } = measure;
  if (statistics === null) return { not: NO_VALID_TRIAL };
  if (figure.kind === 'ratio') return findRatio(figure, ours, measure, others);
  if (figure.unit !== unit) return { not: `ours is in ${unit}` };
  const beside = ours.oneCopy ? 'of one copy' : '';
  return { value: statistics.centre, n: statistics.n, interval: statistics.interval, beside };
}

/** Our measure of the same metric, operation and statistic. */
function findSameMeasure(
  { metric, operation, statistic, host }: StudyFigure,
  measures: readonly Measure[],
): Measure | { not: string } {
  if (measures.every(({ statistics }) => statistics === null)) return { not: NO_VALID_TRIAL };
  if (host !== null) return { not: 'ours is of all hosts together' };
  const own = measures.filter((one) => one.metric === metric);
  if (own.length === 0) return { not: 'ours has no such metric' };
  const operations = new Set(own.map((one) => one.operation));
  if (operation === null && operations.size > 1) return { not: 'it does not say of which operation' };
  const same = operation === null ? own : own.filter((one) => one.operation === operation);
  if (same.length === 0) return { not: 'ours has no such operation' };
  // What a row means that names none: docs/spec.md, Published.
  const wanted = statistic === null ? ['value', 'mean'] : [statistic];
  const found = wanted.flatMap((name) => same.find((one) => one.statistic === name) ?? []);
  return found[0] ?? { not: 'ours has no such statistic' };
}

function findRatio({ to }: StudyFigure, { cell }: OwnCell, measure: Measure, others: RatioSource): OwnFigure {
  const other = to === null ? findReference(cell.cellId, others) : findCellWith(cell, to, others);
  if (other === null) return { not: 'we have no cell that differs from this one in these levels alone' };
  const ratio = others.ratio(cell.cellId, measure, other);
  if (ratio === null) return { not: 'no trial counts of what the ratio is to' };
  return { value: ratio.value, n: null, interval: ratio.interval, beside: '' };
}

/** A reference that differs in more than its levels is not that of the study. */
function findReference(cellId: string, { references }: RatioSource): string | null {
  const found = references.find(({ cell }) => cell === cellId);
  return found === undefined || !found.exact || found.to === cellId ? null : found.to;
}

/** The only other cell with these levels and else those of this one; factors that one of both does not use are free. */
function findCellWith(
  cell: OwnCell['cell'],
  to: Readonly<Record<string, string>>,
  { cells }: RatioSource,
): string | null {
  const kept: Readonly<Record<string, string>> = { ...mergeLevels(cell), ...to };
  const fits = cells.filter((one) => {
    const levels = mergeLevels(one);
    return (
      one.cellId !== cell.cellId &&
      Object.entries(to).every(([factor, label]) => levels[factor] === label) &&
      Object.entries(levels).every(([factor, label]) => (kept[factor] ?? label) === label)
    );
  });
  return fits.length === 1 ? (fits[0]?.cellId ?? null) : null;
}

/** The end of the range that is nearer to ours; ours itself inside of it. */
function pickNearestEnd(value: number, { low, high }: Pick<StudyFigure, 'low' | 'high'>): number {
  return Math.min(Math.max(value, low), high);
}

function computeShare(value: number, figure: StudyFigure): number | null {
  const near = pickNearestEnd(value, figure);
  if (near === value) return 0;
  return near === 0 ? null : value / near - 1;
}

function judgePlace(
  { low, high }: Pick<StudyFigure, 'low' | 'high'>,
  interval: Pick<Interval, 'low' | 'high'>,
): NonNullable<Deviation['published']> {
  if (low >= interval.low && high <= interval.high) return 'within';
  return high < interval.low || low > interval.high ? 'outside' : 'partly';
}

function describeOffset(value: number, share: number | null, { low, high, unit }: StudyFigure): string {
  if (share === null) return `${formatOwnFigure(value, unit)}, no percentage of 0`;
  if (low === high) return formatPercent(share);
  if (share === 0) return `${formatOwnFigure(value, unit)}, inside the published range`;
  return `${formatPercent(share)} from the ${value < low ? 'lower' : 'upper'} end`;
}

function describeInterval(
  { unit }: StudyFigure,
  interval: Deviation['interval'],
  published: Deviation['published'],
  { value, n, beside }: Exclude<OwnFigure, { not: string }>,
): string {
  if (interval === null) return n === null ? 'no interval: too few trials' : `no interval, n = ${n}`;
  const { low, high, level } = interval;
  const range = unit === null ? `${toThreeDigits(low)}–${toThreeDigits(high)}` : formatInterval(low, high, value, unit);
  const place = published === 'partly' ? 'partly within' : (published ?? '');
  return `published: ${place} our ${formatLevel(level)} interval ${range}${beside === '' ? '' : `, ${beside}`}`;
}

function formatOwnFigure(value: number, unit: StudyFigure['unit']): string {
  return unit === null ? `${toThreeDigits(value)} ×` : formatValue(value, unit);
}

/** `-12 %`, `+3.4 %`, `0 %`: whole from ten on. */
function formatPercent(share: number): string {
  // Rounded first, so that 9.96 becomes 10 and not 10.0.
  const size = Number(Math.abs(share * 100).toFixed(1));
  const digits = size >= 10 ? WHOLE_FORMAT.format(size) : size.toFixed(1);
  if (share === 0) return '0 %';
  return `${Number(digits) === 0 ? '' : share < 0 ? '-' : '+'}${digits} %`;
}

const WHOLE_FORMAT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
