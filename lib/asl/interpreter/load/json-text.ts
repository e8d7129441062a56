/** The location of a JSON syntax error. Line and column count from 1. */
export interface JsonFault {
  readonly line: number;
  readonly column: number;
  readonly what: string;
}

class Fault extends Error {
  constructor(
    readonly offset: number,
    readonly what: string,
  ) {
    super(what);
  }
}

/**
 * Finds the first fault of a JSON text: it violates RFC 8259, repeats a member name in one object (`JSON.parse` would
 * silently keep the last one), or is nested too deep. Undefined for valid texts.
 */
export function findJsonFault(text: string): JsonFault | undefined {
  try {
    const scanner = new Scanner(text);
    scanner.document();
    return undefined;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const before = text.slice(0, error.offset).split('\n');
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, what: error.what };
  }
}

const BLANKS = /[ \t\r\n]*/y;
const STRING = /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/**
 * Maximum depth of nested objects and lists. Real data is less deep, and recursive functions need stack for each level.
 */
const NESTING_MAX = 1_000;

class Scanner {
  private at = 0;
  private nesting = 0;

  constructor(private readonly text: string) {}

  document(): void {
    this.blanks();
    this.value();
    this.blanks();
    if (this.at < this.text.length) this.fail('nothing more after the value');
  }

  private value(): void {
    const next = this.text[this.at];
    if (next === '{') this.object();
    else if (next === '[') this.array();
    else if (next === '"') this.string('a closed text without control characters');
    else if (this.match(SCALAR) === undefined) this.fail('a value');
  }

  private object(): void {
    const names = new Set<string>();
    this.list('}', () => {
      const start = this.at;
      const name = this.string('a member name in double quotes');
      if (names.has(name)) throw new Fault(start, `the member ${name} occurs twice in one object`);
      names.add(name);
      this.blanks();
      this.take(':');
      this.blanks();
      this.value();
    });
  }

  private array(): void {
    this.list(']', () => this.value());
  }

  private list(end: string, item: () => void): void {
    if (++this.nesting > NESTING_MAX) throw new Fault(this.at, `nested more than ${NESTING_MAX} levels deep`);
    this.members(end, item);
    this.nesting--;
  }

  private members(end: string, item: () => void): void {
    this.at++;
    this.blanks();
    if (this.text[this.at] === end) {
      this.at++;
      return;
    }
    for (;;) {
      item();
      this.blanks();
      if (this.text[this.at] === end) break;
      this.take(',', `',' or '${end}'`);
      this.blanks();
    }
    this.at++;
  }

  private string(expected: string): string {
    return this.match(STRING) ?? this.fail(expected);
  }

  private take(symbol: string, expected = `'${symbol}'`): void {
    if (this.text[this.at] !== symbol) this.fail(expected);
    this.at++;
  }

  private blanks(): void {
    this.match(BLANKS);
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    this.at += found?.length ?? 0;
    return found;
  }

  private fail(expected: string): never {
    const found = this.at < this.text.length ? JSON.stringify(this.text[this.at]) : 'the end of the text';
    throw new Fault(this.at, `expected ${expected}, found ${found}`);
  }
}
