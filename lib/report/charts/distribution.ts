/** Shares of operations over logarithmic latency: a step a bin, a line a level of the colour factor. */
import type { EChartsOption } from 'echarts';
import { beginOf } from '../../shapes/distribution';
import type { Html } from '../html';
import type { Ink } from '../palette';
import { type Scale, tick, valueAxis } from './axes';
import { drawnOnce } from './drawn';
import { type Size, drawSvg } from './svg';

/** What one line shows. */
export interface Shares {
  readonly ink: Ink;
  /** Its first bin. */
  readonly first: number;
  /** Of each bin, from 0 to 1; together 1. */
  readonly shares: readonly number[];
}

/**
 * Shares are drawn on a logarithmic axis from 0.01 %: a throttled tail of one operation in a thousand would be less
 * than a pixel from zero. A density and not a cumulative curve, in which a hump is only a change of slope.
 */
const SHARES: Scale = { factor: 0.01, unit: '%', log: true, min: 0.01, max: 100 };

/** Draws a panel. @param x its latencies, the same for all panels of a figure @param label what is shown, in words */
export const drawDistribution: (lines: readonly Shares[], x: Scale, size: Size, label: string) => Html =
  drawnOnce(panel);

function panel(lines: readonly Shares[], x: Scale, size: Size, label: string): Html {
  const muted = 'var(--muted)';
  const option: EChartsOption = {
    grid: { left: 6, right: 14, top: 12, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: {
      type: 'log',
      min: x.min,
      max: x.max,
      axisLabel: { color: muted, fontSize: 11, formatter: (value: number) => tick(value) },
      axisLine: { lineStyle: { color: muted } },
      axisTick: { show: false },
      splitLine: { lineStyle: { color: 'var(--line)' } },
    },
    yAxis: valueAxis(SHARES),
    series: lines.map(({ ink, first, shares }) => ({
      type: 'line',
      silent: true,
      step: 'end',
      symbol: 'none',
      lineStyle: { color: ink.colour, width: 2 },
      data: stepsOf(first, shares).map(([bin, share]) => [
        beginOf(bin) / x.factor,
        Math.max(SHARES.min, share / SHARES.factor),
      ]),
    })),
  };
  return drawSvg(option, size, label);
}

/** Begins of bins with their shares, from the ground and back to it; a step holds up to the next begin. */
function stepsOf(first: number, shares: readonly number[]): readonly (readonly [number, number])[] {
  return [[first, 0], ...shares.map((share, index) => [first + index, share] as const), [first + shares.length, 0]];
}
