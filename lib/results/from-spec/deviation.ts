/**
 * Deviation of a measured figure from a published one with the same metric, operation, statistic and unit. The interval
 * covers errors of measurement, not of the study: a value inside proves no agreement. Simulated: no interval.
 */
import { groupDigits } from '../../shapes/group-digits';
import { mergeLevels, type CellIdentity } from '../../shapes/observation';
import type { CellReference } from '../../shapes/plan';
import { type PublishedFigure, WORST_HOST } from '../../shapes/published-study';
import { formatInterval, formatLevel, formatValue, toThreeDigits } from '../format';
import type { Ratio } from '../design/reference';
import type { Measure } from '../measures';
import type { Interval } from '../statistics/limit';

export interface Deviation {
  /** In the unit of the published figure, or a ratio. Null if not comparable. */
  readonly ours: number | null;
  /** Measured ÷ published − 1, from the nearer end of a range (0 inside). Null if not comparable, or published is 0. */
  readonly share: number | null;
  /** Interval of the measured figure; null with too few trials, or if simulated. */
  readonly interval: Pick<Interval, 'low' | 'high' | 'level'> | null;
  /** Position of the published figure; `partly`: the interval contains a part of its range. Null without interval. */
  readonly published: 'within' | 'partly' | 'outside' | null;
  /** The figure comes from a simulation, so it does not confirm the study. */
  readonly modelled: boolean;
  /** Why the figures are not comparable; null if they are. */
  readonly notComparable: string | null;
  /** Example: `measured -12% (published: outside the measured 90% interval 410–450 ops/s)`. */
  readonly text: string;
}

export interface MeasuredCell<C extends CellIdentity = CellIdentity> {
  readonly cell: C & { readonly cellId: string };
  readonly measures: readonly Measure[];
  /** The plan, or any of its trials, is simulated. */
  readonly modelled: boolean;
  /** All trials used one created target instance, so the interval lacks the spread between instances. */
  readonly oneCopy: boolean;
}

export interface RatioSource {
  readonly cells: readonly (CellIdentity & { readonly cellId: string })[];
  readonly references: readonly CellReference[];
  /** Ratio to the same measure of another cell; null without counted values. */
  readonly ratio: (cell: string, own: Measure, to: string) => Ratio | null;
}

type StudyFigure = Omit<PublishedFigure, 'where'>;

/** The measured figure, or why there is none. */
type MeasuredFigure =
  | { readonly why: string }
  | {
      readonly value: number;
      readonly n: number | null;
      readonly interval: Deviation['interval'];
      /** Sources of error that the interval does not include; may be empty. */
      readonly limit: string;
    };

const NO_SERVERS = 'servers recorded none, as in trials without a whole minute';
const NO_VALID_TRIAL = 'no valid trial';

export function computeDeviation(figure: StudyFigure, ours: MeasuredCell, others: RatioSource): Deviation {
  const { modelled } = ours;
  const found = findMeasuredFigure(figure, ours, others);
  if ('why' in found) {
    const none = { ours: null, share: null, interval: null, published: null };
    return { ...none, modelled, notComparable: found.why, text: `not comparable: ${found.why}` };
  }
  const { value } = found;
  const interval = modelled ? null : found.interval;
  const share = computeShare(value, figure);
  const published = interval === null ? null : locatePublished(figure, interval);
  const place = figure.host === null ? '' : 'worst host ';
  const off = `${place}${describeOffset(value, share, figure)}`;
  const text = modelled
    ? `simulated ${off}: no evidence of agreement`
    : `measured ${off} (${describeInterval(figure, interval, published, found)})`;
  return { ours: value, share, interval, published, modelled, notComparable: null, text };
}

function findMeasuredFigure(figure: StudyFigure, ours: MeasuredCell, others: RatioSource): MeasuredFigure {
  const measure = findSameMeasure(figure, ours.measures);
  if ('why' in measure) return measure;
  const { statistics, unit } = measure;
  if (statistics === null) return { why: NO_VALID_TRIAL };
  if (figure.kind === 'ratio') return findRatio(figure, ours, measure, others);
  if (figure.unit !== unit) return { why: `the measured unit is ${unit}` };
  const limit = ours.oneCopy ? 'of one target instance' : '';
  return { value: statistics.centre, n: statistics.n, interval: statistics.interval, limit };
}

