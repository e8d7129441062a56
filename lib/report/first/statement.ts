/** What the first screen says in words: the headline, what to know before relying on it, and what would settle it. */
import type { Answer } from '../../results/answer/answer';

export interface Statement {
  readonly headline: string;
  /** At most three. */
  readonly cautions: readonly string[];
  /** All else, for below the first screen. */
  readonly details: readonly string[];
}

const HEADLINE_WORDS = 40;
const CAUTIONS_MAX = 3;

/** Splits the text of an answer. */
export function splitAnswer({ text, notes, reading }: Answer): Statement {
  const sentences = text.split(/(?<=[.?!]) (?=\S)/);
  const [first = '', second = ''] = sentences;
  const both = `${first} ${second}`.trim();
  const headline = countWords(both) <= HEADLINE_WORDS ? both : first;
  const rest = sentences.slice(headline === both ? 2 : 1);
  return {
    headline,
    cautions: notes.slice(0, CAUTIONS_MAX),
    details: [...rest, ...notes.slice(CAUTIONS_MAX), ...reading],
  };
}

function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length;
}
