/** Scales and axes that all panels of a figure share: equal things have equal scales. */
import type { XAXisComponentOption, YAXisComponentOption } from 'echarts';
import { scaleOf, threeDigits } from '../../results/format';
import type { Unit } from '../../shapes/observation';
import { type AxisLabels, FONT, LINE } from './labels';

export interface Scale {
  /** Base units per unit of the axis. */
  readonly factor: number;
  readonly unit: string;
  readonly log: boolean;
  /** In units of the axis. */
  readonly min: number;
  readonly max: number;
}

/**
 * Beyond this ratio of largest to smallest a logarithmic axis is taken, which says so: from zero the smallest would be
 * a line of a few pixels. Bars start at zero, so there dots take their place.
 */
const LOG_RATIO = 30;

/** What stands for a median: lines over an ordered factor, else bars from zero, or dots where bars would be flat. */
export type Kind = 'lines' | 'bars' | 'dots';

/** @returns dots for values that span more than bars can show; a zero has no place on a logarithmic axis */
export function barsOrDots(values: readonly number[]): Exclude<Kind, 'lines'> {
  return wide(values) ? 'dots' : 'bars';
}

function wide(values: readonly number[]): boolean {
  const least = Math.min(...values);
  return least > 0 && Math.max(...values) / least > LOG_RATIO;
}

/** A scale that holds all values. @param mayLog lines and dots may stand on a logarithmic axis, bars not */
export function scaleFor(values: readonly number[], unit: Unit, mayLog: boolean): Scale {
  const top = Math.max(...values, 0);
  const bottom = Math.min(...values);
  const log = mayLog && wide(values);
  // Over decades the unit of the middle: in that of the largest the smallest would have leading zeros.
  const typical = log ? Math.sqrt(top * bottom) : top;
  const { factor, suffix } = scaleOf(typical, unit);
  const name = suffix.trim();
  if (log) {
    return { factor, unit: name, log, min: power(bottom / factor, Math.floor), max: power(top / factor, Math.ceil) };
  }
  return { factor, unit: name, log, min: 0, max: niceAbove((top / factor) * 1.04) };
}

/** Where a value in base units lies between the ends of a scale, from 0 to 1. */
export function shareOf({ factor, log, min, max }: Scale, value: number): number {
  const place = log ? Math.log(value / factor / min) / Math.log(max / min) : (value / factor - min) / (max - min);
  return Math.max(0, Math.min(1, place));
}

/** Units of the axis where a scale has its marks: powers of ten, or quarters. */
export function marksOf({ log, min, max }: Scale): readonly number[] {
  if (!log) return [0, 1, 2, 3, 4].map((quarter) => min + ((max - min) * quarter) / 4);
  const decades = Math.round(Math.log10(max / min));
  return Array.from({ length: decades + 1 }, (_, decade) => Number((min * 10 ** decade).toPrecision(6)));
}

/** The value axis of a panel. */
export function valueAxis(scale: Scale): YAXisComponentOption {
  const { log, min, max } = scale;
  const shared = {
    min,
    max,
    axisLabel: { color: 'var(--muted)', fontSize: 11, formatter: (value: number) => tick(value) },
    splitLine: { lineStyle: { color: 'var(--line)' } },
    axisLine: { show: false },
    axisTick: { show: false },
  };
  return log ? { type: 'log', ...shared } : { type: 'value', interval: max / 4, ...shared };
}

/** The axis of levels: all are named, but where they stand closer than one line of names. */
export function levelAxis({ texts, upright }: Pick<AxisLabels, 'texts' | 'upright'>, kind: Kind): XAXisComponentOption {
  return {
    type: 'category',
    data: [...texts],
    axisLabel: {
      color: 'var(--muted)',
      fontSize: FONT,
      lineHeight: LINE,
      rotate: upright ? 90 : 0,
      ...(upright ? { interval: 'auto', hideOverlap: true } : { interval: 0 }),
    },
    axisLine: { lineStyle: { color: 'var(--muted)' } },
    axisTick: { show: false },
    // Dots stand alone: lines between the levels say which belong together.
    splitLine: { show: kind === 'dots', interval: 0, lineStyle: { color: 'var(--line)' } },
  };
}

/** A mark of an axis in short: `0.01`, `1200`. */
export function tick(value: number): string {
  return value === 0 ? '0' : String(Number(threeDigits(value).replaceAll(',', '')));
}

function power(value: number, round: (exponent: number) => number): number {
  return 10 ** round(Math.log10(value));
}

/**
 * At least `value`: the next of 1, 1.2, 1.6, 2, 2.4, 3.2, 4, 6, 8, 10 × a power of ten.
 * A quarter of it is a short number.
 */
function niceAbove(value: number): number {
  if (!(value > 0)) return 1;
  const base = power(value, Math.floor);
  const step = [1, 1.2, 1.6, 2, 2.4, 3.2, 4, 6, 8, 10].find((factor) => factor * base >= value) ?? 10;
  return Number((step * base).toPrecision(6));
}
