/** Places names next to the dots of a picture so that they cover little else. */
import { type Html, html } from '../html';
import { drawText, formatPercent } from './plot';

/** A dot and its name. Its position is given as shares from the upper left corner. */
interface LabelMark {
  readonly x: number;
  readonly y: number;
  /** Upper and lower end of the interval. */
  readonly bar: readonly [number, number];
  /** If empty, the dot has no name, but other names avoid it. */
  readonly name: string;
  /** A second line; if present, the name is bold. */
  readonly more: string | null;
}

/** Lines that names should not cover: the threshold, and the steps of the frontier. */
interface PlotLines {
  readonly limit: number;
  /** Label of the threshold line, at one of its ends. */
  readonly text: string;
  /** Text in the corner of the zone that meets the threshold. */
  readonly zone: boolean;
  readonly steps: readonly (readonly [number, number])[];
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Plot sizes on pages of 1,280 and 500 pixels; the style sheet shows one of the two. */
const SIZES = [
  { kind: 'h-l', width: 760, height: 376 },
  { kind: 'n-l', width: 414, height: 376 },
];
type Size = Omit<(typeof SIZES)[number], 'kind'>;

/** Mean width of a letter, pixels. */
const LETTER_WIDTH = 7.4;
/** Offset from which on a line leads to the dot. */
const LED_FROM = 20;
/** Offsets of the baseline from the dot. The text begins or ends there, or (`m`) is centred on the dot. */
const LABEL_OFFSETS: readonly { readonly dx: number; readonly dy: number; readonly end: boolean | 'm' }[] = [
  { dx: 11, dy: 17, end: false },
  { dx: -11, dy: -9, end: true },
  { dx: 11, dy: -9, end: false },
  { dx: -11, dy: 17, end: true },
  { dx: 16, dy: 4, end: false },
  { dx: -16, dy: 4, end: true },
  { dx: 0, dy: -17, end: 'm' },
  { dx: 0, dy: 27, end: 'm' },
  { dx: 4, dy: -24, end: false },
  { dx: 4, dy: 31, end: false },
  { dx: -4, dy: -24, end: true },
  { dx: 4, dy: 46, end: false },
  { dx: -4, dy: 46, end: true },
  { dx: 4, dy: -42, end: false },
  { dx: -4, dy: -42, end: true },
];

/** Labels of the threshold and the dots, once for each page size. */
export function placeLabels(marks: readonly LabelMark[], lines: PlotLines): readonly Html[] {
  return SIZES.map((size) => html`<g class="${size.kind}">${placeLabelsInPlot(size, marks, lines)}</g>`);
}

interface LabelPlace {
  readonly box: Box;
  readonly text: Html;
}

/** Picks the candidate with the least overlap for each label; names with a second line choose first. */
function placeLabelsInPlot(size: Size, marks: readonly LabelMark[], lines: PlotLines): readonly Html[] {
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
  return [listThresholdPlaces(lines, size), ...order.map((mark) => listNamePlaces(mark, lines, size))].map((places) => {
    const best = places.reduce((found, one) => (cost(one) < cost(found) ? one : found));
    taken.push(best.box);
    return best.text;
  });
}

/** Positions at the ends of the threshold line; prefers outside the zone, and the right end. */
function listThresholdPlaces({ limit, text, zone }: PlotLines, { width, height }: Size): readonly LabelPlace[] {
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
  // The chosen dot has a ring.
  const ring = more === null ? 0 : 4;
  return LABEL_OFFSETS.map(({ dx: by, dy, end }) => {
    const dx = by + Math.sign(by) * ring;
    const [rise, fall] = more === null ? [11, 3] : dy < 0 ? [30, 5] : [12, 22];
    const [left, base] = [x * width + dx - (end === 'm' ? long / 2 : end ? long : 0), y * height + dy];
    const box = { left, right: left + long, top: base - rise, bottom: base + fall };
    const isInZone = (box.top + box.bottom) / 2 < limit * height === zone;
    const kind = `${end === 'm' ? 'm ' : end ? 'e ' : ''}${isInZone ? 'z ' : ''}`;
    const [first, second] = dy < 0 ? [dy - 16, dy + 2] : [dy + 2, dy + 19];
    const line = html`width="1" height="${Math.abs(dy) - 8}" transform="translate(0,${Math.min(8, dy)})"`;
    const at = html`x="${formatPercent(x)}" y="${formatPercent(y)}"`;
    const leader = end === 'm' || Math.abs(dy) <= LED_FROM ? '' : html`<rect class="hf" ${at} ${line}/>`;
    const text =
      more === null
        ? html`${leader}${drawText(`${kind}halo`, x, y, [dx, dy], name)}`
        : html`${drawText(`${kind}b big-t halo`, x, y, [dx, first], name)}
${drawText(`${kind}halo`, x, y, [dx, second], more)}`;
    return { box, text };
  });
}

function countOverlaps(a: Box, others: readonly Box[]): number {
  return others.filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom).length;
}

/** Box around a dot, including its ring and interval. */
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

/** Background of a name above its bar, so that threshold and grid do not cross it. @param kind pages that have it */
export function drawBand(kind: string, y: number): Html {
  const place = html`y="${formatPercent(y)}" transform="translate(0,-29)"`;
  return html`<rect class="band${kind}" ${place} width="100%" height="19"/>`;
}
