/** Lines over an ordered factor with the intervals of their medians, and their names at their ends. */
import { expected } from '../../shapes/errors';
import type { CustomSeriesOption, CustomSeriesRenderItem, LineSeriesOption } from 'echarts';
import { apart, cut, FONT, LINE } from './labels';
import type { Line, Point } from './line';
import { AT, rowsOf, stroke, whisker } from './whisker';

/** Beyond this many lines intervals would hide each other; they stand in the table. */
const WHISKER_LINES = 4;

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

/** Names beside the last level, apart from each other where lines end close together. */
function endNames(lines: readonly Line[], factor: number, names: readonly string[]): CustomSeriesOption {
  const length = Math.max(...names.map((name) => name.length));
  const last = Math.max(...lines.map(({ points }) => points.length)) - 1;
  const ends = lines.flatMap(({ name, ink, points }) => {
    const end = points.findLast((point) => point !== null);
    return end === null || end === undefined ? [] : [{ name: cut(name, length), ink, value: end.value / factor }];
  });
  const renderItem: CustomSeriesRenderItem = ({ coordSys, dataIndex }, api) => {
    const { y: top = 0, height = 0 } = coordSys as { y?: number; height?: number };
    const heights = ends.map(({ value }) => expected(api.coord([last, value])[1], 'a height'));
    const { name, ink, value: own } = expected(ends[dataIndex], `the end of line ${dataIndex}`);
    const [x = 0] = api.coord([last, own]);
    const y = expected(apart(heights, LINE, top, top + height)[dataIndex], `the place of ${name}`);
    const style = { text: name, fontSize: FONT, fill: ink.colour, verticalAlign: 'middle' } as const;
    return { type: 'text', silent: true, x: x + 8, y, style };
  };
  return { type: 'custom', silent: true, renderItem, data: ends.map(({ value }) => [last, value]) };
}
