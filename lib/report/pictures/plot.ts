/** Parts of a picture: positions as shares, 0 to 1 from the upper left corner; offsets and text in pixels, unscaled. */
import { type Html, html } from '../html';
import type { Axis } from './axis';

/** How a value compares with the threshold (`plain` without one); sets colour and shape of the mark. */
export type MarkLook = 'meets' | 'misses' | 'open' | 'excluded' | 'plain';

/** Letters of the longest tick that is centred at the end of an axis. */
const LONG_TICK = 6;

/** A position as CSS percent. */
export function formatPercent(share: number): string {
  return `${Number((share * 100).toFixed(2))}%`;
}

/** A plot with a height in pixels. @param kind classes that set its margins */
export function drawPlot(height: number, label: string, parts: readonly Html[], kind = '', style = ''): Html {
  return html`<div class="plot ${kind}"${style === '' ? '' : html` style="${style}"`}>
<svg height="${height}" role="img" aria-label="${label}">${parts}</svg></div>`;
}

export function drawLine(kind: string, x1: number, y1: number, x2: number, y2: number): Html {
  const [fromX, fromY, toX, toY] = [x1, y1, x2, y2].map(formatPercent);
  return html`<line class="${kind}" x1="${fromX}" y1="${fromY}" x2="${toX}" y2="${toY}"/>`;
}

export function drawBox(kind: string, x: number, y: number, width: number, height: number): Html {
  const size = html`width="${formatPercent(width)}" height="${formatPercent(Math.max(0, height))}"`;
  return html`<rect class="${kind}" x="${formatPercent(x)}" y="${formatPercent(y)}" ${size}/>`;
}

/** @param kind classes: `e` ends at the position, `m` is centred on it @param by offset in pixels, right and down */
export function drawText(kind: string, x: number, y: number, by: readonly [number, number], text: Html | string): Html {
  const place = html`x="${formatPercent(x)}" y="${formatPercent(y)}" dx="${by[0]}" dy="${by[1]}"`;
  return html`<text class="${kind}" ${place}>${text}</text>`;
}

/** Vertical grid lines with numbers below. @param name title of the axis, below its numbers */
export function drawXAxis({ ticks }: Pick<Axis, 'ticks'>, name?: string): Html {
  const marks = ticks.map(({ place, text }, index) => [
    drawLine('g', place, 0, place, 1),
    drawText(`${anchorTick(place, text)}${index % 2 && ticks.length > 2 ? ' xs' : ''}`, place, 1, [0, 18], text),
  ]);
  return html`<g class="ax">${marks.flat()}${name === undefined ? '' : drawText('m', 0.5, 1, [0, 37], name)}</g>`;
}

/** Long texts at the ends of an axis, e.g. dates, stay below it: beyond are those of the next panel. */
function anchorTick(place: number, text: string): string {
  return text.length <= LONG_TICK || (place > 0 && place < 1) ? 'm' : place <= 0 ? '' : 'e';
}

/** Horizontal grid lines with numbers at the left. */
export function drawYAxis({ ticks }: Pick<Axis, 'ticks'>): Html {
  const marks = ticks.map(({ place, text }) => [
    drawLine('g', 0, 1 - place, 1, 1 - place),
    drawText('e', 0, 1 - place, [-9, 4], text),
  ]);
  return html`<g class="ax">${marks.flat()}</g>`;
}

/** A mark: filled if the value meets the threshold, hollow if not, hatched (`hx`) if excluded; ringed if chosen. */
export function drawDot(look: string, x: number, y: number, chosen = false, radius?: number): Html {
  const ring = chosen ? html`<circle class="ring" cx="${formatPercent(x)}" cy="${formatPercent(y)}" r="11"/>` : '';
  const size = radius ?? (look.startsWith('hx') ? 7 : 5);
  return html`<circle class="${look}" cx="${formatPercent(x)}" cy="${formatPercent(y)}" r="${size}"/>${ring}`;
}

/** Hatching for excluded measurements; inserted once per page. */
export const HATCH_PATTERN = html`<defs><pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse"
 patternTransform="rotate(45)"><rect class="hb" width="7" height="7"/><rect class="hf" width="2.5" height="7"/>
</pattern></defs>`;

/** A figure: caption, a second line with the key, then the plots. */
export function drawFigure(title: string, key: Html | string, plots: readonly Html[]): Html {
  return html`<figure><figcaption><b>${title}</b><small>${key}</small></figcaption>${plots}</figure>`;
}

/** The zone that meets the threshold, and its labelled edge. @param along `y`: values increase upwards; `x`: right */
export function drawZone(along: 'x' | 'y', at: number, better: 'higher' | 'lower', text: string): readonly Html[] {
  const high = better === 'higher';
  if (along === 'y')
    return [
      drawBox('zone', 0, high ? 0 : 1 - at, 1, high ? 1 - at : at),
      drawLine('thr', 0, 1 - at, 1, 1 - at),
      drawText('e b halo', 1, 1 - at, [0, high ? 18 : -8], html`<tspan class="xs">threshold </tspan>${text}`),
    ];
  const [side, dx] = at > 0.7 ? ['e', 44] : at < 0.3 ? ['', -44] : ['m', 0];
  return [
    drawBox('zone', high ? at : 0, 0, high ? 1 - at : at, 1),
    drawLine('thr', at, 0, at, 1),
    drawText(`${side} b`, at, 0, [dx, -10], `threshold ${text}`),
  ];
}

/** `90%`, or `75–90%` if intervals have several confidence levels; empty without intervals. */
export function formatLevels(intervals: readonly ({ readonly level: number } | null)[]): string {
  const levels = intervals.flatMap((one) => (one === null ? [] : [Math.floor(one.level * 100 + 1e-9)]));
  if (levels.length === 0) return '';
  const [least, most] = [Math.min(...levels), Math.max(...levels)];
  return least === most ? `${least}%` : `${least}–${most}%`;
}
