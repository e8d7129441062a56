/** Line charts: small panels with equal scales; each line has a colour and a marker. */
import type { Unit } from '../../shapes/observation';
import { type Html, html } from '../html';
import type { LevelStyle } from '../palette';
import { drawMoreNote } from '../html-table';
import { type Axis, makeAxis } from './axis';
import { drawXAxis, drawLine, drawPlot, drawText, drawYAxis } from './plot';

/** A point: position along the axis, 0 to 1, and its value; null for a gap. */
export type LinePoint = {
  readonly x: number;
  readonly value: number;
  readonly low?: number;
  readonly high?: number;
} | null;

export interface PanelLine {
  readonly name: string;
  readonly ink: LevelStyle;
  readonly points: readonly LinePoint[];
  /** Its trial is excluded. */
  readonly dashed?: boolean;
  /** A line of many points has a marker at its highest one. */
  readonly peak?: boolean;
}

export interface LinePanel {
  readonly title: string;
  readonly lines: readonly PanelLine[];
  /** Moments with their names; `x` is the position along the axis, 0 to 1. */
  readonly moments?: readonly { readonly x: number; readonly text: string }[];
  /** Default: those of {@link PanelScale}. */
  readonly ticks?: Axis['ticks'];
}

export interface PanelScale {
  readonly ticks?: Axis['ticks'];
  readonly y: Axis;
  readonly height?: number;
  /** Where the panels are that do not fit. Default: in `summary.json`. */
  readonly rest?: string;
  /** Maximum number of panels. Default: {@link PANELS_MAX}. */
  readonly most?: number;
}

/** Maximum number of panels of one picture; more would be hard to read. */
export const PANELS_MAX = 8;
/** Lines with more points have no markers. */
const MARKED_POINTS_MAX = 12;
/** With more lines, intervals would hide each other. */
const LINES_WITH_INTERVALS_MAX = 4;

/** One scale for the values of all panels, with intervals. */
export function shareAxis(panels: readonly LinePanel[], unit: Unit): Axis {
  const points = panels.flatMap(({ lines }) => lines.flatMap((line) => line.points)).filter((point) => point !== null);
  return makeAxis(
    points.flatMap(({ value, low = value, high = value }) => [low, value, high]),
    unit,
    'log',
  );
}

/** Panels side by side, as many as fit. @param what description for screen readers */
export function drawPanels(panels: readonly LinePanel[], scale: PanelScale, what: string): Html {
  const drawn = panels
    .slice(0, scale.most ?? PANELS_MAX)
    .map(({ title, lines, moments = [], ticks = scale.ticks ?? [] }) => {
      const marks = [...drawLines(lines, ticks, scale.y), ...drawMoments(moments)];
      return html`<figure>${title === '' ? '' : html`<figcaption><b>${title}</b></figcaption>`}
${drawPlot(scale.height ?? 170, title === '' ? what : `${what}, ${title}`, marks)}</figure>`;
    });
  return html`<div class="panels${panels.length === 1 ? ' one' : ''}">${drawn}</div>
${drawMoreNote(panels.length - drawn.length, 'panels', scale.rest)}`;
}

function drawLines(lines: readonly PanelLine[], ticks: Axis['ticks'], y: Axis): readonly Html[] {
  const paths = lines.flatMap(({ points, ink, dashed }) =>
    splitRuns(points).map((run) => {
      const places = run.map(({ x, value }) => `${Math.round(x * 1000)},${Math.round((1 - y.place(value)) * 1000)}`);
      const dash = dashed === true ? html` stroke-dasharray="4 4"` : '';
      return html`<polyline points="${places.join(' ')}" stroke="${ink.colour}"${dash}/>`;
    }),
  );
  const marks = lines.flatMap(({ points, ink, peak }) => {
    const known = points.filter((point) => point !== null);
    const most = known.toSorted((a, b) => b.value - a.value).slice(0, peak === true ? 1 : 0);
    const marked = points.length > MARKED_POINTS_MAX ? most : known;
    const drawn = marked.map(({ x, value, low, high }) => {
      const hidden = lines.length > LINES_WITH_INTERVALS_MAX || low === undefined || high === undefined;
      const bar = hidden ? '' : drawLine('iv', x, 1 - y.place(low), x, 1 - y.place(high));
      return html`${bar}${drawText('m', x, 1 - y.place(value), [0, 4], ink.symbol)}`;
    });
    return [html`<g style="--ink:${ink.colour}" class="ink">${drawn}</g>`];
  });
  const box = html`viewBox="0 0 1000 1000" preserveAspectRatio="none" width="100%" height="100%"`;
  return [drawYAxis(y), drawXAxis({ ticks }), html`<svg class="ln" ${box}>${paths}</svg>`, ...marks];
}

/** Vertical lines with their names above; names next to each other are at different heights. */
function drawMoments(moments: NonNullable<LinePanel['moments']>): readonly Html[] {
  const names = moments.map(({ x, text }, index) => {
    const isAtEnd = x > 0.7;
    return drawText(isAtEnd ? 'e halo' : 'halo', x, 0, [isAtEnd ? -4 : 4, 12 + 14 * (index % 2)], text);
  });
  return [...moments.map(({ x }) => drawLine('thr', x, 0, x, 1)), ...names];
}

function splitRuns(points: readonly LinePoint[]): readonly (readonly Exclude<LinePoint, null>[])[] {
  const runs: Exclude<LinePoint, null>[][] = [[]];
  for (const point of points) {
    if (point === null) runs.push([]);
    else runs.at(-1)?.push(point);
  }
  return runs.filter((run) => run.length > 1);
}

export function drawLegend(lines: readonly Pick<PanelLine, 'name' | 'ink'>[], label: string): Html {
  if (lines.length < 2) return html``;
  const items = lines.map(
    ({ name, ink }) => html`<li><span style="color:${ink.colour}" aria-hidden="true">${ink.symbol}</span> ${name}</li>`,
  );
  return html`<ul class="legend" aria-label="${label}">${items}</ul>`;
}

/** Ticks of levels, equally spaced with margins at the ends. */
export function spreadLevels(levels: readonly string[]): Axis['ticks'] {
  return levels.map((text, index) => ({ place: (index + 0.5) / levels.length, text }));
}

/** Ticks in seconds from the start. */
export function spreadSeconds(seconds: number): Axis['ticks'] {
  const { ticks, place } = makeAxis([0, seconds], 's', 'zero');
  const end = place(seconds);
  return ticks.filter((tick) => tick.place <= end).map((tick) => ({ ...tick, place: tick.place / end }));
}
