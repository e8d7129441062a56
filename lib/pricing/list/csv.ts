/** Lines of a price file: comma-separated, fields in quotes, quotes in them doubled (RFC 4180); a row is one line. */

/**
 * @returns the fields; null for a line that is none of this form, such as one that was cut off
 */
export function parseFields(line: string): string[] | null {
  const fields: string[] = [];
  let at = 0;
  while (at <= line.length) {
    const quoted = line[at] === '"';
    const end = quoted ? findQuote(line, at + 1) : line.indexOf(',', at);
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

function findQuote(line: string, from: number): number {
  let at = line.indexOf('"', from);
  while (at !== -1 && line[at + 1] === '"') at = line.indexOf('"', at + 2);
  return at;
}

/** Puts lines together from pieces of any length. Carriage returns at their ends fall away. */
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

  /** The last line, where no line feed ends it. */
  end(): void {
    if (this.#rest !== '') this.#line(this.#rest);
    this.#rest = '';
  }

  #line(line: string): void {
    this.take(line.endsWith('\r') ? line.slice(0, -1) : line);
  }
}
