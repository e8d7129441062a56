/**
 * Histograms of a document, read beside JSON.parse: they are most of the text of json+, and objects with thousands of
 * numbers as keys are what JSON.parse is slowest at. What does not look exactly as fio prints it is left to JSON.parse.
 */
import { isRecord } from './figure';

/** A histogram as printed: bins ascend. */
export class Columns {
  constructor(
    readonly values: Float64Array,
    readonly counts: Float64Array,
    /** Of all together. */
    readonly count: number,
  ) {}
}

interface Taken {
  /** The text with the number of a histogram, as a text, in place of each. */
  readonly text: string;
  readonly columns: readonly Columns[];
}

const KEY = '"bins"';
/** What is looked for: quotes are everywhere, and a search that begins with one stops at each. */
const KEY_TAIL = 'bins"';
/** Characters by their code. */
const [QUOTE, COLON, COMMA, OPEN, CLOSE, ZERO, NINE] = [0x22, 0x3a, 0x2c, 0x7b, 0x7d, 0x30, 0x39] as const;
/** More digits are no safe number. */
const MOST_DIGITS = 15;

/** Takes all histograms out of a text; null where there is none, or one that is not as fio prints it. */
export function takeColumns(text: string): Taken | null {
  // Written with an escape, a key could look like one of ours and be none.
  if (text.includes('\\u')) return null;
  const [pieces, columns]: [string[], Columns[]] = [[], []];
  const reader = new Reader(text);
  let from = 0;
  for (let at = text.indexOf(KEY_TAIL); at >= 0; at = text.indexOf(KEY_TAIL, Math.max(from, at + 1))) {
    if (!text.startsWith(KEY, at - 1)) continue;
    const found = text[at - 2] === '\\' ? null : reader.columnsFrom(at + KEY_TAIL.length);
    if (found === null) return null;
    // A text and no number: V8 keeps small numbers in objects otherwise than what is put there for them.
    pieces.push(text.slice(from, at + KEY_TAIL.length), `:"${columns.length}"`);
    columns.push(found);
    from = reader.at;
  }
  if (columns.length === 0) return null;
  pieces.push(text.slice(from));
  return { text: pieces.join(''), columns };
}

/** Where a direction of an entry may have histograms. */
const DIRECTIONS = ['read', 'write', 'trim', 'mixed', 'sync'];
const LATENCIES = ['clat_ns', 'lat_ns', 'slat_ns', 'clat', 'lat', 'slat'];

/** Puts histograms where their numbers stand, in entries of jobs. */
export function putColumns(document: Readonly<Record<string, unknown>>, columns: readonly Columns[]): void {
  for (const list of [document['jobs'], document['client_stats']]) {
    if (!Array.isArray(list)) continue;
    for (const entry of list as readonly unknown[]) {
      if (!isRecord(entry)) continue;
      for (const name of DIRECTIONS) putInto(entry[name], columns);
    }
  }
}

function putInto(direction: unknown, columns: readonly Columns[]): void {
  if (!isRecord(direction)) return;
  for (const name of LATENCIES) {
    const latency = direction[name];
    if (isRecord(latency) && typeof latency['bins'] === 'string') latency['bins'] = columns[Number(latency['bins'])];
  }
}

/** Numbers of which lists have room, where no histogram has more. */
const ROOM = 1 << 14;

/**
 * Reads one object of numbers by ascending numbers after another. Half of such a text goes through this loop: it keeps
 * where it is in a variable of its own, and all histograms behind each other, where the garbage collector sees one list
 * and not thousands.
 */
class Reader {
  /** Behind the object that was read last. */
  at = 0;
  private values: Float64Array = new Float64Array(ROOM);
  private counts: Float64Array = new Float64Array(ROOM);
  private length = 0;

  constructor(private readonly text: string) {}

  /** @param from behind a key */
  columnsFrom(from: number): Columns | null {
    const { text } = this;
    let first = this.length;
    let at = pastSpace(text, from);
    if (text.charCodeAt(at) !== COLON) return null;
    at = pastSpace(text, at + 1);
    if (text.charCodeAt(at) !== OPEN) return null;
    at = pastSpace(text, at + 1);
    let [before, all] = [-1, 0];
    for (let more = text.charCodeAt(at) !== CLOSE; more; ) {
      if (text.charCodeAt(at) !== QUOTE) return null;
      let begin = at + 1;
      let value = 0;
      let code = text.charCodeAt(begin);
      for (at = begin; code >= ZERO && code <= NINE; code = text.charCodeAt(at)) {
        value = value * 10 + code - ZERO;
        at += 1;
      }
      if (value <= before || code !== QUOTE || !isWhole(text, begin, at)) return null;
      at += 1;
      code = text.charCodeAt(at);
      if (code !== COLON) {
        at = pastSpace(text, at);
        if (text.charCodeAt(at) !== COLON) return null;
      }
      begin = pastSpace(text, at + 1);
      let count = 0;
      code = text.charCodeAt(begin);
      for (at = begin; code >= ZERO && code <= NINE; code = text.charCodeAt(at)) {
        count = count * 10 + code - ZERO;
        at += 1;
      }
      if (!isWhole(text, begin, at)) return null;
      before = value;
      // fio prints no empty bins; others may.
      if (count > 0) {
        if (this.length === this.values.length) first = this.room(first);
        this.values[this.length] = value;
        this.counts[this.length] = count;
        this.length += 1;
        all += count;
      }
      if (code !== COMMA) at = pastSpace(text, at);
      more = text.charCodeAt(at) === COMMA;
      if (more) at = pastSpace(text, at + 1);
    }
    if (text.charCodeAt(at) !== CLOSE) return null;
    this.at = at + 1;
    return new Columns(this.values.subarray(first, this.length), this.counts.subarray(first, this.length), all);
  }

  /** Begins new lists with what was read of a histogram. @returns where it begins in them */
  private room(first: number): number {
    const [values, counts] = [this.values.subarray(first), this.counts.subarray(first)];
    this.length = values.length;
    const size = Math.max(ROOM, 2 * values.length);
    [this.values, this.counts] = [new Float64Array(size), new Float64Array(size)];
    this.values.set(values);
    this.counts.set(counts);
    return 0;
  }
}

/** Whether the digits that stand there are a whole number as JSON writes it. */
function isWhole(text: string, from: number, to: number): boolean {
  const length = to - from;
  return length > 0 && length <= MOST_DIGITS && (length === 1 || text.charCodeAt(from) !== ZERO);
}

/** Behind space, line ends and tabs: all that JSON allows. */
function pastSpace(text: string, from: number): number {
  let at = from;
  for (let code = text.charCodeAt(at); code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09; ) {
    at += 1;
    code = text.charCodeAt(at);
  }
  return at;
}
