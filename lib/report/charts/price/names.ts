/** Names in the picture of prices, clear of dots, of lines and of each other as far as there is room. */
import type { LineSeriesOption } from 'echarts';
import { expected } from '../../../shapes/errors';
import { type Scale, tick } from '../axes';
import { cut, textWidth } from '../labels';
import { type Box, boxesOf, crosses, meet, type Placer, type Segment, type Spot } from './place';

/** Height of a name, pixels. */
const HEIGHT = 15;
/** Between a dot and its name, pixels. */
const GAP = 10;
/** Names are cut to this many characters. */
const LENGTH = 28;
/** Names in a pile above a dot, and below it: farther away nobody would know whose they are. */
const PILE_MAX = 3;
/** What it costs to lie on something: on another name or beyond the plot is worst, a thin line can be read through. */
const COST = { name: 20, outside: 20, dot: 10, line: 3 };

/** Where a name stands: the end, or the middle, of its text, and the height of its middle. */
export interface PlacedName {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly align: 'left' | 'right' | 'center';
}

/** What names keep clear of. */
export interface Around {
  readonly plot: Box;
  readonly lines: readonly Segment[];
  /** Names that stand already, as those of lines. */
  readonly names: readonly Box[];
}

/** The best place of a name around its dot; null where all of them lie on others, or leave the picture. */
export function placeNames(
  spots: readonly Spot[],
  names: readonly string[],
  { plot, lines, names: before }: Around,
): readonly (PlacedName | null)[] {
  const taken = [...before];
  const dots = spots.map(boxesOf);
  return spots.map((spot, index) => {
    const text = cut(expected(names[index], `the name of dot ${index}`), LENGTH);
    const others = dots.filter((_, other) => other !== index).flat();
    const costs = candidates(spot, text, plot).map((candidate, place) => {
      const box = boxOf(candidate);
      const inside =
        box.left >= plot.left &&
        box.right <= plot.right + 24 &&
        box.top >= plot.top - HEIGHT &&
        box.bottom <= plot.bottom;
      const cost =
        taken.filter((one) => meet(one, box)).length * COST.name +
        others.filter((one) => meet(one, box)).length * COST.dot +
        lines.filter((line) => crosses(line, box)).length * COST.line +
        (inside ? 0 : COST.outside) +
        place * 0.1;
      return { candidate, box, cost, inside };
    });
    const best = costs.reduce((a, b) => (b.cost < a.cost ? b : a));
    if (!best.inside || [...taken, ...others].some((one) => meet(one, best.box))) return null;
    taken.push(best.box);
    return best.candidate;
  });
}

/** Places around a dot, the nearest first, then some higher and lower ones. */
function candidates({ x, y, upper, lower }: Spot, text: string, plot: Box): readonly PlacedName[] {
  const [above, below] = [Math.min(upper, y - 5) - 9, Math.max(lower, y + 5) + 10];
  const near = [0, 12, -12].flatMap((down): PlacedName[] => [
    { text, x: x + GAP, y: y + down, align: 'left' },
    { text, x: x - GAP, y: y + down, align: 'right' },
  ]);
  const pile = (room: number): readonly number[] =>
    Array.from({ length: Math.min(PILE_MAX, Math.max(1, Math.ceil(room / HEIGHT))) }, (_, step) => step * HEIGHT);
  const stacked = [
    ...pile(above - plot.top).map((up) => above - up),
    ...pile(plot.bottom - below).map((down) => below + down),
  ].map((at): PlacedName => ({ text, x, y: at, align: 'center' }));
  return [...near, ...stacked.toSorted((a, b) => Math.abs(a.y - y) - Math.abs(b.y - y))];
}

function boxOf({ text, x, y, align }: PlacedName): Box {
  const width = textWidth(text) + 2;
  const left = align === 'left' ? x : align === 'right' ? x - width : x - width / 2;
  return { left, right: left + width, top: y - HEIGHT / 2, bottom: y + HEIGHT / 2 };
}

export type LimitLine = NonNullable<NonNullable<LineSeriesOption['markLine']>['data']>[number];

/**
 * A level that was asked for, named at whichever end of its line the fewest dots lie.
 * @param limit in base units
 * @returns the line, and what its name covers
 */
export function limitLine(
  limit: number,
  scale: Scale,
  { plot, y: heightOf }: Placer,
  spots: readonly Spot[],
): { readonly line: LimitLine; readonly box: Box } {
  const value = limit / scale.factor;
  const text = `asked: ${tick(value)} ${scale.unit}`.trimEnd();
  const y = heightOf(limit);
  const width = textWidth(text, 12) + 10;
  const ends = [
    { position: 'insideStartTop', left: plot.left, top: y - HEIGHT - 3 },
    { position: 'insideEndTop', left: plot.right - width, top: y - HEIGHT - 3 },
    { position: 'insideStartBottom', left: plot.left, top: y },
    { position: 'insideEndBottom', left: plot.right - width, top: y },
  ] as const;
  const boxes = ends.map(({ left, top }) => ({ left, right: left + width, top, bottom: top + HEIGHT + 3 }));
  const dots = spots.flatMap(boxesOf);
  const covered = boxes.map((box) => dots.filter((dot) => meet(dot, box)).length);
  const best = covered.indexOf(Math.min(...covered));
  const box = expected(boxes[best], 'a place for the name of a line');
  const { position } = expected(ends[best], 'an end of a line');
  return { line: { yAxis: value, label: { position, formatter: text } }, box };
}
