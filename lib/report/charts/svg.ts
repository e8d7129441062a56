/**
 * A drawing by Apache ECharts as an SVG string, made here and not in the browser: it is read with scripts off, and in
 * print.
 */
import type { EChartsOption } from 'echarts';
import { CustomChart, LineChart, ScatterChart } from 'echarts/charts';
import { GridComponent, MarkLineComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { LabelLayout } from 'echarts/features';
import { SVGRenderer } from 'echarts/renderers';
import { escapeText, Html } from '../html';

// Only what is drawn here: the whole library is twice as much to load.
use([CustomChart, LineChart, ScatterChart, GridComponent, MarkLineComponent, LabelLayout, SVGRenderer]);

export interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Draws once. Colours may be CSS variables: they stand in the SVG as given and follow the theme of the page.
 * @param label what the picture shows, for readers that do not see it
 */
export function drawSvg(option: EChartsOption, { width, height }: Size, label: string): Html {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    chart.setOption({ animation: false, ...option });
    return new Html(tidy(chart.renderToSVGString(), width, height, label));
  } finally {
    // A chart that lives keeps the process alive.
    chart.dispose();
  }
}

function tidy(svg: string, width: number, height: number, label: string): string {
  return (
    svg
      // Hover rules and hydration marks serve ECharts' own script, which the page does not carry.
      .replace(/<style\b[\s\S]*?<\/style>/g, '')
      .replace(/ (?:ecmeta_\w+|pointer-events|class)="[^"]*"/g, '')
      .replace(/^<svg\b[^>]*>/, `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeText(label)}">`)
      .replace(/<rect width="\d+" height="\d+" x="0" y="0" fill="none"><\/rect>/, '')
      .replace(/ dominant-baseline="central"/g, ' dy=".35em"')
      .replace(/font-family:[^;"]*;/g, '')
      .replace(/ (?:d|transform|x|y)="[^"]*"/g, (geometry) => geometry.replace(/(\d+\.\d)\d+/g, '$1'))
      // Nothing is drawn beyond the axes; clips would need names that are unique on the page and equal at every
      // rendering.
      .replace(/<defs\b[\s\S]*?<\/defs>/g, '')
      .replace(/<g clip-path="[^"]*">/g, '<g>')
      // Hollow points are hollow on any background.
      .replace(/ fill="#fff"/g, ' fill="var(--bg)"')
      .replace(/>\s+</g, '><')
      .trim()
  );
}
