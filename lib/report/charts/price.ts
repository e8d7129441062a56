/** Price against performance: one dot a configuration, its interval, the frontier, and the level that was asked for. */
import type {
  CustomSeriesRenderItem,
  EChartsOption,
  LineSeriesOption,
  ScatterSeriesOption,
  XAXisComponentOption,
} from 'echarts';
import type { Contender } from '../../results/answer/contender';
import { formatUsd } from '../../results/format';
import type { Html } from '../html';
import type { Ink } from '../palette';
import { type Scale, scaleFor, shareOf, valueAxis } from './axes';
import { drawnOnce } from './drawn';
import { cut } from './labels';
import { drawSvg, type Size } from './svg';

/** One configuration in the picture. */
export interface PricePoint {
  readonly contender: Contender;
  readonly usdPerHour: number;
  readonly ink: Ink;
}

/** Keeps names readable where they cross a line. */
const HALO = { textBorderColor: 'var(--bg)', textBorderWidth: 3 };
/** Names are cut to this many characters. */
const NAME_LENGTH = 28;

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

/** Draws the picture: `(points, better, limits, size, words)`; limits are levels that were asked for, in base units. */
export const drawPrice: typeof picture = drawnOnce(picture);

/**
 * Whether prices are drawn from zero: else only the part in which they lie, for dots need no zero as bars do, and what
 * costs nearly the same would lie in one place.
 */
export function isFromZero(points: readonly PricePoint[]): boolean {
  const prices = points.map(({ usdPerHour }) => usdPerHour);
  return Math.min(...prices) < Math.max(...prices) / 2;
}

function picture(
  points: readonly PricePoint[],
  better: 'higher' | 'lower',
  limits: readonly number[],
  size: Size,
  { label, axis }: { readonly label: string; readonly axis: string },
): Html {
  const unit = points[0]?.contender.unit ?? 'count';
  const values = points.flatMap(({ contender: { value, interval } }) => [
    interval?.low ?? value,
    value,
    interval?.high ?? value,
  ]);
  const scale = scaleFor([...values, ...limits], unit, true);
  const option: EChartsOption = {
    grid: { left: 48, right: 28, top: 30, bottom: 50, outerBoundsMode: 'none' },
    xAxis: priceAxis(points, axis),
    yAxis: { ...valueAxis(scale), name: scale.unit, nameTextStyle: { color: 'var(--muted)', align: 'left' } },
    series: [
      frontierLine(frontier(points, better), limits, scale),
      { type: 'custom', silent: true, renderItem: whisker, data: points.map((point) => dataOf(point, scale)) },
      ...dots(points, scale),
    ],
  };
  return drawSvg(option, size, label);
}

function priceAxis(points: readonly PricePoint[], name: string): XAXisComponentOption {
  const fromZero = isFromZero(points);
  return {
    type: 'value',
    scale: !fromZero,
    splitNumber: 4,
    boundaryGap: fromZero ? [0, '10%'] : ['15%', '15%'],
    name,
    nameLocation: 'middle',
    nameGap: 28,
    nameTextStyle: { color: 'var(--muted)' },
    axisLabel: { color: 'var(--muted)', formatter: (value: number) => formatUsd(value) },
    splitLine: { lineStyle: { color: 'var(--line)' } },
    axisLine: { lineStyle: { color: 'var(--muted)' } },
  };
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

function frontierLine(best: readonly PricePoint[], limits: readonly number[], scale: Scale): LineSeriesOption {
  return {
    type: 'line',
    silent: true,
    symbol: 'none',
    lineStyle: { color: 'var(--muted)', type: 'dashed', width: 1.5 },
    data: best.map(({ usdPerHour, contender }) => [usdPerHour, contender.value / scale.factor]),
    markLine: {
      silent: true,
      symbol: 'none',
      label: { show: false },
      lineStyle: { color: 'var(--fg)', type: 'solid', width: 1 },
      data: limits.map((limit) => ({ yAxis: limit / scale.factor })),
    },
  };
}

/** Half the height of a name, and its width at most, as shares of the plot. */
const NAME = { height: 0.04, width: 0.2 };

/** Dots, then their names: one that would lie on a dot, or on the name of an earlier one, is left out. */
function dots(points: readonly PricePoint[], scale: Scale): ScatterSeriesOption[] {
  const prices = points.map(({ usdPerHour }) => usdPerHour);
  const [least, most] = [isFromZero(points) ? 0 : Math.min(...prices), Math.max(...prices)];
  const places = points.map(({ usdPerHour, contender }) => ({
    x: (usdPerHour - least) / (most - least),
    y: shareOf(scale, contender.value),
  }));
  const sideOf = ({ x, y }: (typeof places)[number]): 'left' | 'right' => {
    const near = places.filter((one) => Math.abs(one.y - y) < NAME.height && Math.abs(one.x - x) < NAME.width);
    const rights = near.filter((one) => one.x > x).length + (x > 1 - NAME.width ? 1 : 0);
    return rights > near.filter((one) => one.x < x).length ? 'left' : 'right';
  };
  const shared = { type: 'scatter', silent: true, symbolSize: 10, labelLayout: { hideOverlap: true } } as const;
  const taken = { show: true, position: 'inside', formatter: ' ', width: 12, height: 12 } as const;
  return [
    {
      ...shared,
      data: points.map((point) => ({
        name: point.contender.label,
        value: dataOf(point, scale),
        symbol: point.ink.symbol,
        itemStyle: { color: point.ink.colour, opacity: 1 },
        label: taken,
      })),
    },
    {
      ...shared,
      data: points.map((point, index) => ({
        value: dataOf(point, scale),
        itemStyle: { opacity: 0 },
        label: {
          show: true,
          formatter: cut(point.contender.label, NAME_LENGTH),
          position: sideOf(places[index] ?? { x: 0, y: 0 }),
          fontSize: 11,
          opacity: 1,
          color: 'var(--fg)',
          ...HALO,
        },
      })),
    },
  ];
}
