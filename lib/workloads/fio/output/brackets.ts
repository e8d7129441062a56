/**
 * Finds sound JSON objects in a text, in one pass: brackets are kept on a stack together with what JSON's grammar
 * (RFC 8259) allows next, so a damaged object is known at the place of its damage and nothing is tried twice. Trying
 * JSON.parse from each possible start instead would take time that grows with the square of the text.
 */

/** From the opening brace to after the closing one. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface Outline {
  /** Sound objects that begin at a start and hold results, the outermost of each, in their order. */
  readonly spans: readonly Span[];
  /** The last start of all, wherever it stands. */
  readonly lastStart: number | null;
  /** Characters that were read, those that were read again counted again: what the pass cost. */
  readonly read: number;
}

/** What may come next: after `{` or `[`; after a comma in an object; after a key; a value; after a value. */
type Expected = 'first' | 'key' | 'colon' | 'value' | 'next';

interface Frame {
  readonly from: number;
  readonly array: boolean;
  readonly isStart: boolean;
  expected: Expected;
  /** The key that was read last is one of results. */
  resultsKey: boolean;
  /** Such a key has a list. */
  hasResults: boolean;
}

/** Keys whose lists make an object a document of fio. */
const RESULTS = ['"jobs"', '"client_stats"'];
const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** What {@link scan} mends before it parses: only as the value of a key. */
const NO_NUMBER = /-?(?:nan|inf(?:inity)?)\b/iy;
const SPACE = /[ \n\r\t]+/y;
const PLAIN_STRING = /"[^"\\\u0000-\u001f]*"/y;
const ESCAPE = /["\\/bfnrt]|u[\da-fA-F]{4}/y;

/**
 * @param starts matches where an object may begin, with the flag g; its first `{` is the object's. No start may lie in
 * a string of sound JSON.
 */
export function outline(text: string, starts: RegExp): Outline {
  const scanner = new Scanner(text, starts);
  scanner.run();
  return scanner;
}

class Scanner implements Outline {
  readonly spans: Span[] = [];
  lastStart: number | null = null;
  read = 0;
  private at = 0;
  /** The first start that was not taken yet. */
  private next: number;
  private readonly frames: Frame[] = [];

  constructor(
    private readonly text: string,
    private readonly starts: RegExp,
  ) {
    this.next = this.startFrom(0);
  }

  run(): void {
    for (;;) {
      if (this.frames.length === 0) this.at = this.next;
      if (this.at >= this.text.length) return;
      const before = this.at;
      const sound = this.token(this.frames.at(-1));
      this.read += Math.max(1, this.at - before);
      // Damage is the end of all that is open. Each start is taken once, and a broken string can hide but one.
      if (!sound) this.frames.length = 0;
    }
  }

  /** Reads one token and the space before it. False where it does not fit. */
  private token(frame: Frame | undefined): boolean {
    this.at += matched(SPACE, this.text, this.at);
    switch (this.text[this.at]) {
      case '{':
        return this.open(frame, false);
      case '[':
        return this.open(frame, true);
      case '}':
        return this.close(frame, false);
      case ']':
        return this.close(frame, true);
      case '"':
        return frame !== undefined && this.string(frame);
      case ':':
        return this.punctuation(frame, 'colon', 'value');
      case ',':
        return this.punctuation(frame, 'next', frame?.array === true ? 'value' : 'key');
      default:
        return frame !== undefined && this.scalar(frame);
    }
  }

  private open(frame: Frame | undefined, array: boolean): boolean {
    const from = this.at;
    const isStart = from === this.next;
    if (isStart) {
      this.lastStart = from;
      this.next = this.startFrom(from + 1);
    }
    if (frame !== undefined && !takesValue(frame)) {
      // What does not fit here may be the start of an object that does not belong to this one.
      if (isStart) this.next = from;
      return false;
    }
    if (frame !== undefined) {
      if (array && frame.resultsKey) frame.hasResults = true;
      frame.expected = 'next';
    }
    this.frames.push({ from, array, isStart, expected: 'first', resultsKey: false, hasResults: false });
    this.at += 1;
    return true;
  }

  private close(frame: Frame | undefined, array: boolean): boolean {
    if (frame?.array !== array || (frame.expected !== 'first' && frame.expected !== 'next')) return false;
    this.at += 1;
    this.frames.pop();
    if (!frame.isStart || !frame.hasResults) return true;
    while ((this.spans.at(-1)?.from ?? -1) > frame.from) this.spans.pop();
    this.spans.push({ from: frame.from, to: this.at });
    return true;
  }

  private string(frame: Frame): boolean {
    const isKey = !frame.array && (frame.expected === 'first' || frame.expected === 'key');
    if (!isKey && !takesValue(frame)) return false;
    frame.resultsKey = isKey && RESULTS.some((key) => this.text.startsWith(key, this.at));
    frame.expected = isKey ? 'colon' : 'next';
    const plain = matched(PLAIN_STRING, this.text, this.at);
    if (plain > 0) {
      this.at += plain;
      return true;
    }
    for (this.at += 1; this.at < this.text.length; this.at += 1) {
      const code = this.text.charCodeAt(this.at);
      if (code === 0x22) {
        this.at += 1;
        return true;
      }
      // Control characters stand in no string: one that was cut off ends with its line.
      if (code < 0x20) return false;
      if (code === 0x5c) {
        const length = matched(ESCAPE, this.text, this.at + 1);
        if (length === 0) return false;
        this.at += length;
      }
    }
    return false;
  }

  private scalar(frame: Frame): boolean {
    if (!takesValue(frame)) return false;
    const length = matched(SCALAR, this.text, this.at) || (frame.array ? 0 : matched(NO_NUMBER, this.text, this.at));
    this.at += length;
    frame.expected = 'next';
    return length > 0;
  }

  private punctuation(frame: Frame | undefined, expected: Expected, then: Expected): boolean {
    if (frame?.expected !== expected) return false;
    frame.expected = then;
    this.at += 1;
    return true;
  }

  /** Index of the brace of the first start from an index on; the end of the text where there is none. */
  private startFrom(index: number): number {
    this.starts.lastIndex = index;
    const match = this.starts.exec(this.text);
    return match === null ? this.text.length : this.text.indexOf('{', match.index);
  }
}

function takesValue({ array, expected }: Frame): boolean {
  return expected === 'value' || (array && expected === 'first');
}

function matched(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex - at : 0;
}
