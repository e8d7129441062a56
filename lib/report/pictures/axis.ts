/** Axes of the pictures: positions as shares of the plot, and ticks at round numbers. */
import type { Unit } from '../../shapes/observation';
import { formatValue, pickScale, toThreeDigits } from '../../results/format';
import { groupDigits } from '../../shapes/group-digits';

/** Scale of an axis, a map or a table column; its title names the unit. */
export interface SharedScale {
  readonly unit: string;
  /** Without the unit. */
  readonly format: (value: number) => string;
}

/** @param typical value that sets the common prefix. Counts of operations each have a prefix: 900k, 1.00M */
export function shareScale(typical: number, unit: Unit): SharedScale {
  const { factor, suffix } = pickScale(typical, unit);
  const format = (value: number): string =>
    unit === 'ops/s' ? formatValue(value, unit).replace(/ ops\/s$/, '') : toThreeDigits(value / factor);
  return { unit: suffix.replace(/^[kM](?= )/, '').trim(), format };
}

export interface Axis {
  /** Position of a value between the ends, 0 to 1; values outside are clamped to the ends. */
  readonly place: (value: number) => number;
  readonly ticks: readonly { readonly place: number; readonly text: string }[];
  /** Unit of the tick numbers; empty for numbers without one. */
  readonly unit: string;
  readonly log: boolean;
}

/** Unit along an axis: that of a metric, or US dollars per month. */
export type AxisUnit = Unit | 'usd';

/** An axis is logarithmic if its largest value is at least this multiple of the smallest. */
const LOG_RATIO = 20;
const DOLLARS = { unit: '', format: (usd: number) => `$${groupDigits(usd, 2)}` };
/** Approximate number of ticks of a linear axis. */
const TICK_COUNT = 6;

/** @param start `zero`; `near`: only the range of the values; `log`: logarithmic for a wide range, else from zero */
export function makeAxis(values: readonly number[], unit: AxisUnit, start: 'zero' | 'near' | 'log'): Axis {
  // Long executions have more values than a function accepts as arguments.
  const least = values.reduce((low, value) => Math.min(low, value), Infinity);
  const most = values.reduce((high, value) => Math.max(high, value), -Infinity);
  if (start === 'log' && least > 0 && most / least > LOG_RATIO) return makeLogAxis(least, most, unit);
  const margin = start === 'near' ? (most - least) * 0.12 || Math.abs(most) * 0.05 || 1 : 0;
  const from = start === 'near' ? least - margin : Math.min(0, least);
  const to = start === 'near' ? most + margin : most > from ? from + (most - from) * 1.06 : from + 1;
  const step = roundStep((to - from) / TICK_COUNT);
  const first = Math.ceil(from / step - 1e-9);
  const count = Math.floor(to / step + 1e-9) - first + 1;
  const marks = Array.from({ length: count }, (_, index) => (first + index) * step);
  const place = (value: number): number => (value - from) / (to - from);
  return toAxis(marks, unit, { place, log: false, typical: to });
}

function makeLogAxis(least: number, most: number, unit: AxisUnit): Axis {
  const [from, to] = [roundPower(least * 0.97, Math.floor), roundPower(most * 1.03, Math.ceil)];
  const decades = Math.log10(to / from);
  const marks = Array.from({ length: 24 }, (_, index) =>
    getLogTick(Math.round(Math.log10(from) * 2 - 0.1) + index),
  ).filter((mark, index) => mark >= from * 0.99 && mark <= to * 1.01 && (decades <= 3 || index % 2 === 0));
  const place = (value: number): number => Math.log(value / from) / Math.log(to / from);
  // Over many decades, uses the unit of the middle, as the unit of the largest value gives the smallest many zeros.
  return toAxis(marks, unit, { place, log: true, typical: decades > 3 ? Math.sqrt(least * most) : most });
}

function toAxis(
  marks: readonly number[],
  unit: AxisUnit,
  { place, log, typical }: Pick<Axis, 'place' | 'log'> & { readonly typical: number },
): Axis {
  const clamp = (value: number): number => Math.max(0, Math.min(1, place(value)));
  const scale = unit === 'usd' ? DOLLARS : shareScale(typical, unit);
  // Drop trailing zeros of decimals.
  const text = (mark: number): string =>
    scale
      .format(mark)
      .replace(/(\.\d*?)0+(?=[kM]?$)/, '$1')
      .replace(/\.(?=[kM]?$)/, '');
  const ticks = marks.map((mark) => ({ place: clamp(mark), text: text(mark) }));
  return { place: clamp, ticks, unit: scale.unit, log };
}

/** Half-decade tick: 1, 3, 10, 30, …; even numbers give powers of ten. */
function getLogTick(half: number): number {
  return half % 2 === 0 ? 10 ** (half / 2) : 3 * 10 ** ((half - 1) / 2);
}

function roundPower(value: number, round: (exponent: number) => number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const steps = [power, 3 * power, 10 * power];
  return (
    (round === Math.floor ? steps.findLast((step) => step <= value) : steps.find((step) => step >= value)) ?? value
  );
}

/** Rounds up to 1, 2 or 5 times a power of ten. */
function roundStep(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5, 10].find((step) => step * power >= value * 0.999) ?? 10) * power;
}
