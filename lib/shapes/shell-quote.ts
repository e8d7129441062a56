/** Words as a POSIX shell reads them back (IEEE Std 1003.1, §2.2.2). */

/** Characters that no shell takes for anything but themselves. */
const PLAIN = /^[A-Za-z0-9_@%+=:,./-]+$/;

/** A word in quotes that is read back as exactly this text, whatever stands in it. NUL fits into no word. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** The same for people: in quotes only where it needs them. */
export function quoteIfNeeded(text: string): string {
  return PLAIN.test(text) ? text : shellQuote(text);
}
