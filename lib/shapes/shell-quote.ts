/** Quotes words for a POSIX shell (IEEE Std 1003.1, §2.2.2). */

/** Characters without a special meaning in shells. */
const PLAIN = /^[A-Za-z0-9_@%+=:,./-]+$/;

/** Quotes any text without NUL. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Quotes only where needed, for readability. */
export function quoteIfNeeded(text: string): string {
  return PLAIN.test(text) ? text : shellQuote(text);
}
