/** Rates over the time of trials: one line a trial, drawn by hand, as there may be many points and nothing else. */
import { escapeText, Html } from '../html';
import { marksOf, type Scale, shareOf, tick } from './axes';

/** One trial. */
export interface TimeLine {
  /** In base units, at equal steps. */
  readonly values: readonly number[];
  /** Length of a step, seconds. */
  readonly step: number;
  readonly colour: string;
  /** It does not count: pale and dashed. */
  readonly out: boolean;
}

/** Points that are drawn of one line: more than these nobody sees in a small panel. */
export const POINTS_MAX = 120;

const WIDTH = 320;
const HEIGHT = 190;
const PLOT = { left: 44, right: 308, top: 10, bottom: 164 };

/** Means of runs of equal length, at most {@link POINTS_MAX} of them. */
export function thinned(values: readonly number[]): readonly number[] {
  const run = Math.ceil(values.length / POINTS_MAX);
  if (run <= 1) return values;
  return Array.from({ length: Math.floor(values.length / run) }, (_, index) => {
    const part = values.slice(index * run, (index + 1) * run);
    return part.reduce((sum, value) => sum + value, 0) / part.length;
  });
}

/**
 * A panel.
 * @param seconds end of the axis of time, the same for all panels of a figure
 * @param label what is shown, in words
 */
export function drawOverTime(lines: readonly TimeLine[], scale: Scale, seconds: number, label: string): Html {
  const x = (second: number): number => PLOT.left + (second / seconds) * (PLOT.right - PLOT.left);
  const y = (value: number): number => PLOT.bottom - shareOf(scale, value) * (PLOT.bottom - PLOT.top);
  const grid = marksOf(scale).map((mark) => {
    const at = y(mark * scale.factor).toFixed(1);
    const line = `<path d="M${PLOT.left} ${at}H${PLOT.right}" stroke="var(--line)" fill="none"></path>`;
    return `${line}${text(tick(mark), PLOT.left - 6, Number(at) + 4, 'end')}`;
  });
  const ends = [0, seconds / 2, seconds].map((second) =>
    text(`${Number(second.toPrecision(3))} s`, x(second), PLOT.bottom + 17, second === 0 ? 'start' : 'middle'),
  );
  const paths = lines.map(({ values, step, colour, out }) => {
    const drawn = thinned(values);
    const each = (values.length * step) / drawn.length;
    // The middle of each step.
    const points = drawn.map((value, index) => `${x((index + 0.5) * each).toFixed(1)} ${y(value).toFixed(1)}`);
    const look = out ? 'stroke-dasharray="3 3" opacity="0.5"' : '';
    return `<path d="M${points.join('L')}" fill="none" stroke="${colour}" stroke-width="1.6" ${look}></path>`;
  });
  const open = `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escapeText(label)}">`;
  return new Html(`${open}${grid.join('')}${ends.join('')}${paths.join('')}</svg>`);
}

function text(words: string, x: number, y: number, anchor: string): string {
  const place = `x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}"`;
  return `<text ${place} style="font-size:11px;" fill="var(--muted)">${escapeText(words)}</text>`;
}
