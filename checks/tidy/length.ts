/** Length of files, lines and shell functions. The linter checks functions in TypeScript (max-lines-per-function). */
import { type Fault, isRecorded, isScript, isShell, type Source } from './source';

/** Limits: a file is read in one sitting, a function on one screen, a line without scrolling. */
const FILE_LINES_MAX = 300;
const HANDLER_LINES_MAX = 40;
const FUNCTION_LINES_MAX = 70;
/** Columns of a line. */
export const LINE_COLUMNS_MAX = 120;

/** Files, lines and shell functions that are too long. */
export function lengthFaults(source: Source): Fault[] {
  if (isRecorded(source.path) || !(isScript(source.path) || isShell(source))) return [];
  const lines = source.text.replace(/\n$/, '').split('\n');
  return [
    ...fileFaults(source.path, lines),
    ...lines.flatMap((line, index) => lineFaults(source.path, line, index + 1)),
    ...(isShell(source) ? functionFaults(source.path, lines) : []),
  ];
}

function fileFaults(path: string, lines: readonly string[]): Fault[] {
  const handler = /^lambdas\/[^/]+\/handler\.ts$/.test(path);
  const max = handler ? HANDLER_LINES_MAX : FILE_LINES_MAX;
  if (lines.length <= max) return [];
  const advice = handler ? 'a handler parses, calls one function of lib and returns' : 'split it by concept';
  return [{ path, line: max + 1, message: `${lines.length} lines, at most ${max} are allowed; ${advice}` }];
}

function lineFaults(path: string, line: string, number: number): Fault[] {
  const columns = Array.from(line).length;
  if (columns <= LINE_COLUMNS_MAX) return [];
  const message = `${columns} columns, at most ${LINE_COLUMNS_MAX} are allowed; break the line`;
  return [{ path, line: number, message }];
}

/** A shell function begins with `name() {` and ends with a `}` at the same indentation. */
function functionFaults(path: string, lines: readonly string[]): Fault[] {
  const faults: Fault[] = [];
  for (const [start, line] of lines.entries()) {
    const head = /^(\s*)(?:function\s+)?([\w-]+)\s*\(\)\s*[{(]\s*$/.exec(line);
    if (head === null) continue;
    const [, indent = '', name = ''] = head;
    const length = lines.slice(start).findIndex((body) => body === `${indent}}` || body === `${indent})`) + 1;
    if (length > FUNCTION_LINES_MAX) {
      const message = `function ${name} has ${length} lines, at most ${FUNCTION_LINES_MAX} are allowed; split it`;
      faults.push({ path, line: start + 1, message });
    }
  }
  return faults;
}
