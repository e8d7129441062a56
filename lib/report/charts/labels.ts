/** Names in a drawing: how wide they are, where they break, and how they keep clear of each other. */

/** Width of a character ÷ size of the font, of the wider fonts that a reader may have: nothing is measured here. */
const CHARACTER = 0.6;
/** Size of names, pixels. */
export const FONT = 11;
/** Height of one line of names, pixels. */
export const LINE = 13;
/** Beyond this many lines names stand upright. */
const LINES_MAX = 5;
/** Names that stand upright are cut to this many characters. */
const UPRIGHT_LENGTH = 32;

/** Estimated width in pixels. */
export function textWidth(text: string, size = FONT): number {
  return text.length * size * CHARACTER;
}

/** Names of the levels below an axis. */
export interface AxisLabels {
  /** One a level, lines apart by line breaks. */
  readonly texts: readonly string[];
  readonly upright: boolean;
  /** Pixels below the axis. */
  readonly height: number;
}

/**
 * Names that fit below their places: over several lines, else upright. Of levels with several settings
 * (`op=read,bs=1m`) only those that differ are named.
 * @param slot pixels for one level
 */
export function axisLabels(levels: readonly string[], slot: number): AxisLabels {
  const parts = partsOf(levels);
  const lines = parts.map(({ pieces, between }) => wrapped(pieces, between, slot));
  if (lines.every((own) => own.length <= LINES_MAX && own.every((line) => textWidth(line) <= slot))) {
    const most = Math.max(1, ...lines.map(({ length }) => length));
    return { texts: lines.map((own) => own.join('\n')), upright: false, height: most * LINE };
  }
  const texts = parts.map(({ pieces, between }) => cut(pieces.join(between), UPRIGHT_LENGTH));
  return { texts, upright: true, height: Math.max(...texts.map((text) => textWidth(text))) };
}

interface Parts {
  readonly pieces: readonly string[];
  readonly between: string;
}

function partsOf(levels: readonly string[]): readonly Parts[] {
  const settings = levels.map((level) => level.split(','));
  if (!settings.every((own) => own.every((piece) => piece.includes('='))))
    // After blanks and hyphens a name may break.
    return levels.map((level) => ({ pieces: level.split(/(?<=[ -])/), between: '' }));
  const common = new Set(settings[0]?.filter((piece) => settings.every((own) => own.includes(piece))));
  return settings.map((own) => {
    const differing = own.filter((piece) => !common.has(piece));
    return { pieces: differing.length > 0 ? differing : own, between: ', ' };
  });
}

function wrapped(pieces: readonly string[], between: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const piece of pieces) {
    const last = lines.at(-1);
    const joined = `${last ?? ''}${between}${piece}`;
    if (last === undefined || textWidth(joined.trimEnd()) > width) lines.push(piece);
    else lines[lines.length - 1] = joined;
  }
  return lines.map((line) => line.trimEnd());
}

/** At most `length` characters; what is left out lies in the middle, as names often differ at their ends. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const head = Math.floor((length - 1) / 3);
  return `${text.slice(0, head)}…${text.slice(text.length - (length - 1 - head))}`;
}

/** Names that are short and still differ; none where they would not: the legend tells them. */
export function shortNames(names: readonly string[], length: number): readonly string[] {
  const short = names.map((name) => cut(name, length));
  return new Set(short).size === new Set(names).size ? short : [];
}
