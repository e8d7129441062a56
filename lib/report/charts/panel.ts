/**
 * One panel of small multiples: lines over an ordered factor, bars from zero, or dots on a logarithmic axis, all with
 * the interval of every median.
 */
import type { CustomSeriesOption, CustomSeriesRenderItem, EChartsOption, LineSeriesOption } from 'echarts';
import type { Html } from '../html';
import { type Kind, levelAxis, type Scale, valueAxis } from './axes';
import { barSeries } from './bars';
import { drawnOnce } from './drawn';
import { cut, FONT, LINE } from './labels';
import type { Line, Point } from './line';
import type { Shape } from './shape';
import { drawSvg } from './svg';
import { AT, rowsOf, stroke, whisker } from './whisker';

export interface PanelDrawing {
  readonly lines: readonly Line[];
  readonly scale: Scale;
  readonly kind: Kind;
  /** The same for all panels of a figure. */
  readonly shape: Shape;
  /** What is shown, in words. */
  readonly label: string;
}

/** Draws a panel. */
export const drawPanel: (drawing: PanelDrawing) => Html = drawnOnce(panel);

function panel({ lines, scale, kind, shape, label }: PanelDrawing): Html {
  const { labels, top, right, names, values } = shape;
  const option: EChartsOption = {
    grid: { left: 6, right, top, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: levelAxis(labels, kind),
    yAxis: valueAxis(scale),
    series: kind === 'lines' ? lineSeries(lines, scale.factor, names) : barSeries(lines, scale.factor, values, kind),
  };
  return drawSvg(option, shape, label);
}

/** Beyond this many lines intervals would hide each other; they stand in the table. */
const WHISKER_LINES = 4;

/**
 * Lines over an ordered factor with the intervals of their medians, and their names where they end.
 * @param factor base units per unit of the axis
 * @param names short names of all lines of the figure; none where ends have no names
 */
function lineSeries(
  lines: readonly Line[],
  factor: number,
  names: readonly string[],
): (LineSeriesOption | CustomSeriesOption)[] {
  const named = names.length > 0 && lines.length > 1;
  const length = Math.max(...names.map((name) => name.length));
  return lines.flatMap(({ name, ink, points }): (LineSeriesOption | CustomSeriesOption)[] => {
    const line: LineSeriesOption = {
      type: 'line',
      silent: true,
      data: points.map((point) => (point === null ? '-' : point.value / factor)),
      symbol: ink.symbol,
      symbolSize: 6,
      itemStyle: { color: ink.colour },
      lineStyle: { color: ink.colour, width: 2 },
      endLabel: {
        show: named,
        formatter: cut(name, length),
        distance: 8,
        fontSize: FONT,
        lineHeight: LINE,
        color: ink.colour,
      },
      // Names of lines that end close together.
      labelLayout: { moveOverlap: 'shiftY' },
    };
    return lines.length > WHISKER_LINES ? [line] : [line, whiskers(points, factor, ink.colour)];
  });
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
