/**
 * One panel of small multiples: lines over an ordered factor, or bars from zero, both with the interval of every
 * median.
 */
import type { Line } from './line';
import type { EChartsOption } from 'echarts';
import type { Html } from '../html';
import { levelAxis, type Scale, valueAxis } from './axes';
import { barSeries } from './bars';
import { drawnOnce } from './drawn';
import { lineSeries } from './lines';
import type { Shape } from './shape';
import { drawSvg } from './svg';

export interface PanelDrawing {
  readonly lines: readonly Line[];
  readonly scale: Scale;
  readonly kind: 'lines' | 'bars';
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
    xAxis: levelAxis(labels),
    yAxis: valueAxis(scale),
    series: kind === 'bars' ? barSeries(lines, scale.factor, values) : lineSeries(lines, scale.factor, names),
  };
  return drawSvg(option, shape, label);
}
