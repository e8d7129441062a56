/**
 * Finds fio's JSON documents in a text that may hold much else: error lines, banners of clients, the report for people,
 * snapshots of `--status-interval`, output of an earlier call, a last document that was cut off. Takes time in
 * proportion to the text, however it is damaged.
 */
import { outline } from './brackets';
import { putColumns, takeColumns } from './columns';
import { isRecord } from './figure';

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
const ANY_START = /(?<![^\r\n])[ \t]*\{/g;
/** Old versions print these where a number has no value; JSON knows none of them. */
const NO_NUMBER = /(:\s*)-?(?:nan|inf(?:inity)?)\b/gi;

/** Scans a whole file. Never throws. */
export function scan(text: string): Scan {
  const clean = text.replace(/^\uFEFF/, '');
  const first = single(clean) ?? collect(clean, START);
  // An object that merely begins a line and is cut off may be anything: that it is a document, nobody knows.
  return first.documents.length > 0 || first.truncated ? first : { ...collect(clean, ANY_START), truncated: false };
}

/** Most files: one document, its brace the last one, which JSON's own parser reads quickest. Null for all others. */
function single(text: string): Scan | null {
  const from = startFrom(text, 0);
  const to = text.lastIndexOf('}') + 1;
  // A start behind it is a document that was cut off at once.
  if (from === null || startFrom(text, to) !== null) return null;
  const body = text.slice(from, to);
  const object = withColumns(body) ?? objectOf(body);
  if (object === null || !hasResults(object)) return null;
  return { documents: [object], truncated: false, around: text.slice(0, from) + text.slice(to) };
}

/** Null where histograms are to be left to JSON.parse, or the rest is no JSON. */
function withColumns(body: string): Record<string, unknown> | null {
  const taken = takeColumns(body);
  const object = taken === null ? null : objectOf(taken.text);
  if (object !== null) putColumns(object, taken?.columns ?? []);
  return object;
}

function startFrom(text: string, index: number): number | null {
  START.lastIndex = index;
  return START.exec(text)?.index ?? null;
}

function collect(text: string, starts: RegExp): Scan {
  const { spans, lastStart } = outline(text, starts);
  const documents: Record<string, unknown>[] = [];
  const around: string[] = [];
  let at = 0;
  for (const { from, to } of spans) {
    const object = parsed(text.slice(from, to));
    if (object === null) continue;
    documents.push(object);
    around.push(text.slice(at, from));
    at = to;
  }
  const truncated = lastStart !== null && lastStart >= at;
  around.push(text.slice(at, truncated && starts === START ? lastStart : text.length));
  return { documents, truncated, around: around.join('') };
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
