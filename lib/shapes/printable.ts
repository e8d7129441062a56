/** Text of others for a terminal: of specs, services and tools. What could move the cursor or turn text is replaced. */

/** Longer lines are no messages any more. */
const MAX_LENGTH = 2000;

/** Control characters, those that turn the direction of writing, and other ends of lines. */
const UNPRINTABLE = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** One line without control characters, cut where it is too long. */
export function toPrintable(text: string): string {
  const cut = text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH)}…`;
  return cut.replace(UNPRINTABLE, '?');
}

/** As {@link toPrintable}, but its lines stay lines. */
export function toPrintableLines(text: string): string {
  return text.split('\n').map(toPrintable).join('\n');
}
