/**
 * Histograms of a document, read beside JSON.parse: they are most of the text of json+, and objects with thousands of
 * numbers as keys are what JSON.parse is slowest at. What does not look exactly as fio prints it is left to JSON.parse.
 */
import { isRecord } from './figure';

/** A histogram as printed: bins ascend. */
export class Columns {
  constructor(
    readonly values: readonly number[],
    readonly counts: readonly number[],
    /** Of all together. */
    readonly count: number,
  ) {}
}

interface Taken {
  /** The text with the number of a histogram in place of each. */
  readonly text: string;
  readonly columns: readonly Columns[];
}

const KEY = '"bins"';
const [QUOTE, COLON, COMMA, OPEN, CLOSE, ZERO, NINE, SPACE] = Array.from('":,{}09 ', (one) => one.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
];
/** More digits are no safe number. */
const MOST_DIGITS = 15;

/** Takes all histograms out of a text; null where there is none, or one that is not as fio prints it. */
export function takeColumns(text: string): Taken | null {
  // Written with an escape, a key could look like one of ours and be none.
  if (text.includes('\\u')) return null;
  const [pieces, columns]: [string[], Columns[]] = [[], []];
  const reader = new Reader(text);
  let from = 0;
  for (let at = text.indexOf(KEY); at >= 0; at = text.indexOf(KEY, from)) {
    reader.at = at + KEY.length;
    const found = text[at - 1] === '\\' || !reader.skip(COLON) ? null : reader.columns();
    if (found === null) return null;
    pieces.push(text.slice(from, at + KEY.length), `:${columns.length}`);
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
    if (isRecord(latency) && typeof latency['bins'] === 'number') latency['bins'] = columns[latency['bins']];
  }
}

class Reader {
  at = 0;

  constructor(private readonly text: string) {}

  /** Passes space and one character; false where another stands there. */
  skip(code: number): boolean {
    if (this.next() !== code) return false;
    this.at += 1;
    return true;
  }

  /** An object of numbers by ascending numbers. */
  columns(): Columns | null {
    const [values, counts]: [number[], number[]] = [[], []];
    if (!this.skip(OPEN)) return null;
    let [before, all] = [-1, 0];
    for (let more = this.next() !== CLOSE; more; more = this.skip(COMMA)) {
      if (!this.skip(QUOTE)) return null;
      const value = this.digits();
      if (value <= before || this.text.charCodeAt(this.at) !== QUOTE) return null;
      this.at += 1;
      if (!this.skip(COLON)) return null;
      this.next();
      const count = this.digits();
      if (count < 0) return null;
      before = value;
      // fio prints no empty bins; others may.
      if (count > 0) {
        values.push(value);
        counts.push(count);
        all += count;
      }
    }
    return this.skip(CLOSE) ? new Columns(values, counts, all) : null;
  }

  /** The character after space. */
  private next(): number {
    const { text } = this;
    let code = text.charCodeAt(this.at);
    // Space, line ends and tabs: all that JSON allows below it.
    while (code === SPACE || code === 10 || code === 13 || code === 9) {
      this.at += 1;
      code = text.charCodeAt(this.at);
    }
    return code;
  }

  /** A whole number as JSON writes it; -1 where there is none. */
  private digits(): number {
    const { text } = this;
    const from = this.at;
    let [at, value, code] = [from, 0, text.charCodeAt(from)];
    while (code >= ZERO && code <= NINE) {
      value = value * 10 + code - ZERO;
      at += 1;
      code = text.charCodeAt(at);
    }
    this.at = at;
    const length = at - from;
    const sound = length > 0 && length <= MOST_DIGITS && (length === 1 || text.charCodeAt(from) !== ZERO);
    return sound ? value : -1;
  }
}
