/** Names beside the dots of a picture, each where it covers least of what else is drawn. */
import { type Html, html } from '../html';
import { drawText } from './plot';

/** A dot with its name; its place as shares from the upper left corner. */
interface Mark {
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
interface Lines {
  readonly limit: number;
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

/** Size of the plot for which places are tried, pixels: that of a page of 1,280. */
const PLOT = { width: 760, height: 376 };
/** Width of a letter, pixels. */
const LETTER = 7.4;
/** Places of the baseline against the dot; the end of the text where it stands at its left. */
const PLACES = [
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

/** Names in the order in which they are to have the best places: those with a second line first. */
export function placeLabels(marks: readonly Mark[], lines: Lines): readonly Html[] {
  const corner = lines.zone ? 0 : PLOT.height - 30;
  const taken: Box[] = [{ left: 0, right: 190, top: corner, bottom: corner + 30 }, ...marks.map(boxAround)];
  const order = marks
    .filter(({ name }) => name !== '')
    .toSorted((a, b) => Number(b.more !== null) - Number(a.more !== null));
  return order.map((mark) => {
    const [x, y] = [mark.x * PLOT.width, mark.y * PLOT.height];
    const tried = PLACES.map((place) => ({ place, box: boxOf(mark, x, y, place) }));
    const cost = ({ left, top, right, bottom }: Box): number => {
      const outside = left < 0 || right > PLOT.width + 10 || top < 0 || bottom > PLOT.height ? 100 : 0;
      const hits = taken.filter((one) => overlap(one, { left, top, right, bottom })).length;
      const lower = lines.limit * PLOT.height;
      const crossed = top < lower && bottom > lower ? 3 : 0;
      const cut = listSegments(lines.steps).filter((one) => overlap(one, { left, top, right, bottom })).length;
      return outside + hits * 10 + crossed + cut;
    };
    const best = tried.reduce((found, one) => (cost(one.box) < cost(found.box) ? one : found));
    taken.push(best.box);
    const middle = (best.box.top + best.box.bottom) / 2;
    return drawLabel(mark, best.place, middle < lines.limit * PLOT.height === lines.zone);
  });
}

function drawLabel({ x, y, name, more }: Mark, { dx, dy, end }: (typeof PLACES)[number], inZone: boolean): Html {
  const side = `${end ? 'e ' : ''}${inZone ? 'z ' : ''}`;
  if (more === null) return drawText(`${side}halo`, x, y, [dx, dy], name);
  const [first, second] = dy < 0 ? [dy - 16, dy + 2] : [dy + 2, dy + 19];
  return html`${drawText(`${side}b big-t halo`, x, y, [dx, first], name)}
${drawText(`${side}halo`, x, y, [dx, second], more)}`;
}

function boxOf({ name, more }: Mark, x: number, y: number, { dx, dy, end }: (typeof PLACES)[number]): Box {
  const width = Math.max(name.length * (more === null ? 1 : 1.25), more?.length ?? 0) * LETTER;
  const [rise, fall] = more === null ? [11, 3] : dy < 0 ? [30, 5] : [12, 22];
  const left = end ? x + dx - width : x + dx;
  return { left, right: left + width, top: y + dy - rise, bottom: y + dy + fall };
}

/** Of a dot with its ring and its interval. */
function boxAround({ x, y, bar: [above, below] }: Mark): Box {
  const [at, down] = [x * PLOT.width, y * PLOT.height];
  const [top, bottom] = [Math.min(down - 12, above * PLOT.height), Math.max(down + 12, below * PLOT.height)];
  return { left: at - 8, right: at + 8, top, bottom };
}

function listSegments(steps: Lines['steps']): readonly Box[] {
  return steps.flatMap(([x, y], index) => {
    const [right = 1, next = y] = steps[index + 1] ?? [];
    const [left, end, top] = [x * PLOT.width, right * PLOT.width, y * PLOT.height];
    const bottom = next * PLOT.height;
    return [
      { left, right: end, top: top - 1, bottom: top + 1 },
      { left: end - 1, right: end + 1, top: Math.min(top, bottom), bottom: Math.max(top, bottom) },
    ];
  });
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
