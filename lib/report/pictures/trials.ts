/** The single trials of one configuration, in measured order. */
import { formatRange } from '../../results/format';
import { formatFigure, type MainMetric, nameAxis, type Point } from '../first-screen/points';
import { capitalize } from '../glossary';
import { type Html, html } from '../html';
import { makeAxis } from './axis';
import { drawBox, drawDot, drawFigure, drawLine, drawPlot, drawText, drawYAxis, drawZone, formatLevels } from './plot';

const HEIGHT = 380;

export function drawTrials({ trials, value, unit, interval, look, lasting }: Point, metric: MainMetric): Html {
  const { words, threshold, better } = metric;
  const limits = threshold === null ? [] : [threshold.value];
  const y = makeAxis([...trials, ...limits, Math.max(...trials, ...limits) * 1.03], unit, 'zero');
  const down = (at: number): number => 1 - y.place(at);
  const height = interval === null ? 0 : Math.max(0.004, y.place(interval.high) - y.place(interval.low));
  const parts = [
    ...(threshold === null ? [] : drawZone('y', y.place(threshold.value), better, threshold.text)),
    ...(interval === null ? [] : [drawBox('ov', 0, down(interval.high), 1, height)]),
    drawYAxis(y),
    drawLine('base', 0, 1, 1, 1),
    html`<g class="ax">${drawTrialNumbers(trials.length)}</g>`,
    drawLine('mid', 0, down(value), 1, down(value)),
    ...trials.map((trial, index) => drawDot(look, (index + 0.5) / trials.length, down(trial))),
    drawText(
      'b halo',
      0,
      down(value),
      [6, -10],
      `${formatFigure(metric, value)}${lasting === null ? '' : ' measured'}`,
    ),
  ];
  const level = interval === null ? '' : ` Band: ${formatLevels([interval])} interval.`;
  const spread = formatRange(Math.min(...trials), Math.max(...trials), value, unit);
  const title = `${capitalize(words)}${nameAxis(metric, y.unit)} of each trial, in the order measured`;
  return drawFigure(title, `Dot: one trial. Line: typical value.${level}`, [
    drawPlot(HEIGHT, `${trials.length} trials, ${spread}; typical ${formatFigure(metric, value)}`, parts),
  ]);
}

/** Labels of the first and last trial below the axis. */
export function drawTrialNumbers(count: number): readonly Html[] {
  return [drawText('', 0, 1, [0, 18], 'trial 1'), drawText('e', 1, 1, [0, 18], `trial ${count}`)];
}
