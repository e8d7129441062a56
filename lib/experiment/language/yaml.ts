/**
 * YAML text to plain data, with the place of every key and value. Reads YAML 1.2, and merge keys (`<<`) for anchors.
 */
import {
  type Document,
  LineCounter,
  type Node,
  type Pair,
  type YAMLError,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  parseDocument,
} from 'yaml';
import type { Problem } from '../../shapes/problem';
import { show } from './show-value';
import { listed } from '../../shapes/suggest';

type Path = readonly (string | number)[];

/** 1-based. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface YamlText {
  /** Plain JSON data; undefined where the text could not be read. */
  readonly value: unknown;
  readonly problems: readonly Problem[];
  /** Where the value at a path stands, or its key; the nearest place around it where it does not exist. */
  readonly locate: (path: Path, what: 'key' | 'value') => Position | undefined;
}

/** Nodes that a document may have after its aliases are followed: stops texts that grow without end. */
const MAX_NODES = 50_000;
/** Mappings and lists in one another: no spec has ten, and the parser calls itself for each. */
const MAX_DEPTH = 100;
/** After these errors the rest of the document is still what its writer meant. */
const HARMLESS: ReadonlySet<string> = new Set(['MULTIPLE_DOCS', 'BAD_DQ_ESCAPE', 'TAG_RESOLVE_FAILED']);

/** Reads one YAML document. Never throws: what is wrong is in `problems`, with its place. */
export function readYaml(text: string): YamlText {
  const deep = tooDeepAt(text);
  if (deep !== undefined) {
    const message = `lists and mappings stand more than ${MAX_DEPTH} deep in each other; no setting has so many`;
    const problem: Problem = { severity: 'error', code: 'SpecTooLarge', path: [], message, ...deep };
    return { value: undefined, problems: [problem], locate: () => undefined };
  }
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: false,
    logLevel: 'error',
  });
  const positionOf = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const faults = [...document.errors, ...document.warnings];
  const syntax = firstOfEachLine(faults.map((fault) => syntaxProblem(fault, positionOf(fault.pos[0]))));
  if (faults.some((fault) => !HARMLESS.has(fault.code)))
    return { value: undefined, problems: syntax, locate: () => undefined };
  const reader = new Reader(document, positionOf);
  const value = document.contents === null ? undefined : reader.read(document.contents, []);
  return {
    value,
    problems: [...syntax, ...reader.problems],
    locate: (path, what) => reader.locate(path, what),
  };
}

/**
 * Where lists and mappings are first too deep in each other: in brackets, or by signs that begin a line. A look at the
 * signs alone: those in texts count too, and no text has so many that are open.
 */
function tooDeepAt(text: string): Position | undefined {
  let depth = 0;
  for (const [index, line] of text.split('\n').entries()) {
    const [begun = ''] = /^(?:\s*[-?](?=\s))*/.exec(line) ?? [];
    if (begun.replaceAll(/\s/g, '').length > MAX_DEPTH) return { line: index + 1, column: 1 };
    for (let at = 0; at < line.length; at += 1) {
      const sign = line[at];
      if (sign === '[' || sign === '{') depth += 1;
      else if (sign === ']' || sign === '}') depth = Math.max(0, depth - 1);
      if (depth > MAX_DEPTH) return { line: index + 1, column: at + 1 };
    }
  }
  return undefined;
}

class Reader {
  readonly problems: Problem[] = [];
  private readonly places = new Map<string, { key?: Position; value: Position; scalar: boolean }>();
  private readonly open = new Set<Node>();
  private nodes = 0;

  constructor(
    private readonly document: Document,
    private readonly positionOf: (offset: number) => Position,
  ) {}

  locate(path: Path, what: 'key' | 'value'): Position | undefined {
    for (let length = path.length; length >= 0; length -= 1) {
      const place = this.places.get(JSON.stringify(path.slice(0, length)));
      if (place === undefined) continue;
      // A key says more about a mapping than its first entry does.
      return (what === 'value' && place.scalar) || place.key === undefined ? place.value : place.key;
    }
    return undefined;
  }

  read(node: Node, path: Path, key?: Position): unknown {
    this.nodes += 1;
    if (this.nodes > MAX_NODES) return this.tooLarge(node, path);
    if (isAlias(node)) return this.readAlias(node, path, key);
    const value = this.positionOf(node.range?.[0] ?? 0);
    this.places.set(JSON.stringify(path), { ...(key ? { key } : {}), value, scalar: isScalar(node) });
    if (isScalar(node)) return this.readScalar(node.value, path, value);
    if (isSeq(node)) return node.items.map((item, index) => this.read(item as Node, [...path, index]));
    return isMap(node) ? this.readMap(node.items as Pair<Node, Node | null>[], path) : undefined;
  }

