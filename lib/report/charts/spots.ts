/**
 * Where dots, their names and the names of lines lie in the picture of prices: reckoned before it is drawn, so that
 * names keep clear of each other.
 */
import type { LineSeriesOption } from 'echarts';
import { threeDigits } from '../../results/format';
import type { Scale } from './axes';
import { cut, textWidth } from './labels';
import type { PricePoint } from './price-point';
import type { Size } from './svg';

/** Pixels beside the plot, as far as they are known before it is drawn. */
export const MARGIN = { left: 44, right: 24, top: 28, bottom: 50 };
/** Height of the text at a line, and of a dot with its name above it, pixels. */
const TEXT_HEIGHT = 18;
const DOT = { size: 8, name: 20 };
/** Names at the dots are cut to this. */
export const NAME_LENGTH = 28;

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Spot extends Box {
  /** Pixels from the dot to the top of its interval. */
  readonly rise: number;
}

/** Where a dot and its name lie. @param dearest end of the price axis, US dollars */
export function spotOf(
  { contender: { label, value, interval }, usdPerHour }: PricePoint,
  { factor, max }: Scale,
  dearest: number,
  size: Size,
): Spot {
  const height = size.height - MARGIN.top - MARGIN.bottom;
  const x = MARGIN.left + (usdPerHour / dearest) * (size.width - MARGIN.left - MARGIN.right);
  const y = MARGIN.top + (1 - value / factor / max) * height;
  const rise = (((interval?.high ?? value) - value) / factor / max) * height;
  const half = Math.max(DOT.size, textWidth(cut(label, NAME_LENGTH)) / 2 + 5);
  return { rise, left: x - half, right: x + half, top: y - rise - DOT.size - DOT.name, bottom: y + DOT.size };
}

/** Pixels from every dot to its name: above its interval, lifted so that none lies on another, the lowest first. */
export function distances(spots: readonly Spot[]): readonly number[] {
  const placed: Box[] = [];
  const found = spots.map(() => 0);
  const lowestFirst = [...spots.entries()].toSorted(([a, one], [b, two]) => two.top - one.top || a - b);
  for (const [index, spot] of lowestFirst) {
    let name: Box = { ...spot, bottom: spot.top + TEXT_HEIGHT };
    for (let hit: Box | undefined = name; hit !== undefined; ) {
      hit = placed.find((other) => meet(other, name));
      if (hit !== undefined) name = { ...name, top: hit.top - TEXT_HEIGHT, bottom: hit.top };
    }
    found[index] = DOT.size + spot.rise + spot.top - name.top;
    placed.push(name);
  }
  return found;
}

export type LimitLine = NonNullable<NonNullable<LineSeriesOption['markLine']>['data']>[number];

/** A level that was asked for, in units of the axis, named at whichever end of its line the fewest dots lie. */
export function limitLine(value: number, scale: Scale, size: Size, spots: readonly Spot[]): LimitLine {
  const text = `asked: ${threeDigits(value)} ${scale.unit}`.trimEnd();
  const y = MARGIN.top + (1 - value / scale.max) * (size.height - MARGIN.top - MARGIN.bottom);
  const width = textWidth(text) + 10;
  const ends = [
    { position: 'insideStartTop', left: MARGIN.left, top: y - TEXT_HEIGHT },
    { position: 'insideEndTop', left: size.width - MARGIN.right - width, top: y - TEXT_HEIGHT },
    { position: 'insideStartBottom', left: MARGIN.left, top: y },
    { position: 'insideEndBottom', left: size.width - MARGIN.right - width, top: y },
  ] as const;
  const covered = ends.map(({ left, top }) => {
    const own = { left, right: left + width, top, bottom: top + TEXT_HEIGHT };
    return spots.filter((spot) => meet(spot, own)).length;
  });
  const { position } = ends[covered.indexOf(Math.min(...covered))] ?? ends[0];
  return { yAxis: value, label: { position, formatter: text } };
}

function meet(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
