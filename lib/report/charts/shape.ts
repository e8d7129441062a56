/** What has room in the panels of one figure: one shape for all of them, so that equal things stay equally long. */
import type { Kind } from './axes';
import { type AxisLabels, axisLabels, LINE, shortNames, textWidth } from './labels';

/** Gaps of bars as shares: between the bars of a group of the width of one, between groups of the room of one. */
export const BARS = { barGap: '12%', barCategoryGap: '28%', barMaxWidth: 64 };
/** Size of the numbers above bars, pixels. */
export const NUMBER_FONT = 10;

export interface Shape {
  readonly width: number;
  readonly height: number;
  readonly labels: AxisLabels;
  /** Numbers above bars: across, upright, or left to the table. */
  readonly values: 'across' | 'upright' | 'none';
  /** Pixels above the highest bar or point. */
  readonly top: number;
  /** Names at the ends of lines; none where there is one line, or where the legend must tell them. */
  readonly names: readonly string[];
  /** Pixels beside the last level. */
  readonly right: number;
}

export interface Content {
  readonly levels: readonly string[];
  /** Names of the lines of all panels. */
  readonly names: readonly string[];
  /** Lines in the fullest panel. */
  readonly lines: number;
  readonly kind: Kind;
  /** The longest number above a bar. */
  readonly longest: string;
}

/** Numbers of the value axis, pixels. */
const AXIS = 44;
const PLOT_HEIGHT = { small: 175, large: 215 };
/** From this width on a panel has room for longer names. */
const LARGE = 440;
const NAME_LENGTH = { small: 10, large: 20 };

/** The shape of panels of a width. */
export function shapeOf({ levels, names, lines, kind, longest }: Content, width: number): Shape {
  const size = width < LARGE ? 'small' : 'large';
  const short = kind === 'lines' && lines > 1 ? shortNames(names, NAME_LENGTH[size]) : [];
  const right = short.length === 0 ? 10 : Math.max(...short.map((name) => textWidth(name))) + 12;
  const slot = (width - AXIS - right) / Math.max(1, levels.length);
  const labels = axisLabels(levels, slot - 6);
  const values = kind !== 'lines' ? valuesFor(slot, lines, longest) : 'none';
  const top = values === 'upright' ? textWidth(longest, NUMBER_FONT) + 8 : 16;
  return {
    width,
    height: Math.round(PLOT_HEIGHT[size] + top + labels.height + 8),
    labels,
    values,
    top,
    names: short,
    right,
  };
}

function valuesFor(slot: number, bars: number, longest: string): Shape['values'] {
  const gap = Number.parseFloat(BARS.barGap) / 100;
  const group = slot * (1 - Number.parseFloat(BARS.barCategoryGap) / 100);
  const pitch = Math.min(BARS.barMaxWidth, group / (bars + (bars - 1) * gap)) * (1 + gap);
  // Beside a bar that stands alone there is room up to the next group.
  const room = bars === 1 ? slot : pitch;
  if (textWidth(longest, NUMBER_FONT) + 2 <= room) return 'across';
  return LINE - 2 <= room ? 'upright' : 'none';
}
