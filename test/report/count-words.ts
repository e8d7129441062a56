/** How long a page is to read. */

/** Of the page of a shipped experiment: all that can be seen, folded parts and numbers in drawings included. */
export const WORDS_MAX = 2500;

/**
 * Words of a page: what stands between blanks and has a letter or a digit. Left out are the title, style and script,
 * attributes (what is said on hover, the data of the CSV), and what others wrote that is shown as it stands: the spec
 * and commands, in `pre`.
 */
export function countWords(page: string): number {
  const text = page
    .replace(/<(script|style|title|pre)\b[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&[a-z]+;|&#\d+;/g, 'x');
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
