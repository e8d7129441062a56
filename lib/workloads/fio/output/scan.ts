/**
 * Finds fio's JSON documents in a text that may contain error lines, banners of clients, the human-readable report,
 * snapshots of `--status-interval`, output of an earlier call, or a truncated last document. The scan takes linear time
 * even on damaged text: it splits the text wherever a document may begin, and parses each piece separately.
 */
import { isRecord } from './figure';

/** JSON documents of a text, and the text around them. */
export interface ScanResult {
  /** Complete documents in order: objects with `jobs` or `client_stats`. */
  readonly documents: readonly Readonly<Record<string, unknown>>[];
  /** Whether an incomplete document follows the last complete one. */
  readonly truncated: boolean;
  /** The text outside of all documents. */
  readonly around: string;
}

/** fio writes this key first; minified and reformatted outputs keep the order. No string in valid JSON contains it. */
const FIRST_KEY = '"fio version"';
/** Outputs with sorted keys begin with another key, so any object at the start of a line may be a document. */
const LINE_START = /^\{/gm;
/** A document has a list under one of these keys. */
const RESULT_KEYS = /"(?:jobs|client_stats)"/;
/** Old versions print these texts for missing numbers; they are invalid in JSON. */
const INVALID_NUMBER = /(:\s*)-?(?:nan|inf(?:inity)?)\b/gi;

/** Scans a whole file. Never throws. */
export function scanText(text: string): ScanResult {
  const clean = text.startsWith('\uFEFF') ? text.slice(1) : text;
  // The usual case: one document and nothing else.
  const only = clean.startsWith('{') ? parseObject(clean) : null;
  if (only !== null) return { documents: [only], truncated: false, around: '' };
  const first = collectDocuments(clean, findFirstKeys(clean));
  // A truncated object at the start of a line is not necessarily a document.
  if (first.documents.length > 0 || first.truncated || !RESULT_KEYS.test(clean)) return first;
  const begins = [...clean.matchAll(LINE_START)].map(({ index }) => index);
  return { ...collectDocuments(clean, begins), truncated: false };
}

/** Finds braces before first keys of documents. A pattern that begins with a brace would stop at every brace. */
function findFirstKeys(text: string): readonly number[] {
  const begins: number[] = [];
  for (let key = text.indexOf(FIRST_KEY); key >= 0; key = text.indexOf(FIRST_KEY, key + 1)) {
    let at = key - 1;
    while (at > 0 && /\s/.test(text.charAt(at))) at -= 1;
    if (text[at] === '{') begins.push(at);
  }
  return begins;
}

function collectDocuments(text: string, begins: readonly number[]): ScanResult {
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

/** The document at the start of a piece, and its end. Most documents end with the last brace of their piece. */
function takeDocument(piece: string): { readonly document: Record<string, unknown> | null; readonly end: number } {
  const last = piece.lastIndexOf('}') + 1;
  // Skip pieces that cannot be documents: exceptions for many pieces are slow.
  if (last === 0 || !RESULT_KEYS.test(piece)) return { document: null, end: 0 };
  const whole = parseObject(piece.slice(0, last));
  if (whole !== null) return { document: whole, end: last };
  const end = findObjectEnd(piece);
  return { document: parseObject(piece.slice(0, end).replace(INVALID_NUMBER, '$1null')), end };
}

/** An unterminated string extends to the end of the text. */
const BRACES_AND_STRINGS = /[{}]|"[^"\\]*(?:\\.[^"\\]*)*(?:"|$)/gs;

/** Index after the brace that closes the first brace; 0 if none does. */
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
