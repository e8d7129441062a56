/** Price against performance: one dot a configuration, its interval, the frontier, and the level that was asked for. */
import { expected } from '../../shapes/errors';
import type { PricePoint } from './price-point';
import type { CustomSeriesRenderItem, EChartsOption, LineSeriesOption, ScatterSeriesOption } from 'echarts';
import { formatUsd } from '../../results/format';
import type { Html } from '../html';
import { niceAbove, type Scale, scaleFor, valueAxis } from './axes';
import { drawnOnce } from './drawn';
import { cut } from './labels';
import { distances, type LimitLine, limitLine, MARGIN, NAME_LENGTH, spotOf } from './spots';
import { drawSvg, type Size } from './svg';

/** Keeps names readable where they cross a line. */
const HALO = { textBorderColor: 'var(--bg)', textBorderWidth: 3 };
/** With more dots the names would cover them; all stand in the list. */
const NAMED_MAX = 40;

/**
 * Configurations that no other beats in both price and value, the cheapest first.
 * @param better direction of the metric
 */
export function frontier(points: readonly PricePoint[], better: 'higher' | 'lower'): readonly PricePoint[] {
  const ahead = (a: number, b: number): boolean => (better === 'higher' ? a > b : a < b);
  const order = points.toSorted(
    (a, b) => a.usdPerHour - b.usdPerHour || (ahead(a.contender.value, b.contender.value) ? -1 : 1),
  );
  const best: PricePoint[] = [];
  for (const point of order) {
    const last = best.at(-1);
    if (last === undefined || ahead(point.contender.value, last.contender.value)) best.push(point);
  }
  return best;
}

/** Draws the picture: `(points, better, limits, size, label)`; limits are levels that were asked for, in base units. */
export const drawPrice: typeof picture = drawnOnce(picture);

function picture(
  points: readonly PricePoint[],
  better: 'higher' | 'lower',
  limits: readonly number[],
  size: Size,
  label: string,
): Html {
  const unit = points[0]?.contender.unit ?? 'count';
  const values = points.flatMap(({ contender: { value, interval } }) => [value, interval?.high ?? value]);
  const scale = scaleFor([...values, ...limits], unit, false);
  const dearest = niceAbove(Math.max(...points.map(({ usdPerHour }) => usdPerHour)) * 1.04);
  const spots = points.map((point) => spotOf(point, scale, dearest, size));
  const lines = limits.map((limit) => limitLine(limit / scale.factor, scale, size, spots));
  const option: EChartsOption = {
    grid: { left: 6, right: 24, top: MARGIN.top, bottom: 26, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: {
      type: 'value',
      min: 0,
      max: dearest,
      interval: dearest / 4,
      name: '$ an hour',
      nameLocation: 'middle',
      nameGap: 28,
      nameTextStyle: { color: 'var(--muted)' },
      axisLabel: { color: 'var(--muted)', formatter: (value: number) => formatUsd(value) },
      splitLine: { lineStyle: { color: 'var(--line)' } },
      axisLine: { lineStyle: { color: 'var(--muted)' } },
    },
    yAxis: { ...valueAxis(scale), name: scale.unit, nameTextStyle: { color: 'var(--muted)', align: 'left' } },
    series: [
      frontierLine(frontier(points, better), lines, scale),
      { type: 'custom', silent: true, renderItem: whisker, data: points.map((point) => dataOf(point, scale)) },
      dots(points, scale, distances(spots)),
    ],
  };
  return drawSvg(option, size, label);
}

/** Price, value, and the ends of the interval. */
function dataOf({ contender, usdPerHour }: PricePoint, { factor }: Scale): number[] {
  const { value, interval } = contender;
  return [usdPerHour, value / factor, (interval?.low ?? value) / factor, (interval?.high ?? value) / factor];
}

const whisker: CustomSeriesRenderItem = (_params, api) => {
  const [x = 0, low = 0] = api.coord([api.value(0), api.value(2)]);
  const [, high = 0] = api.coord([api.value(0), api.value(3)]);
  const d = `M${x - 4} ${low}H${x + 4}M${x} ${low}V${high}M${x - 4} ${high}H${x + 4}`;
  return { type: 'path', silent: true, shape: { d }, style: { stroke: 'var(--fg)', fill: 'none', lineWidth: 1.2 } };
};

function frontierLine(best: readonly PricePoint[], limits: readonly LimitLine[], scale: Scale): LineSeriesOption {
  return {
    type: 'line',
    silent: true,
    symbol: 'none',
    lineStyle: { color: 'var(--muted)', type: 'dashed', width: 1.5 },
    data: best.map(({ usdPerHour, contender }) => [usdPerHour, contender.value / scale.factor]),
    markLine: {
      silent: true,
      symbol: 'none',
      label: { color: 'var(--fg)', ...HALO },
      lineStyle: { color: 'var(--fg)', type: 'solid', width: 1 },
      data: [...limits],
    },
  };
}

/** @param distance pixels between each dot and its name */
function dots(points: readonly PricePoint[], scale: Scale, distance: readonly number[]): ScatterSeriesOption {
  return {
    type: 'scatter',
    silent: true,
    symbolSize: 10,
    data: points.map((point, index) => ({
      name: point.contender.label,
      value: dataOf(point, scale),
      symbol: point.ink.symbol,
      itemStyle: { color: point.ink.colour, opacity: 1 },
      label: { distance: expected(distance[index], `the distance of the name of ${point.contender.label}`) },
    })),
    label: {
      show: points.length <= NAMED_MAX,
      position: 'top',
      fontSize: 11,
      color: 'var(--fg)',
      ...HALO,
      formatter: ({ name }) => cut(name, NAME_LENGTH),
    },
  };
}
