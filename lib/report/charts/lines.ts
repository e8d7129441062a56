/** Lines over an ordered factor with the intervals of their medians, and their names at their ends. */
import { expected } from '../../shapes/errors';
import type { CustomSeriesOption, CustomSeriesRenderItem, LineSeriesOption } from 'echarts';
import { apart, cut, FONT, LINE } from './labels';
import type { Line, Point } from './line';
import { AT, rowsOf, stroke, whisker } from './whisker';

/** Beyond this many lines intervals would hide each other; they stand in the table. */
const WHISKER_LINES = 4;
/** Pixels between the last point of a line and what leads to its name. */
const GAP = 6;

/**
 * All series of a panel.
 * @param factor base units per unit of the axis
 * @param names short names of all lines of the figure; none where ends have no names
 */
export function lineSeries(
  lines: readonly Line[],
  factor: number,
  names: readonly string[],
): (LineSeriesOption | CustomSeriesOption)[] {
  const series = lines.flatMap(({ ink, points }): (LineSeriesOption | CustomSeriesOption)[] => {
    const line: LineSeriesOption = {
      type: 'line',
      silent: true,
      data: points.map((point) => (point === null ? '-' : point.value / factor)),
      symbol: ink.symbol,
      symbolSize: 6,
      itemStyle: { color: ink.colour },
      lineStyle: { color: ink.colour, width: 2 },
    };
    return lines.length > WHISKER_LINES ? [line] : [line, whiskers(points, factor, ink.colour)];
  });
  return names.length === 0 || lines.length < 2 ? series : [...series, endNames(lines, factor, names)];
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

/**
 * Names beside the last level that a line reaches, apart from each other where lines end close together. A dotted line
 * leads to the name of one that ends before.
 */
function endNames(lines: readonly Line[], factor: number, names: readonly string[]): CustomSeriesOption {
  const length = Math.max(...names.map((name) => name.length));
  const ends = lines.flatMap(({ name, ink, points }) => {
    const level = points.findLastIndex((point) => point !== null);
    const end = points[level];
    return end === null || end === undefined
      ? []
      : [{ name: cut(name, length), ink, value: end.value / factor, level }];
  });
  const last = Math.max(...ends.map(({ level }) => level));
  const renderItem: CustomSeriesRenderItem = ({ coordSys, dataIndex }, api) => {
    const { y: top = 0, height = 0 } = coordSys as { y?: number; height?: number };
    const heights = ends.map(({ value }) => expected(api.coord([last, value])[1], 'a height'));
    const { name, ink, value: own, level } = expected(ends[dataIndex], `the end of line ${dataIndex}`);
    const [x = 0] = api.coord([last, own]);
    const y = expected(apart(heights, LINE, top, top + height)[dataIndex], `the place of ${name}`);
    const style = { text: name, fontSize: FONT, fill: ink.colour, verticalAlign: 'middle' } as const;
    const text = { type: 'text', silent: true, x: x + 8, y, style } as const;
    if (level === last) return text;
    const [from = 0, at = 0] = api.coord([level, own]);
    const dotted = { stroke: ink.colour, fill: 'none', lineWidth: 1, lineDash: [1, 4] };
    const shape = { d: `M${from + GAP} ${at}L${x} ${at}L${x + 6} ${y}` };
    return { type: 'group', silent: true, children: [{ type: 'path', silent: true, shape, style: dotted }, text] };
  };
  return { type: 'custom', silent: true, renderItem, data: ends.map(({ value }) => [last, value]) };
}
