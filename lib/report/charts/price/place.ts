/** Where dots and lines lie in the picture of prices, in pixels: reckoned before it is drawn, for names need room. */
import { expected } from '../../../shapes/errors';
import { type Scale, shareOf } from '../axes';
import type { PricePoint } from './point';

export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Pixels around the plot: marks of the axis, its name, the last price. */
export const MARGIN = { left: 48, right: 28, top: 30, bottom: 50 };
/** Half of a dot, and of the caps of its interval, pixels. */
const HALF = { dot: 7, cap: 5 };

/** Prices of an hour along the axis, US dollars. */
export interface PriceAxis {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/**
 * From zero where prices differ much; else only the part in which they lie, for dots need no zero as bars do, and what
 * costs nearly the same would lie in one place.
 */
export function priceAxis(prices: readonly number[]): PriceAxis {
  const [least, most] = [Math.min(...prices), Math.max(...prices)];
  const whole = least < most / 2;
  const room = Math.max((most - least) * 0.15, most * 0.01);
  const low = whole ? 0 : least - room;
  const step = niceStep((most + room - low) / 4);
  const ends = { min: Math.floor(low / step) * step, max: Math.ceil((most + room) / step) * step };
  return { min: Number(ends.min.toPrecision(6)), max: Number(ends.max.toPrecision(6)), step };
}

/** At least `value`: 1, 2 or 5 × a power of ten. */
function niceStep(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = expected(
    [1, 2, 5, 10].find((one) => one * power >= value * 0.999),
    'a step of an axis',
  );
  return Number((factor * power).toPrecision(6));
}

/** Turns prices and values into pixels. */
export function placer(size: { readonly width: number; readonly height: number }, axis: PriceAxis, scale: Scale) {
  const plot: Box = {
    left: MARGIN.left,
    right: size.width - MARGIN.right,
    top: MARGIN.top,
    bottom: size.height - MARGIN.bottom,
  };
  return {
    plot,
    x: (usd: number): number => plot.left + ((usd - axis.min) / (axis.max - axis.min)) * (plot.right - plot.left),
    /** @param value in base units */
    y: (value: number): number => plot.bottom - shareOf(scale, value) * (plot.bottom - plot.top),
  };
}
export type Placer = ReturnType<typeof placer>;

/** A dot with the ends of its interval. */
export interface Spot {
  readonly x: number;
  readonly y: number;
  /** From the upper end of its interval to the lower one; both `y` where it has none. */
  readonly upper: number;
  readonly lower: number;
}

/** Where a configuration lies. */
export function spotOf({ contender: { value, interval }, usdPerHour }: PricePoint, { x, y }: Placer): Spot {
  return { x: x(usdPerHour), y: y(value), upper: y(interval?.high ?? value), lower: y(interval?.low ?? value) };
}

/** What a dot and its interval cover. */
export function boxesOf({ x, y, upper, lower }: Spot): readonly Box[] {
  return [
    { left: x - HALF.dot, right: x + HALF.dot, top: y - HALF.dot, bottom: y + HALF.dot },
    { left: x - HALF.cap, right: x + HALF.cap, top: Math.min(upper, y), bottom: Math.max(lower, y) },
  ];
}

/** Whether two boxes share a pixel. */
export function meet(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** A straight line between two places. */
export type Segment = readonly [from: Pick<Spot, 'x' | 'y'>, to: Pick<Spot, 'x' | 'y'>];

/** Whether a line runs through a box: what is left of it after every side has cut it. */
export function crosses([from, to]: Segment, { left, right, top, bottom }: Box): boolean {
  const sides = [
    [from.x - to.x, from.x - left],
    [to.x - from.x, right - from.x],
    [from.y - to.y, from.y - top],
    [to.y - from.y, bottom - from.y],
  ] as const;
  let [begin, end] = [0, 1];
  for (const [slope, room] of sides) {
    if (slope === 0 && room < 0) return false;
    if (slope < 0) begin = Math.max(begin, room / slope);
    if (slope > 0) end = Math.min(end, room / slope);
  }
  return begin <= end;
}
