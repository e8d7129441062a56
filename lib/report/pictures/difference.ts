/** An inconclusive pair: both intervals at the top, the interval of the difference below. */
import { formatRange, toThreeDigits } from '../../results/format';
import type { Answer } from '../../results/answer/answer';
import type { RivalComparison } from '../../results/answer/compare';
import { COMPARISON_LEVEL, UNIT_WORDS } from '../../results/answer/phrases';
import { formatFigure, type MainMetric, nameAxis, type Point } from '../first-screen/points';
import { type Html, html } from '../html';
import { capitalize } from '../glossary';
import { type Axis, makeAxis } from './axis';
import { drawXAxis, drawDot, drawFigure, drawLine, drawPlot, drawText, drawZone, formatLevels } from './plot';

/** How much better the leader is, as a share: 0.042 for a ratio of 1.042. */
export interface Difference {
  readonly low: number;
  readonly value: number;
  readonly high: number;
}

/** Null if one of the two configurations has too few units. */
export function findDifference({ ratio, low, high }: RivalComparison): Difference | null {
  return ratio === null || low === null || high === null ? null : { low: low - 1, value: ratio - 1, high: high - 1 };
}

/** `+4.2%`, `−1.8%`: a share with its sign. */
export function formatShare(share: number): string {
  const size = Math.abs(share * 100);
  const digits = size < 10 ? Number(size.toFixed(1)) : Number(toThreeDigits(size).replaceAll(',', ''));
  return `${digits === 0 ? '' : share < 0 ? '−' : '+'}${digits}%`;
}

/** Interval to expect with this many units (`12 replicates`), if the difference stays the same. */
type ExpectedDifference = Difference & { readonly units: string };

/** Intervals shrink with the square root of the units. Null if no setting, or only one for other units, settles it. */
export function expectDifference(
  { settle, scope }: Answer,
  { low, value, high }: Difference,
): ExpectedDifference | null {
  const [, units = ''] = /design: { (\w+: \d+) }/.exec(settle?.setting ?? '') ?? [];
  const [name = '', count = ''] = units.split(': ');
  if (scope === null || name !== `${UNIT_WORDS[scope.unit]}s`) return null;
  const share = Math.sqrt(scope.units / Number(count));
  return { low: value - (value - low) * share, value, high: value + (high - value) * share, units: `${count} ${name}` };
}

/** @param pair the leader first @param expected null: not drawn */
export function drawDifference(
  pair: readonly [Point, Point],
  found: Difference,
  expected: ExpectedDifference | null,
  metric: MainMetric,
): Html {
  const [leader, rival] = pair;
  const { unit, words, threshold, better } = metric;
  const limits = threshold === null ? [] : [threshold.value];
  const values = pair.flatMap(({ interval, trials, value }) => [
    interval?.low ?? value,
    interval?.high ?? value,
    ...trials,
  ]);
  const axis = makeAxis([...values, ...limits], unit, 'near');
  const zone = threshold === null ? [] : drawZone('x', axis.place(threshold.value), better, threshold.text);
  const rows = pair.map((point, index) => drawInterval(point, metric, axis, 0.32 + index * 0.44));
  const level = formatLevels([leader.interval, rival.interval]);
  const title = found.low <= 0 ? 'The difference may be zero' : 'The difference may be too small to matter';
  const label = `${formatShare(found.value)}, from ${formatShare(found.low)} to ${formatShare(found.high)}`;
  return drawFigure(
    title,
    `Dot: typical value.${level === '' ? '' : ` Bar: ${level} interval.`} Ticks: single trials.`,
    [
      html`<p class="pt">${capitalize(words)}${nameAxis(metric, axis.unit)}</p>`,
      drawPlot(140, `${leader.label} and ${rival.label}`, [...zone, drawXAxis(axis), ...rows], 'bars'),
      html`<p class="pt">How much better ${leader.label} is than ${rival.label}: ${COMPARISON_LEVEL} interval</p>`,
      drawPlot(expected === null ? 72 : 124, label, drawShares(found, expected), 'bars'),
    ],
  );
}

function drawInterval(
  { label, value, unit, interval, trials }: Point,
  metric: MainMetric,
  axis: Axis,
  y: number,
): Html {
  const range = interval === null ? '' : `, ${formatRange(interval.low, interval.high, value, unit)}`;
  const ticks = trials.map((trial) => drawLine('tick', axis.place(trial), y + 0.1, axis.place(trial), y + 0.16));
  const bar = interval === null ? '' : drawLine('bar', axis.place(interval.low), y, axis.place(interval.high), y);
  const name = html`${label}<tspan class="ax"> ${formatFigure(metric, value)}${range}</tspan>`;
  return html`${drawText('b halo', 0, y, [2, -14], name)}${bar}
${drawDot('dot', axis.place(value), y, false, 8)}${ticks}`;
}

function drawShares(found: Difference, expected: ExpectedDifference | null): readonly Html[] {
  const ends = [found, ...(expected === null ? [] : [expected])].flatMap(({ low, high }) => [low * 100, high * 100]);
  const axis = makeAxis([...ends, 0], '%', 'near');
  const at = (share: number): number => axis.place(share * 100);
  const ticks = axis.ticks.map(({ place, text }) => ({
    place,
    text: formatShare(Number(text.replaceAll(',', '')) / 100),
  }));
  return [
    drawXAxis({ ticks }),
    drawLine('zero', at(0), 0, at(0), 1),
    drawText('m b', at(0), 0, [0, -6], 'no difference'),
    ...drawShare(found, '', at, expected === null ? 0.5 : 0.3),
    ...(expected === null ? [] : drawShare(expected, `to settle it: ${expected.units}`, at, 0.78)),
  ];
}

/** One interval. @param name of an expected interval; empty for the measured one */
function drawShare({ low, value, high }: Difference, name: string, at: (share: number) => number, y: number) {
  const kind = name === '' ? '' : ' exp';
  return [
    drawLine(`bar${kind}`, at(low), y, at(high), y),
    drawDot(`dot${kind}`, at(value), y, false, 8),
    drawText('m halo', at(value), y, [0, -14], name === '' ? formatShare(value) : name),
    drawText('e halo', at(low), y, [-8, 5], formatShare(low)),
    drawText('halo', at(high), y, [8, 5], formatShare(high)),
  ];
}
