/** Names beside the dots of a picture, each where it covers least of what else is drawn. */
import { type Html, html } from '../html';
import { drawText } from './plot';

/** A dot with its name; its place as shares from the upper left corner. */
interface LabelMark {
  readonly x: number;
  readonly y: number;
  /** Ends of its interval, above and below. */
  readonly bar: readonly [number, number];
  /** Empty: the dot has none, and is kept clear of other names. */
  readonly name: string;
  /** A second line; its name is bold then. */
  readonly more: string | null;
}

/** What names shall not cover: a horizontal line, and the steps of the frontier. */
interface PlotLines {
  readonly limit: number;
  /** What the line is, written at one of its ends. */
  readonly text: string;
  /** The part above the line meets the threshold, and says so in its corner. */
  readonly zone: boolean;
  readonly steps: readonly (readonly [number, number])[];
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Of a page of 1,280 pixels, and of one of 500: the style sheet shows the one or the other. */
const SIZES = [
  { kind: 'h-l', width: 760, height: 376 },
  { kind: 'n-l', width: 414, height: 376 },
];
type Size = Omit<(typeof SIZES)[number], 'kind'>;

/** Width of a letter, pixels. */
const LETTER_WIDTH = 7.4;
/** Places of the baseline against the dot; the end of the text where it stands at its left. */
const LABEL_OFFSETS = [
  { dx: 11, dy: 17, end: false },
  { dx: -11, dy: -9, end: true },
  { dx: 11, dy: -9, end: false },
  { dx: -11, dy: 17, end: true },
  { dx: 16, dy: 4, end: false },
  { dx: -16, dy: 4, end: true },
  { dx: 11, dy: 31, end: false },
  { dx: -11, dy: -24, end: true },
  { dx: 11, dy: 46, end: false },
  { dx: -11, dy: 46, end: true },
  { dx: 11, dy: -42, end: false },
  { dx: -11, dy: -42, end: true },
];

/** The name of the threshold, then those of the dots, for each size of the page. */
export function placeLabels(marks: readonly LabelMark[], lines: PlotLines): readonly Html[] {
  return SIZES.map((size) => html`<g class="${size.kind}">${placeInside(size, marks, lines)}</g>`);
}

/** A place where a text may stand. */
interface LabelPlace {
  readonly box: Box;
  readonly text: Html;
}

/** Of each the first place that costs least; names with a second line have their choice before others. */
function placeInside(size: Size, marks: readonly LabelMark[], lines: PlotLines): readonly Html[] {
  const { width, height } = size;
  const lower = lines.limit * height;
  const corner = lines.zone ? 0 : height - 30;
  const taken: Box[] = [{ left: 0, right: 190, top: corner, bottom: corner + 30 }];
  taken.push(...marks.map((mark) => boxAround(mark, size)));
  const segments = listSegments(lines.steps, size);
  const cost = ({ box }: LabelPlace): number => {
    const outside = box.left < 0 || box.right > width + 10 || box.top < 0 || box.bottom > height ? 100 : 0;
    const crossed = box.top < lower && box.bottom > lower ? 3 : 0;
    return outside + countOverlaps(box, taken) * 10 + crossed + countOverlaps(box, segments);
  };
  const order = marks
    .filter(({ name }) => name !== '')
    .toSorted((a, b) => Number(b.more !== null) - Number(a.more !== null));
  return [listLimitPlaces(lines, size), ...order.map((mark) => listNamePlaces(mark, lines, size))].map((places) => {
    const best = places.reduce((found, one) => (cost(one) < cost(found) ? one : found));
    taken.push(best.box);
    return best.text;
  });
}

/** At the ends of the line: outside of the zone, and at the right, first. */
function listLimitPlaces({ limit, text, zone }: PlotLines, { width, height }: Size): readonly LabelPlace[] {
  const words = width < 500 ? text : `threshold ${text}`;
  const long = words.length * LETTER_WIDTH + 8;
  return [18, -8]
    .toSorted((a, b) => (zone ? b - a : a - b))
    .flatMap((dy, nth) =>
      [true, false].map((end) => {
        const [left, top] = [end ? width - long : 0, limit * height + dy - 12];
        const kind = `b halo${end ? ' e' : ''}${nth > 0 ? ' z' : ''}`;
        const drawn = drawText(kind, end ? 1 : 0, limit, [end ? 0 : 6, dy], words);
        return { box: { left, right: left + long, top, bottom: top + 15 }, text: drawn };
      }),
    );
}

function listNamePlaces(mark: LabelMark, { limit, zone }: PlotLines, { width, height }: Size): readonly LabelPlace[] {
  const { x, y, name, more } = mark;
  const long = Math.max(name.length * (more === null ? 1 : 1.25), more?.length ?? 0) * LETTER_WIDTH;
  // What is chosen has a ring around its dot.
  const ring = more === null ? 0 : 4;
  return LABEL_OFFSETS.map(({ dx: by, dy, end }) => {
    const dx = by + Math.sign(by) * ring;
    const [rise, fall] = more === null ? [11, 3] : dy < 0 ? [30, 5] : [12, 22];
    const [left, base] = [x * width + dx - (end ? long : 0), y * height + dy];
    const box = { left, right: left + long, top: base - rise, bottom: base + fall };
    const isInZone = (box.top + box.bottom) / 2 < limit * height === zone;
    const kind = `${end ? 'e ' : ''}${isInZone ? 'z ' : ''}`;
    const [first, second] = dy < 0 ? [dy - 16, dy + 2] : [dy + 2, dy + 19];
    const text =
      more === null
        ? drawText(`${kind}halo`, x, y, [dx, dy], name)
        : html`${drawText(`${kind}b big-t halo`, x, y, [dx, first], name)}
${drawText(`${kind}halo`, x, y, [dx, second], more)}`;
    return { box, text };
  });
}

function countOverlaps(a: Box, others: readonly Box[]): number {
  return others.filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom).length;
}

/** Of a dot with its ring and its interval. */
function boxAround({ x, y, bar: [above, below] }: LabelMark, { width, height }: Size): Box {
  const [at, down] = [x * width, y * height];
  const [top, bottom] = [Math.min(down - 12, above * height), Math.max(down + 12, below * height)];
  return { left: at - 8, right: at + 8, top, bottom };
}

function listSegments(steps: PlotLines['steps'], { width, height }: Size): readonly Box[] {
  return steps.flatMap(([x, y], index) => {
    const [right = 1, next = y] = steps[index + 1] ?? [];
    const [left, end, top] = [x * width, right * width, y * height];
    const bottom = next * height;
    return [
      { left, right: end, top: top - 1, bottom: top + 1 },
      { left: end - 1, right: end + 1, top: Math.min(top, bottom), bottom: Math.max(top, bottom) },
    ];
  });
}
