/** One row per configuration: a dot with its interval; the preferred or the cheapest configuration first. */
import { formatUsdPerMonth } from '../../results/format';
import { formatFigure, type MainMetric, nameAxis, nameFigure, type Point } from '../first-screen/points';
import { capitalize } from '../glossary';
import { type Html, html } from '../html';
import { type Axis, makeAxis } from './axis';
import { drawBand } from './labels';
import { drawXAxis, drawDot, drawFigure, drawLine, drawPlot, drawText, drawZone, HATCH_PATTERN } from './plot';
import { drawKey } from './price';

/** More rows do not fit on the first screen; the table has all. */
export const ROWS_MAX = 12;
/** Maximum heights of the rows on the first screen and of one row, and the minimum of a row, pixels. */
const HEIGHT = 362;
const ROW_MAX = 96;
const ROW_MIN = 24;
/** Longer names are above their dots if rows are high enough; if not, the names are truncated. */
const NAME_MAX = 34;
const ROW_ABOVE = 42;

/** @param order how the rows are ordered, as text @param scope of the question @param most rows */
export function drawRows(
  all: readonly Point[],
  metric: MainMetric,
  order: string,
  scope: string | null,
  most = ROWS_MAX,
): Html {
  const { threshold, unit, words, better } = metric;
  const points = all.toSorted((a, b) => Number(b.eligible) - Number(a.eligible)).slice(0, most);
  const ends = points.flatMap(({ value, interval, lasting }) => [
    interval?.low ?? value,
    lasting ?? value,
    interval?.high ?? value,
  ]);
  const axis = makeAxis([...ends, ...(threshold === null ? [] : [threshold.value])], unit, 'log');
  const height = Math.round(Math.max(150, points.length * ROW_MIN, Math.min(HEIGHT, points.length * ROW_MAX)));
  const step = height / points.length;
  const names = points.map(nameRow);
  const longest = Math.max(...names.map(({ length }) => length));
  const above = longest > NAME_MAX && step >= ROW_ABOVE;
  const priced = new Set(points.map(({ usdPerHour }) => usdPerHour)).size > 1;
  // The chosen name is bold and larger. Low rows have the price next to the name.
  const widths = points.map((point, index) => {
    const price = priced && step < ROW_ABOVE ? formatUsdPerMonth(point.usdPerHour ?? 0).length + 1 : 0;
    const below = step < ROW_ABOVE ? 0 : writeNotes(point, metric, priced).length * 6.6;
    return Math.max(below, Math.min(NAME_MAX, names[index]?.length ?? 0) * (point.chosen ? 8.9 : 7.3) + price * 7.3);
  });
  const zoned = threshold !== null && better === 'lower';
  const place = { metric, axis, step, priced, above, zoned };
  const rows = points.map((point, index) => drawRow(point, names[index] ?? '', (index + 0.5) / points.length, place));
  const rest = points.findIndex(({ eligible }) => !eligible) / points.length;
  const scale = `${axis.log ? 'log scale; ' : ''}${better === 'lower' ? 'left' : 'right'} is better`;
  const more = all.length > points.length ? `; ${points.length} of ${all.length} shown` : '';
  const label = points.map((point) => `${point.label} ${formatFigure(metric, point.value)}`).join(', ');
  const left = Math.round(above ? 14 : Math.max(96, ...widths.map((width) => width + 26)));
  const [zone = html``, ...end] =
    threshold === null ? [] : drawZone('x', axis.place(threshold.value), better, threshold.text);
  const parts = [
    HATCH_PATTERN,
    zone,
    drawXAxis(axis, `${capitalize(words)}${nameAxis(metric, axis.unit)}: ${scale}`),
    ...end,
    ...rows,
    ...(rest > 0 ? [drawLine('sep', 0, rest, 1, rest)] : []),
  ];
  return drawFigure(`${capitalize(words)}, ${order}${more}`, drawKey(points, scope), [
    drawPlot(height, `${words}: ${label}`, parts, 'rows', `--left:${left}px;--rows:${points.length}`),
  ]);
}

interface RowLayout {
  readonly metric: MainMetric;
  readonly axis: Axis;
  /** Height of a row on a wide page, pixels. */
  readonly step: number;
  readonly priced: boolean;
  readonly above: boolean;
  /** True if names above the dots lie in the zone that meets the threshold. */
  readonly zoned: boolean;
}

/** Price and caveats of a row: `$30/month, credits or a cache`. */
function writeNotes(point: Point, metric: MainMetric, priced: boolean): string {
  const { value, look, burst, lasting, mayNotLast, usdPerHour } = point;
  const notes = [
    priced && usdPerHour !== null ? formatUsdPerMonth(usdPerHour) : '',
    burst ? 'burst only' : '',
    mayNotLast ? 'credits or a cache' : '',
    lasting === null ? '' : `${formatFigure(metric, value)} measured`,
    look === 'excluded' ? look : '',
  ];
  return notes.filter((part) => part !== '').join(', ');
}

/** On narrow pages, every name is above its dot. @param y as a share of the height */
function drawRow(point: Point, name: string, y: number, shared: RowLayout): Html {
  const { metric, axis, step, priced, above, zoned } = shared;
  const { value, interval, look, chosen, burst, lasting, usdPerHour, eligible } = point;
  const { low, high } = interval ?? { low: value, high: value };
  const bold = chosen ? ' b' : '';
  const price = priced && usdPerHour !== null ? formatUsdPerMonth(usdPerHour) : '';
  const more = writeNotes(point, metric, priced);
  const two = more !== '' && step >= ROW_ABOVE;
  const over = html`${name} <tspan class="ax"> ${more}</tspan>`;
  const names = [
    drawText(
      `h-l e${bold}${chosen && step >= 40 ? ' big-t' : ''}`,
      0,
      y,
      [-12, two ? -1 : 5],
      html`${name.length > NAME_MAX ? `${name.slice(0, NAME_MAX - 1)}…` : name}${
        two || price === '' ? '' : html`<tspan class="ax"> ${price}</tspan>`
      }`,
    ),
    ...(two ? [drawText('h-l e ax', 0, y, [-12, 16], more)] : []),
  ];
  const form = !eligible ? 'excluded' : burst ? 'misses' : look;
  const last =
    lasting === null
      ? ''
      : html`${drawLine('fall', axis.place(value), y, axis.place(lasting), y)}
${drawText('m', axis.place(lasting), y, [0, 5], '|')}`;
  const bar = interval === null ? '' : drawLine(form, axis.place(low), y, axis.place(high), y);
  // Hatched as in the picture of excluded trials.
  const hatched = eligible && (burst || look === 'excluded');
  const at = axis.place(value);
  const dot = drawDot(hatched ? (burst ? 'hx burst' : 'hx') : form, at, y, chosen);
  const left = axis.place(high) > 0.86;
  const edge = axis.place(left ? low : high);
  const kind = `${left ? 'e ' : ''}halo${zoned && look === 'meets' ? ' z' : ''}${bold}`;
  const pages = above ? '' : ' n-l';
  return html`${above ? '' : names}${drawBand(pages, y)}${drawText(`${bold}${pages}`, 0, y, [4, -15], over)}
${last}${bar}${dot}
${drawText(kind, edge, y, [left ? -16 : 16, 5], nameFigure(metric, point))}`;
}

/** The label, with the operation if the configuration has several. */
export function nameRow({ label, operation }: Point, _index: number, all: readonly Point[]): string {
  const same = all.filter((one) => one.label === label).length > 1;
  return same && operation !== null ? `${label}, ${operation}` : label;
}
