/** Parses lines of a price file: comma-separated, quoted fields with doubled quotes (RFC 4180); a row is one line. */

/** @returns the fields; null for a malformed line, such as a truncated one */
export function parseCsvFields(line: string): string[] | null {
  const fields: string[] = [];
  let at = 0;
  while (at <= line.length) {
    const quoted = line[at] === '"';
    const end = quoted ? findClosingQuote(line, at + 1) : line.indexOf(',', at);
    if (quoted && end === -1) return null;
    const stop = end === -1 ? line.length : end;
    const text = line.slice(quoted ? at + 1 : at, stop);
    fields.push(quoted ? text.replaceAll('""', '"') : text);
    const next = quoted ? stop + 1 : stop;
    if (next >= line.length) return fields;
    if (line[next] !== ',') return null;
    at = next + 1;
  }
  return fields;
}

function findClosingQuote(line: string, from: number): number {
  let at = line.indexOf('"', from);
  while (at !== -1 && line[at + 1] === '"') at = line.indexOf('"', at + 2);
  return at;
}

/** Joins pieces of any length into lines, without carriage returns at their ends. */
export class LineSplitter {
  #rest = '';

  constructor(private readonly take: (line: string) => void) {}

  push(piece: string): void {
    let from = 0;
    for (let end = piece.indexOf('\n'); end !== -1; end = piece.indexOf('\n', from)) {
      this.#line(this.#rest + piece.slice(from, end));
      this.#rest = '';
      from = end + 1;
    }
    this.#rest += piece.slice(from);
  }

  /** Emits the last line, if no line feed ends it. */
  end(): void {
    if (this.#rest !== '') this.#line(this.#rest);
    this.#rest = '';
  }

  #line(line: string): void {
    this.take(line.endsWith('\r') ? line.slice(0, -1) : line);
  }
}
