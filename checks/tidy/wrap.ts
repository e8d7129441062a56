/** Wraps long comments. The formatter wraps code, and the author what it cannot wrap. */
import { LINE_COLUMNS_MAX } from './length';
import { isRecorded, isScript, isShell, type Source } from './source';

/** A comment line: its start with marks and blank, and its text. */
const SCRIPT_COMMENT = /^(\s*(?:\*|\/\/) )(.*)$/;
const SHELL_COMMENT = /^(\s*# )(.*)$/;
const ONE_LINE_DOC = /^(\s*)\/\*\* (.*) \*\/$/;
/** The start of a paragraph: a tag, a list, a blank line, the end of the comment. */
const PARAGRAPH = /^\s*(?:\*|\/\/|#)\s*(?:$|@|- |\/|\|)/;

/** Wraps long comments at blanks; the rest joins the next line of the same paragraph. */
export function wrapComments(source: Source): string {
  if (isRecorded(source.path) || !(isScript(source.path) || isShell(source))) return source.text;
  const comment = isScript(source.path) ? SCRIPT_COMMENT : SHELL_COMMENT;
  const waiting = source.text.split('\n');
  const done: string[] = [];
  for (let line = waiting.shift(); line !== undefined; line = waiting.shift()) {
    const doc = ONE_LINE_DOC.exec(line);
    if (line.length <= LINE_COLUMNS_MAX) {
      done.push(line);
    } else if (doc !== null) {
      const [, indent = '', text = ''] = doc;
      waiting.unshift(`${indent}/**`, `${indent} * ${text}`, `${indent} */`);
    } else {
      const [first, rest] = broken(line, comment);
      done.push(first);
      if (rest !== null) waiting.unshift(...joinNext(rest, waiting, comment));
    }
  }
  return done.join('\n');
}

/** The line up to the last blank that fits, and the rest; null where it cannot be wrapped. */
function broken(line: string, comment: RegExp): readonly [string, string | null] {
  const [, start = ''] = comment.exec(line) ?? [];
  const cut = line.lastIndexOf(' ', LINE_COLUMNS_MAX);
  if (start === '' || cut < start.length) return [line, null];
  return [line.slice(0, cut), start + line.slice(cut + 1)];
}

/** The rest, joined with the next line where that belongs to the same paragraph; that line is then consumed. */
function joinNext(rest: string, waiting: string[], comment: RegExp): string[] {
  const next = waiting[0];
  const [, start = ''] = comment.exec(rest) ?? [];
  const goesOn =
    next?.startsWith(start) === true && !PARAGRAPH.test(next) && /^[a-z(`{]/.test(next.slice(start.length));
  if (!goesOn || next === undefined) return [rest];
  waiting.shift();
  return [`${rest} ${next.slice(start.length)}`];
}
