/**
 * Finds fio's JSON documents in a text that may hold much else: error lines, banners of clients, the report for people,
 * snapshots of `--status-interval`, output of an earlier call, a last document that was cut off.
 */

/** Where JSON stands in the text, and what surrounds it. */
export interface Scan {
  /** Complete documents in their order: objects with `jobs` or `client_stats`. */
  readonly documents: readonly Readonly<Record<string, unknown>>[];
  /** A document begins after the last complete one, and never ends. */
  readonly truncated: boolean;
  /** The text outside of all documents. */
  readonly around: string;
}

/** fio writes `fio version` first; minified and re-formatted copies keep that order. */
const START = /\{\s*"fio version"/g;
/** Copies with sorted keys begin with another key: any object that begins a line. */
const ANY_START = /^[ \t]*\{/gm;
/** Old versions print these where a number has no value; JSON knows none of them. */
const NO_NUMBER = /(:\s*)-?(?:nan|inf(?:inity)?)\b/gi;

/** How far back from the end of a text the last brace is looked for. */
const END_CHARACTERS = 100;

/** Scans a whole file. Never throws. */
export function scan(text: string): Scan {
  const clean = text.replace(/^\uFEFF/, '');
  const first = single(clean) ?? collect(clean, START);
  return first.documents.length > 0 || first.truncated ? first : collect(clean, ANY_START);
}

/** Most files: one document to the end of the text, which JSON's own parser finds quickest. Null for all others. */
function single(text: string): Scan | null {
  START.lastIndex = 0;
  const from = START.exec(text)?.index;
  if (from === undefined || !/\}\s*$/.test(text.slice(-END_CHARACTERS))) return null;
  const object = objectOf(text.slice(from));
  if (object === null || !hasResults(object)) return null;
  return { documents: [object], truncated: false, around: text.slice(0, from) + text.slice(text.lastIndexOf('}') + 1) };
}

function collect(text: string, start: RegExp): Scan {
  const documents: Record<string, unknown>[] = [];
  let around = '';
  let truncated = false;
  let at = 0;
  for (;;) {
    start.lastIndex = at;
    const match = start.exec(text);
    if (match === null) break;
    const from = text.indexOf('{', match.index);
    const to = endOfObject(text, from);
    const object = to === null ? null : parsed(text.slice(from, to));
    if (object !== null && to !== null) {
      around += text.slice(at, from);
      at = to;
      documents.push(object);
      truncated = false;
      continue;
    }
    // Cut off, or broken: what follows may still hold a document, for output is often appended.
    around += text.slice(at, from);
    at = from + 1;
    truncated = start === START;
    if (to === null && start !== START) break;
  }
  return { documents, truncated, around: truncated ? around : around + text.slice(at) };
}

/** Index after the closing brace, null where the text ends before it. */
function endOfObject(text: string, from: number): number | null {
  const token = /["{}]/g;
  let depth = 0;
  for (let at = from; ; at = token.lastIndex) {
    token.lastIndex = at;
    const match = token.exec(text);
    if (match === null) return null;
    if (match[0] === '"') {
      const end = endOfString(text, match.index);
      if (end === null) return null;
      token.lastIndex = end;
    } else {
      depth += match[0] === '{' ? 1 : -1;
      if (depth === 0) return token.lastIndex;
    }
  }
}

/** Index after the closing quote of the string that begins at `from`. */
function endOfString(text: string, from: number): number | null {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return null;
}

function parsed(text: string): Record<string, unknown> | null {
  const value = objectOf(text) ?? objectOf(text.replace(NO_NUMBER, '$1null'));
  return value !== null && hasResults(value) ? value : null;
}

function objectOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function hasResults(value: Readonly<Record<string, unknown>>): boolean {
  return Array.isArray(value['jobs']) || Array.isArray(value['client_stats']);
}

/** True for a JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
