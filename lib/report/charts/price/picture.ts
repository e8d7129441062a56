/** Price against performance: one dot a configuration, its interval, the frontier, and the level that was asked for. */
import type {
  CustomSeriesOption,
  CustomSeriesRenderItem,
  EChartsOption,
  LineSeriesOption,
  ScatterSeriesOption,
} from 'echarts';
import { formatUsd } from '../../../results/format';
import { expected } from '../../../shapes/errors';
import type { Html } from '../../html';
import { type Scale, scaleFor, valueAxis } from '../axes';
import { drawnOnce } from '../drawn';
import { drawSvg, type Size } from '../svg';
import { type LimitLine, limitLine, type PlacedName, placeNames } from './names';
import { MARGIN, placer, priceAxis, type PriceAxis, type Segment, spotOf } from './place';
import type { PricePoint } from './point';

/** Keeps names readable where they cross a line. */
const HALO = { textBorderColor: 'var(--bg)', textBorderWidth: 3 };
const NAME_HALO = { stroke: 'var(--bg)', lineWidth: 3 };
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

/** Draws the picture: `(points, better, limits, size, words)`; limits are levels that were asked for, in base units. */
export const drawPrice: typeof picture = drawnOnce(picture);

/** The part of the axis of prices that is drawn for some configurations. */
export function pricesDrawn(points: readonly PricePoint[]): PriceAxis {
  return priceAxis(points.map(({ usdPerHour }) => usdPerHour));
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
  const prices = pricesDrawn(points);
  const place = placer(size, prices, scale);
  const spots = points.map((point) => spotOf(point, place));
  const asked = limits.map((limit) => limitLine(limit, scale, place, spots));
  const best = frontier(points, better);
  const edges = best.map((point) => spotOf(point, place));
  const around = {
    plot: place.plot,
    names: asked.map(({ box }) => box),
    lines: [
      ...edges.slice(1).map((to, index): Segment => [expected(edges[index], 'the dot before'), to]),
      ...limits.map(
        (limit): Segment => [
          { x: place.plot.left, y: place.y(limit) },
          { x: place.plot.right, y: place.y(limit) },
        ],
      ),
    ],
  };
  const labels = points.map(({ contender }) => contender.label);
  const names = points.length > NAMED_MAX ? [] : placeNames(spots, labels, around);
  const lines = asked.map(({ line }) => line);
  const option: EChartsOption = {
    grid: { ...MARGIN, outerBoundsMode: 'none' },
    xAxis: {
      type: 'value',
      min: prices.min,
      max: prices.max,
      interval: prices.step,
      name: axis,
      nameLocation: 'middle',
      nameGap: 28,
      nameTextStyle: { color: 'var(--muted)' },
      axisLabel: { color: 'var(--muted)', formatter: (value: number) => formatUsd(value) },
      splitLine: { lineStyle: { color: 'var(--line)' } },
      axisLine: { lineStyle: { color: 'var(--muted)' } },
    },
    yAxis: { ...valueAxis(scale), name: scale.unit, nameTextStyle: { color: 'var(--muted)', align: 'left' } },
    series: [
      frontierLine(best, lines, scale),
      { type: 'custom', silent: true, renderItem: whisker, data: points.map((point) => dataOf(point, scale)) },
      dots(points, scale),
      namesSeries(names, points, scale),
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

function dots(points: readonly PricePoint[], scale: Scale): ScatterSeriesOption {
  return {
    type: 'scatter',
    silent: true,
    symbolSize: 10,
    data: points.map((point) => ({
      name: point.contender.label,
      value: dataOf(point, scale),
      symbol: point.ink.symbol,
      itemStyle: { color: point.ink.colour, opacity: 1 },
    })),
  };
}

function namesSeries(
  names: readonly (PlacedName | null)[],
  points: readonly PricePoint[],
  scale: Scale,
): CustomSeriesOption {
  const renderItem: CustomSeriesRenderItem = ({ dataIndex }) => {
    const name = names[dataIndex] ?? null;
    if (name === null) return null;
    const { text, x, y, align } = name;
    const style = { text, fontSize: 11, fill: 'var(--fg)', align, verticalAlign: 'middle', ...NAME_HALO } as const;
    return { type: 'text', silent: true, x, y, style };
  };
  return { type: 'custom', silent: true, renderItem, data: points.map((point) => dataOf(point, scale)) };
}
