/**
 * Bars from zero in groups, or dots where the axis is logarithmic: each with the interval of its median, and its number
 * where there is room.
 */
import type { CustomSeriesOption, CustomSeriesRenderItem } from 'echarts';
import { threeDigits } from '../../results/format';
import { dot } from './dot';
import type { Line } from './line';
import { BARS, NUMBER_FONT, type Shape } from './shape';
import { AT, rowsOf, stroke, whisker } from './whisker';

/** One series a line. @param factor base units per unit of the axis */
export function barSeries(
  lines: readonly Line[],
  factor: number,
  values: Shape['values'],
  kind: 'bars' | 'dots',
): CustomSeriesOption[] {
  return lines.map(({ ink, points }, place) => {
    const renderItem: CustomSeriesRenderItem = (_params, api) => {
      const layout = api.barLayout({ ...BARS, count: lines.length })?.[place];
      const level = Number(api.value(AT.level));
      const value = Number(api.value(AT.value));
      const [centre = 0, top = 0] = api.coord([level, value]);
      const [, low = 0] = api.coord([level, api.value(AT.low)]);
      const [, high = 0] = api.coord([level, api.value(AT.high)]);
      const width = layout?.width ?? 20;
      const x = centre + (layout?.offsetCenter ?? 0);
      const text =
        values === 'none'
          ? []
          : [number(value, x, Math.min(top, high) - (kind === 'dots' ? 7 : 3), values === 'upright')];
      return {
        type: 'group',
        silent: true,
        children: [
          ...(kind === 'dots' ? [] : [bar(x, top, Number(api.coord([level, 0])[1]), width, ink.colour)]),
          { type: 'path', shape: { d: whisker(x, low, high) }, style: stroke('var(--fg)') },
          ...(kind === 'dots' ? [dot(ink, x, top)] : []),
          ...text,
        ],
      };
    };
    return { type: 'custom', silent: true, renderItem, data: rowsOf(points, factor) };
  });
}

function bar(x: number, top: number, base: number, width: number, fill: string) {
  const shape = { x: x - width / 2, y: top, width, height: Math.max(base - top, 0.5) };
  return { type: 'rect', shape, style: { fill } } as const;
}

function number(value: number, x: number, y: number, upright: boolean) {
  const style = {
    text: threeDigits(value),
    fontSize: NUMBER_FONT,
    fill: 'var(--fg)',
    stroke: 'var(--bg)',
    lineWidth: 3,
  };
  return upright
    ? ({
        type: 'text',
        x,
        y,
        rotation: Math.PI / 2,
        style: { ...style, align: 'left', verticalAlign: 'middle' },
      } as const)
    : ({ type: 'text', x, y, style: { ...style, align: 'center', verticalAlign: 'bottom' } } as const);
}
