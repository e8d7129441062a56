/**
 * Finds fio's JSON documents in a text that may hold much else: error lines, banners of clients, the report for people,
 * snapshots of `--status-interval`, output of an earlier call, a last document that was cut off. Takes time in
 * proportion to the text, however it is damaged: it is cut at each place where a document may begin, and no piece is
 * looked at again for the sake of another one.
 */
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

/** fio writes it first; minified and re-formatted copies keep that order. In sound JSON no string has it. */
const FIRST_KEY = '"fio version"';
/** Copies with sorted keys begin with another key: any object that begins a line. */
const LINE_START = /^\{/gm;
/** One of these keys has a list in a document. */
const RESULTS = /"(?:jobs|client_stats)"/;
/** Old versions print these where a number has no value; JSON knows none of them. */
const NO_NUMBER = /(:\s*)-?(?:nan|inf(?:inity)?)\b/gi;

/** Scans a whole file. Never throws. */
export function scanText(text: string): Scan {
  const clean = text.replace(/^\uFEFF/, '');
  const first = collectDocuments(clean, findFirstKeys(clean));
  // An object that merely begins a line and is cut off may be anything: that it is a document, nobody knows.
  if (first.documents.length > 0 || first.truncated || !RESULTS.test(clean)) return first;
  const begins = [...clean.matchAll(LINE_START)].map(({ index }) => index);
  return { ...collectDocuments(clean, begins), truncated: false };
}

/** Braces before the first key of a document. A pattern that begins with a brace would stop at each of them. */
function findFirstKeys(text: string): readonly number[] {
  const begins: number[] = [];
  for (let key = text.indexOf(FIRST_KEY); key >= 0; key = text.indexOf(FIRST_KEY, key + 1)) {
    let at = key - 1;
    while (at > 0 && /\s/.test(text.charAt(at))) at -= 1;
    if (text[at] === '{') begins.push(at);
  }
  return begins;
}

function collectDocuments(text: string, begins: readonly number[]): Scan {
  const documents: Record<string, unknown>[] = [];
  const around = [text.slice(0, begins[0])];
  let truncated = false;
  for (const [index, begin] of begins.entries()) {
    const piece = text.slice(begin, begins[index + 1]);
    const { document, end } = takeDocument(piece);
    truncated = document === null;
    if (document !== null) documents.push(document);
    if (!truncated || index < begins.length - 1) around.push(piece.slice(end));
  }
  return { documents, truncated, around: around.join('') };
}

/** The document with which a piece begins, and where it ends. Most end with the last brace of their piece. */
function takeDocument(piece: string): { readonly document: Record<string, unknown> | null; readonly end: number } {
  const last = piece.lastIndexOf('}') + 1;
  // What cannot be a document is not tried: an error for each of many pieces takes long.
  if (last === 0 || !RESULTS.test(piece)) return { document: null, end: 0 };
  const whole = parseObject(piece.slice(0, last));
  if (whole !== null) return { document: whole, end: last };
  const end = findObjectEnd(piece);
  return { document: parseObject(piece.slice(0, end).replace(NO_NUMBER, '$1null')), end };
}

/** A string that never ends goes on to the end. */
const BRACES_AND_STRINGS = /[{}]|"[^"\\]*(?:\\.[^"\\]*)*(?:"|$)/gs;

/** Behind the brace that closes the first one; 0 where none does. */
function findObjectEnd(text: string): number {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(BRACES_AND_STRINGS)) {
    depth += token === '{' ? 1 : token === '}' ? -1 : 0;
    if (depth === 0) return index + 1;
  }
  return 0;
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) && (Array.isArray(value['jobs']) || Array.isArray(value['client_stats'])) ? value : null;
  } catch {
    return null;
  }
}
