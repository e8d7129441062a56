/**
 * Colours as names of CSS variables, so that one drawing fits dark and light. A level has the same colour on the whole
 * page. Named levels: the palette of Okabe and Ito for colour-blind readers (https://jfly.uni-koeln.de/color/), without
 * its yellow, adjusted for contrast. Ordered levels: a sequence of hues, as neighbours in a ramp of one hue look alike.
 */
import type { Factor } from './facets';

export const NAMED_COLOURS = 7;
const RAMP_STEPS = 8;
const SYMBOLS = ['●', '■', '▲', '◆', '○', '□', '△', '◇'];

export interface LevelStyle {
  readonly colour: string;
  /** Shape of the points, to tell levels apart without colour. */
  readonly symbol: string;
}

/** Colour and shape of a level, by its index in the factor as written in the spec. */
export function pickInk(factor: Pick<Factor, 'levels' | 'ordered'> | null, level: string | undefined): LevelStyle {
  const place = level === undefined ? 0 : Math.max(0, factor?.levels.indexOf(level) ?? 0);
  const symbol = SYMBOLS[place % SYMBOLS.length] ?? '●';
  if (factor?.ordered) {
    const step = factor.levels.length < 2 ? 0 : Math.round((place * (RAMP_STEPS - 1)) / (factor.levels.length - 1));
    return { colour: `var(--s${step + 1})`, symbol };
  }
  return { colour: `var(--c${(place % NAMED_COLOURS) + 1})`, symbol };
}