/** The measure of the same metric, operation and statistic. */
function findSameMeasure(
  { metric, operation, statistic, host }: StudyFigure,
  measures: readonly Measure[],
): Measure | { why: string } {
  if (measures.every(({ statistics }) => statistics === null)) return { why: NO_VALID_TRIAL };
  const own = measures.filter((one) => one.metric === metric);
  if (own.length === 0) return { why: metric.startsWith('server_') ? NO_SERVERS : 'the metric was not measured' };
  const operations = new Set(own.map((one) => one.operation));
  if (operation === null && operations.size > 1) return { why: 'the published figure names no operation' };
  const same = operation === null ? own : own.filter((one) => one.operation === operation);
  if (same.length === 0) return { why: 'the operation was not measured' };
  // Figures without a statistic match the primary one: see docs/spec.md, Published.
  const ofTrial = statistic === null || statistic === 'sustained' ? ['value', 'mean'] : [statistic];
  const wanted = host === null ? ofTrial : [WORST_HOST];
  const found = wanted.flatMap((name) => same.find((one) => one.statistic === name) ?? []);
  return found[0] ?? { why: host === null ? 'the statistic was not measured' : 'no host reported its own figure' };
}

function findRatio({ to }: StudyFigure, { cell }: MeasuredCell, measure: Measure, others: RatioSource): MeasuredFigure {
  const other = to === null ? findReference(cell.cellId, others) : findCellWith(cell, to, others);
  if (other === null) return { why: 'no configuration differs in these levels alone' };
  const ratio = others.ratio(cell.cellId, measure, other);
  if (ratio === null) return { why: 'the configuration that it is compared with has no valid trial' };
  return { value: ratio.value, n: null, interval: ratio.interval, limit: '' };
}

/** Only a reference that differs in no further levels matches the reference of the study. */
function findReference(cellId: string, { references }: RatioSource): string | null {
  const found = references.find(({ cell }) => cell === cellId);
  return found === undefined || !found.exact || found.to === cellId ? null : found.to;
}

/** The only other cell with these levels, and else the levels of this cell. Ignores factors that one cell lacks. */
function findCellWith(
  cell: MeasuredCell['cell'],
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

/** The nearer end of the range; the value itself inside the range. */
function pickNearestEnd(value: number, { low, high }: Pick<StudyFigure, 'low' | 'high'>): number {
  return Math.min(Math.max(value, low), high);
}

function computeShare(value: number, figure: StudyFigure): number | null {
  const near = pickNearestEnd(value, figure);
  if (near === value) return 0;
  return near === 0 ? null : value / near - 1;
}

function locatePublished(
  { low, high }: Pick<StudyFigure, 'low' | 'high'>,
  interval: Pick<Interval, 'low' | 'high'>,
): NonNullable<Deviation['published']> {
  if (low >= interval.low && high <= interval.high) return 'within';
  return high < interval.low || low > interval.high ? 'outside' : 'partly';
}

function describeOffset(value: number, share: number | null, { low, high, unit }: StudyFigure): string {
  if (share === null) return `${formatMeasuredFigure(value, unit)}, no percentage of 0`;
  if (low === high) return formatPercent(share);
  if (share === 0) return `${formatMeasuredFigure(value, unit)}, inside the published range`;
  return `${formatPercent(share)} from the ${value < low ? 'lower' : 'upper'} end`;
}

function describeInterval(
  { unit }: StudyFigure,
  interval: Deviation['interval'],
  published: Deviation['published'],
  { value, n, limit }: Exclude<MeasuredFigure, { why: string }>,
): string {
  if (interval === null) return `without an interval${n === null ? ': too few trials' : `, n = ${n}`}`;
  const { low, high, level } = interval;
  const range = unit === null ? `${toThreeDigits(low)}–${toThreeDigits(high)}` : formatInterval(low, high, value, unit);
  const place = published === 'partly' ? 'partly within' : (published ?? '');
  return `published: ${place} the measured ${formatLevel(level)} interval ${range}${limit === '' ? '' : `, ${limit}`}`;
}

function formatMeasuredFigure(value: number, unit: StudyFigure['unit']): string {
  return unit === null ? `${toThreeDigits(value)} ×` : formatValue(value, unit);
}

/** `-12%`, `+3.4%`, `0%`: no decimals for 10 or more. */
function formatPercent(share: number): string {
  // Round first, so that 9.96 becomes 10, not 10.0.
  const size = Number(Math.abs(share * 100).toFixed(1));
  const digits = size >= 10 ? groupDigits(size, 0) : size.toFixed(1);
  if (share === 0) return '0%';
  return `${Number(digits) === 0 ? '' : share < 0 ? '-' : '+'}${digits}%`;
}