  private readAlias(node: Node & { source: string }, path: Path, key?: Position): unknown {
    const target = isAlias(node) ? node.resolve(this.document) : undefined;
    const at = this.positionOf(node.range?.[0] ?? 0);
    if (target === undefined || this.open.has(target)) {
      const why =
        target === undefined ? 'names an anchor that is not defined before it' : 'stands inside its own anchor';
      this.report('BadAlias', path, `\`*${node.source}\` ${why}`, at);
      return undefined;
    }
    this.open.add(target);
    const value = this.read(target, path, key);
    this.open.delete(target);
    return value;
  }

  private readScalar(value: unknown, path: Path, at: Position): unknown {
    if (value === undefined || value === null) return null;
    if (typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    this.report('WrongType', path, `found ${show(value)}; allowed: a text, a finite number, true or false`, at);
    return undefined;
  }

  private readMap(pairs: readonly Pair<Node, Node | null>[], path: Path): Record<string, unknown> {
    const found: Record<string, unknown> = {};
    const own = new Map<string, Position>();
    for (const pair of pairs) {
      const at = this.positionOf(pair.key?.range?.[0] ?? 0);
      const key = isScalar(pair.key) ? pair.key.value : undefined;
      if (key === '<<' && pair.value !== null) {
        this.merge(found, own, pair.value, path);
        continue;
      }
      const name = typeof key === 'string' || typeof key === 'number' || typeof key === 'boolean' ? String(key) : '';
      if (name === '' || name === '__proto__') {
        this.report('BadName', path, 'a key must be a name, followed by a colon and a space', at);
        continue;
      }
      const first = own.get(name);
      if (first !== undefined) {
        this.report('DuplicateKey', [...path, name], `\`${name}\` stands here twice; first in line ${first.line}`, at);
        continue;
      }
      own.set(name, at);
      found[name] = pair.value === null ? this.empty([...path, name], at) : this.read(pair.value, [...path, name], at);
    }
    return found;
  }

  /** `<<: *anchor` or a list of them: keys that the mapping does not give itself. */
  private merge(found: Record<string, unknown>, own: ReadonlyMap<string, Position>, node: Node, path: Path): void {
    const sources = isSeq(node) ? (node.items as Node[]) : [node];
    for (const source of sources) {
      const scratch = new Reader(this.document, this.positionOf);
      const value = scratch.read(source, path);
      this.problems.push(...scratch.problems);
      if (typeof value !== 'object' || value === null || Array.isArray(value)) {
        this.report(
          'BadAlias',
          path,
          '`<<` takes a mapping or a list of mappings',
          this.positionOf(source.range?.[0] ?? 0),
        );
        continue;
      }
      for (const [name, entry] of Object.entries(value)) {
        if (own.has(name) || Object.hasOwn(found, name)) continue;
        found[name] = entry;
        const place = JSON.stringify([...path, name]).slice(0, -1);
        for (const [at, position] of scratch.places) {
          if (at === `${place}]` || at.startsWith(`${place},`)) this.places.set(at, position);
        }
      }
    }
  }

  private empty(path: Path, at: Position): null {
    this.places.set(JSON.stringify(path), { key: at, value: at, scalar: false });
    return null;
  }

  private tooLarge(node: Node, path: Path): undefined {
    const at = this.positionOf(node.range?.[0] ?? 0);
    if (this.nodes === MAX_NODES + 1)
      this.report('SpecTooLarge', path, `more than ${MAX_NODES} values, aliases followed`, at);
    return undefined;
  }

  private report(code: string, path: Path, message: string, at: Position): void {
    this.problems.push({ severity: 'error', code, path, message, ...at });
  }
}

const SYNTAX: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: 'a tab stands where the line is indented; YAML allows only spaces there',
  MULTIPLE_DOCS: 'a second document begins here (`---`); a spec is one document, what follows was not read',
  TAG_RESOLVE_FAILED: 'a tag (`!name`) has no meaning in a spec; put the text in quotes if it begins with `!`',
  BAD_ALIAS: 'an alias (`*name`) names an anchor that is not defined; put the text in quotes if it begins with `*`',
  BAD_INDENT: 'the indentation does not fit the lines around it, or a bracket before it is not closed',
  BLOCK_AS_IMPLICIT_KEY: 'this cannot be a key; a value that holds `: ` must be in quotes',
  MULTILINE_IMPLICIT_KEY: 'a key must end with a colon in the same line',
  BAD_SCALAR_START: `a text cannot begin with this character; put it in quotes. Reserved: ${listed(['@', '%', '`'])}`,
};

/** One slip makes the parser stumble several times. */
function firstOfEachLine(problems: readonly Problem[]): Problem[] {
  return problems.filter((problem, index) => problems.findIndex((one) => one.line === problem.line) === index);
}

function syntaxProblem(fault: YAMLError, at: Position): Problem {
  const rest = HARMLESS.has(fault.code) ? '' : ' (the rest of the spec could not be checked)';
  const message = `${SYNTAX[fault.code] ?? `the text is no valid YAML: ${fault.message}`}${rest}`;
  return { severity: 'error', code: 'BadYaml', path: [], message, source: 'https://yaml.org/spec/1.2.2/', ...at };
}
