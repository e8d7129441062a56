/** The length of a page for readers. */

/** For the page of a shipped experiment: all visible words, including folded parts and numbers in drawings. */
export const WORDS_MAX = 2500;

/**
 * Words of a page: texts between blanks with a letter or a digit. Left out are the title, style and script, attributes
 * (texts on hover, the data of the CSV), and quoted texts in `pre`: the spec and commands.
 */
export function countWords(page: string): number {
  const text = page
    .replace(/<(script|style|title|pre)\b[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&[a-z]+;|&#\d+;/g, 'x');
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
