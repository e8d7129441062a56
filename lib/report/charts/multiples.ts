/** Small multiples: panels with equal scales, the wider the fewer, drawn for wide pages and for narrow ones. */
import { threeDigits } from '../../results/format';
import { type Html, html } from '../html';
import { panelFigure } from '../table';
import type { Kind, Scale } from './axes';
import { drawPanel } from './panel';
import type { Line } from './line';
import { type Content, shapeOf } from './shape';

export interface MultiplePanel {
  /** Stands above it; empty for the only one. */
  readonly name: string;
  /** What it shows, for readers that do not see it. */
  readonly label: string;
  readonly lines: readonly Line[];
}

export interface Figure {
  readonly levels: readonly string[];
  readonly scale: Scale;
  readonly kind: Kind;
}

/** Widths in which panels are drawn: near to those in which they are shown. */
const WIDTHS = { one: 960, two: 470, many: 320, narrow: 370 };

/** All panels of a figure. */
export function drawMultiples(panels: readonly MultiplePanel[], { levels, scale, kind }: Figure): Html {
  const lines = panels.flatMap((panel) => panel.lines);
  const content: Content = {
    levels,
    kind,
    names: [...new Set(lines.map(({ name }) => name))],
    lines: Math.max(0, ...panels.map((panel) => panel.lines.length)),
    longest: lines.reduce((longest, line) => longer(longest, line, scale.factor), ''),
  };
  const draw = (width: number, { lines: own, label }: MultiplePanel): Html =>
    drawPanel({ lines: own, scale, kind, shape: shapeOf(content, width), label });
  const columns = columnsOf(panels.length, content);
  const figures = panels.map((panel) => {
    const wide = draw(WIDTHS[columns], panel);
    const picture =
      columns === 'many'
        ? wide
        : html`<div class="wide">${wide}</div><div class="narrow">${draw(WIDTHS.narrow, panel)}</div>`;
    return panelFigure(panel.name, picture);
  });
  return html`<div class="panels ${columns}">${figures}</div>`;
}

/** Many small panels stand beside each other only where their names and numbers have room. */
function columnsOf(panels: number, content: Content): 'one' | 'two' | 'many' {
  if (panels === 1) return 'one';
  if (panels === 2) return 'two';
  const { labels, values } = shapeOf(content, WIDTHS.many);
  return labels.upright || (content.kind !== 'lines' && values === 'none') ? 'two' : 'many';
}

function longer(longest: string, { points }: Line, factor: number): string {
  const texts = points.flatMap((point) => (point === null ? [] : [threeDigits(point.value / factor)]));
  return [longest, ...texts].reduce((a, b) => (b.length > a.length ? b : a));
}
