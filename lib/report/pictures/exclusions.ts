/** Excluded measurements, hatched, and the reasons for exclusion. */
import { toThreeDigits } from '../../results/format';
import { groupReasons } from '../../results/reason-groups';
import { computeMedian } from '../../results/statistics/moments';
import type { Summary } from '../../results/summary';
import { BACKGROUND_CPU_LIMIT } from '../../results/trial/judge-evidence';
import { capitalize } from '../glossary';
import { type Html, html, renderProse } from '../html';
import { formatFigure, type MainMetric, nameAxis, type Point } from '../first-screen/points';
import { makeAxis } from './axis';
import { drawXAxis, drawBox, drawFigure, drawLine, drawPlot, drawText, drawYAxis, HATCH_PATTERN } from './plot';
import { nameRow } from './rows';
import { drawTrialNumbers } from './trials';

const ROWS_MAX = 5;
const ROW_HEIGHT = 40;

/** The picture; empty if no trial has a value. */
export function drawExcluded(summary: Summary, metric: MainMetric, all: readonly Point[]): Html {
  if (all.length === 0) return html``;
  const shown = all.slice(0, ROWS_MAX);
  const axis = makeAxis([0, Math.max(...shown.flatMap(({ trials }) => trials)) * 1.1], metric.unit, 'zero');
  const rows = shown.map((point, index) => {
    const { value, trials } = point;
    const y = (at: number): number => (index + at) / shown.length;
    const name = html`${nameRow(point, index, all)}<tspan class="b"> ${formatFigure(metric, value)}</tspan>`;
    const [from, to] = [axis.place(Math.min(...trials)), axis.place(Math.max(...trials))];
    return html`${drawBox('hx', 0, y(0.55), axis.place(value), 0.36 / shown.length)}
${drawText('halo', 0, y(0.55), [4, -5], name)}${drawLine('rng u', from, y(0.73), to, y(0.73))}
${drawLine('rng', from, y(0.73), to, y(0.73))}`;
  });
  const more = all.length > shown.length ? ` ${shown.length} of ${all.length} shown.` : '';
  const parts = [HATCH_PATTERN, drawXAxis(axis), ...rows, drawLine('base', 0, 0, 0, 1)];
  return drawFigure('Hatched: measured, but not counted', `Bar: typical value. Line: lowest to highest trial.${more}`, [
    html`<p class="pt">What the excluded trials measured: ${metric.words}${nameAxis(metric, axis.unit)}</p>`,
    drawPlot(shown.length * ROW_HEIGHT, `${capitalize(metric.words)} of excluded trials`, parts, 'bars'),
    drawReasons(summary),
  ]);
}

/** For HostBusy: CPU share of other processes in each trial. For other codes: the reasons with their counts. */
function drawReasons({ trials }: Summary): Html {
  const reasons = groupReasons({ trials });
  const shares = trials.flatMap(({ backgroundLoad: beside }) => beside?.otherProcessesCpu ?? []);
  if (shares.length === 0 || reasons.every(({ code }) => code !== 'HostBusy')) {
    const items = reasons.slice(0, 3).map(
      ({ code, trials: own, text }) => html`<li><b>${code}</b>, ${own.length} of ${trials.length} trials:
${renderProse(text)}.</li>`,
    );
    return html`<p class="pt">Why they are excluded</p><ul class="why">${items}</ul>`;
  }
  const bars = shares.map((share, index) => {
    const height = Math.min(1, share);
    return drawBox('hx', (index + 0.1) / shares.length, 1 - height, 0.8 / shares.length, height);
  });
  const limit = `${BACKGROUND_CPU_LIMIT * 100}%`;
  const typical = `${toThreeDigits(computeMedian(shares) * 100)}%`;
  return html`<p class="pt">Why: CPU time that other processes used, in each trial</p>${drawPlot(
    110,
    `Other processes used a median of ${typical} of the CPU; ${limit} is allowed`,
    [
      drawYAxis({ ticks: [0, 0.5, 1].map((share) => ({ place: share, text: `${share * 100}%` })) }),
      html`<g class="ax">${drawTrialNumbers(shares.length)}</g>`,
      ...bars,
      drawLine('thr', 0, 1 - BACKGROUND_CPU_LIMIT, 1, 1 - BACKGROUND_CPU_LIMIT),
      drawText('e b halo', 1, 1 - BACKGROUND_CPU_LIMIT, [0, -6], `limit ${limit}`),
    ],
    'why',
  )}`;
}
