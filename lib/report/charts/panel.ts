/**
 * One panel of small multiples: lines over an ordered factor, bars from zero, or dots on a logarithmic axis, all with
 * the interval of every median.
 */
import type { Line } from './line';
import type { EChartsOption } from 'echarts';
import type { Html } from '../html';
import { type Kind, levelAxis, type Scale, valueAxis } from './axes';
import { barSeries } from './bars';
import { drawnOnce } from './drawn';
import { lineSeries } from './lines';
import type { Shape } from './shape';
import { drawSvg } from './svg';

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
