/**
 * One panel of small multiples: lines over an ordered factor, or bars from zero, both with the interval of every
 * median.
 */
import type { CustomSeriesOption, CustomSeriesRenderItem, EChartsOption, LineSeriesOption } from 'echarts';
import { threeDigits } from '../../results/format';
import type { Html } from '../html';
import type { Ink } from '../palette';
import { drawnOnce } from './drawn';
import { levelAxis, type Scale, valueAxis } from './axes';
import { drawSvg } from './svg';

/** A median with its interval, in base units. */
export interface Point {
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
}

export interface Line {
  readonly name: string;
  readonly ink: Ink;
  /** One a level of the axis; null where nothing was measured. */
  readonly points: readonly (Point | null)[];
}

export interface PanelDrawing {
  readonly levels: readonly string[];
  readonly lines: readonly Line[];
  readonly scale: Scale;
  readonly kind: 'lines' | 'bars';
  /** What is shown, in words. */
  readonly label: string;
}

/** Drawn at this size, shown at the width of its column: near one to one at every width of the page. */
export const PANEL = { width: 320, height: 215 };

/** Names at the ends of lines, cut to fit beside the panel. */
const NAME_LENGTH = 9;
/** Beyond this many lines intervals would hide each other; they stand in the table. */
const WHISKER_LINES = 4;
const BARS = { barGap: '12%', barCategoryGap: '28%', barMaxWidth: 64 };

/** Draws a panel. */
export const drawPanel: (drawing: PanelDrawing) => Html = drawnOnce(panel);

function panel({ levels, lines, scale, kind, label }: PanelDrawing): Html {
  const named = kind === 'lines' && lines.length > 1;
  const option: EChartsOption = {
    grid: {
      left: 6,
      right: named ? 62 : 10,
      top: 12,
      bottom: 4,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    xAxis: levelAxis(levels),
    yAxis: valueAxis(scale),
    series: kind === 'bars' ? barSeries(lines, scale) : lines.flatMap((line) => lineSeries(line, scale, lines.length)),
  };
  return drawSvg(option, PANEL, label);
}

function lineSeries(
  { name, ink, points }: Line,
  { factor }: Scale,
  lines: number,
): (LineSeriesOption | CustomSeriesOption)[] {
  const short = name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH - 1)}…` : name;
  const line: LineSeriesOption = {
    type: 'line',
    silent: true,
    data: points.map((point) => (point === null ? '-' : point.value / factor)),
    symbol: ink.symbol,
    symbolSize: 6,
    itemStyle: { color: ink.colour },
    lineStyle: { color: ink.colour, width: 2 },
    endLabel: { show: lines > 1, formatter: () => short, color: ink.colour, fontSize: 11, distance: 6 },
    labelLayout: { moveOverlap: 'shiftY' },
  };
  return lines > WHISKER_LINES ? [line] : [line, whiskers(points, factor, ink.colour)];
}

/** Places in the data of a custom series. */
const AT = { level: 0, value: 1, low: 2, high: 3 } as const;

function rowsOf(points: readonly (Point | null)[], factor: number): number[][] {
  return points.flatMap((point, index) =>
    point === null
      ? []
      : [[index, point.value / factor, (point.low ?? point.value) / factor, (point.high ?? point.value) / factor]],
  );
}

function whiskers(points: readonly (Point | null)[], factor: number, colour: string): CustomSeriesOption {
  const renderItem: CustomSeriesRenderItem = (_params, api) => {
    const level = Number(api.value(AT.level));
    const [x = 0, low = 0] = api.coord([level, api.value(AT.low)]);
    const [, high = 0] = api.coord([level, api.value(AT.high)]);
    return { type: 'path', silent: true, shape: { d: whisker(x, low, high) }, style: stroke(colour) };
  };
  return { type: 'custom', silent: true, renderItem, data: rowsOf(points, factor) };
}

function barSeries(lines: readonly Line[], { factor }: Scale): CustomSeriesOption[] {
  return lines.map(({ ink, points }, place) => {
    const renderItem: CustomSeriesRenderItem = (_params, api) => {
      const layout = api.barLayout({ ...BARS, count: lines.length })?.[place];
      const level = Number(api.value(AT.level));
      const value = Number(api.value(AT.value));
      const [centre = 0, top = 0] = api.coord([level, value]);
      const [, base = 0] = api.coord([level, 0]);
      const [, low = 0] = api.coord([level, api.value(AT.low)]);
      const [, high = 0] = api.coord([level, api.value(AT.high)]);
      const width = layout?.width ?? 20;
      const x = centre + (layout?.offsetCenter ?? 0);
      const bar = { x: x - width / 2, y: top, width, height: Math.max(base - top, 0.5) };
      const text = { text: threeDigits(value), x, y: Math.min(top, high) - 3, fontSize: 10, fill: 'var(--fg)' };
      return {
        type: 'group',
        silent: true,
        children: [
          { type: 'rect', shape: bar, style: { fill: ink.colour } },
          { type: 'path', shape: { d: whisker(x, low, high) }, style: stroke('var(--fg)') },
          { type: 'text', style: { ...text, align: 'center', verticalAlign: 'bottom' } },
        ],
      };
    };
    return { type: 'custom', silent: true, renderItem, data: rowsOf(points, factor) };
  });
}

/** An I from low to high. */
function whisker(x: number, low: number, high: number): string {
  const cap = 3;
  return `M${x - cap} ${low}H${x + cap}M${x} ${low}V${high}M${x - cap} ${high}H${x + cap}`;
}

function stroke(colour: string): { stroke: string; fill: string; lineWidth: number } {
  return { stroke: colour, fill: 'none', lineWidth: 1.2 };
}
