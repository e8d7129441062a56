/** Makes untrusted text (specs, services, tools) safe to show: replaces control and bidi characters. */

/** Maximum length of a line. */
const MAX_LENGTH = 2000;

/** Control characters, bidi controls, and Unicode line separators. */
const UNPRINTABLE = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** For text that people read: terminal, report, CSV, Markdown, mail. JSON keeps the original. @param kept to keep */
export function replaceUnprintable(text: string, by: string, kept = ''): string {
  return text.replace(UNPRINTABLE, (char) => (kept.includes(char) ? char : by));
}

/** One line without control characters, truncated if too long. */
export function toPrintable(text: string): string {
  const cut = text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH)}…`;
  return replaceUnprintable(cut, '?');
}

/** Like {@link toPrintable}, but keeps line breaks. */
export function toPrintableLines(text: string): string {
  return text.split('\n').map(toPrintable).join('\n');
}

/** Beginning of a text, without control characters. */
export function cutText(text: string): string {
  const plain = text.replace(/\p{Cc}/gu, ' ');
  return plain.length > 60 ? `${plain.slice(0, 60)}…` : plain;
}
