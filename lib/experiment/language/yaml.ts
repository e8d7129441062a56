/**
 * Converts YAML to plain data, with the position of every key and value. Reads YAML 1.2, and merge keys (`<<`) for
 * anchors.
 */
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Pair,
  parseDocument,
  visit,
  type YAMLError,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { Problem } from '../../shapes/problem';
import { quoteValue } from './mapping';
import { joinNames } from '../../shapes/suggest';
import type { Spec } from '../../shapes/spec';

type Path = readonly (string | number)[];

/** 1-based. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface YamlText {
  /** Plain JSON data; undefined if the text is invalid. */
  readonly value: unknown;
  readonly problems: readonly Problem[];
  /** Position of the value at a path, or of its key; the nearest enclosing position if it does not exist. */
  readonly locate: (path: Path, what: 'key' | 'value') => Position | undefined;
}

/** Limits of values (with aliases resolved) and of entries in one mapping or list. They stop exponential aliases. */
const MAX_VALUES = 20_000;
const MAX_KEYS = 250;
const MAX_ITEMS = 1000;
const MAX_LINES = 5000;
/** Maximum nesting of mappings and lists, because the parser is recursive. No spec needs ten levels. */
const MAX_DEPTH = 100;
/** After these errors, the rest of the document is still reliable. */
const HARMLESS_ERRORS: ReadonlySet<string> = new Set(['MULTIPLE_DOCS', 'BAD_DQ_ESCAPE', 'TAG_RESOLVE_FAILED']);

type FindPosition = (node: unknown) => Position;

/** Reads one YAML document. Never throws: see `problems`, with positions. */
export function readYaml(text: string): YamlText {
  const nothing = (problems: readonly Problem[]): YamlText => ({ value: undefined, problems, locate: () => undefined });
  const tooLarge = (message: string, place: Position): YamlText =>
    nothing([{ severity: 'error', code: 'SpecTooLarge', path: [], message, ...place }]);
  const lineCount = text.split('\n').length;
  if (lineCount > MAX_LINES)
    return tooLarge(`found ${lineCount} lines; allowed: up to ${MAX_LINES}`, { line: MAX_LINES + 1, column: 1 });
  const deep = findTooDeep(text);
  if (deep !== undefined)
    return tooLarge(`lists and mappings are nested more than ${MAX_DEPTH} deep; no setting needs that`, deep);
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    merge: true,
    logLevel: 'error',
    // The check of the parser compares each key with all previous ones.
    uniqueKeys: false,
  });
  const at = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const positionOf: FindPosition = (node) => at(isNode(node) ? (node.range?.[0] ?? 0) : 0);
  const faults = [...document.errors, ...document.warnings];
  const syntax = keepFirstPerLine(faults.map((fault) => toSyntaxProblem(fault, at(fault.pos[0]))));
  if (faults.some((fault) => !HARMLESS_ERRORS.has(fault.code))) return nothing(syntax);
  const size = measureDocument(document);
  if (size.wide !== null) {
    const { items } = size.wide;
    const [what, most] = isMap(size.wide) ? ['keys', MAX_KEYS] : ['items', MAX_ITEMS];
    return tooLarge(`found ${items.length} ${what} in one place; allowed: up to ${most}`, positionOf(size.wide));
  }
  if (size.values > MAX_VALUES)
    return tooLarge(
      `the spec has more than ${MAX_VALUES} values, with those of aliases (\`*name\`); remove most of them`,
      { line: 1, column: 1 },
    );
  const problems = [...syntax, ...findProblems(document, positionOf, size.targets)];
  const locate: YamlText['locate'] = (path, what) => findPosition(document, path, what, positionOf, size.targets);
  // Unresolved aliases have no plain value.
  if (problems.some(({ code }) => code === 'BadAlias')) return { ...nothing(problems), locate };
  try {
    return { value: document.toJS({ maxAliasCount: MAX_VALUES }) ?? undefined, problems, locate };
  } catch {
    const message = '`<<` merges something other than mappings';
    return nothing([...problems, { severity: 'error', code: 'SpecTooLarge', path: [], message, line: 1, column: 1 }]);
  }
}

/** The node that each alias refers to, or undefined. */
type AliasTargets = ReadonlyMap<unknown, unknown>;

/**
 * Counts the values of a document with all aliases resolved, without resolving them, and finds a mapping or list that
 * is too large.
 */
function measureDocument({ contents }: Document): {
  values: number;
  wide: YAMLMap | YAMLSeq | null;
  targets: AliasTargets;
} {
  const anchors = new Map<string, { node: unknown; values: number }>();
  const targets = new Map<unknown, unknown>();
  let wide: YAMLMap | YAMLSeq | null = null;
  const count = (node: unknown): number => {
    if (isAlias(node)) {
      const anchor = anchors.get(node.source);
      targets.set(node, anchor?.node);
      return anchor?.values ?? 1;
    }
    const own = { node, values: 1 };
    if (isNode(node) && !isAlias(node) && node.anchor !== undefined) anchors.set(node.anchor, own);
    if (!isMap(node) && !isSeq(node)) return 1;
    if (node.items.length > (isMap(node) ? MAX_KEYS : MAX_ITEMS)) wide ??= node;
    for (const item of node.items) own.values += isPair(item) ? count(item.value) : count(item);
    return own.values;
  };
  const values = count(contents);
  return { values, wide, targets };
}

/**
 * First position nested too deep, by brackets or by indicators at the start of a line. Scans only characters: brackets
 * inside texts count too, but no text has that many open brackets.
 */
function findTooDeep(text: string): Position | undefined {
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

/** Finds unresolved aliases, invalid keys and invalid numbers. */
function findProblems(document: Document, positionOf: FindPosition, targets: AliasTargets): Problem[] {
  const found: Problem[] = [];
  const report = (code: string, node: unknown, ancestors: readonly unknown[], message: string): void => {
    found.push({ severity: 'error', code, path: toPath([...ancestors, node]), message, ...positionOf(node) });
  };
  visit(document, {
    Alias(_key, node, ancestors) {
      const target = targets.get(node);
      if (target !== undefined && !ancestors.some((one) => one === target)) return;
      const why = target === undefined ? 'names an anchor that is not defined before it' : 'is inside its own anchor';
      report('BadAlias', node, ancestors, `\`*${node.source}\` ${why}`);
    },
    Map(_key, { items }) {
      const names = items.map(({ key }) => (isScalar(key) && key.source !== '<<' ? key.source : undefined));
      for (const [index, name] of names.entries())
        if (name !== undefined && names.indexOf(name) < index) {
          const message = `\`${name}\` appears twice here`;
          found.push({ severity: 'error', code: 'DuplicateKey', path: [], message, ...positionOf(items[index]?.key) });
        }
    },
    Pair(_key, { key }, ancestors) {
      const name = isScalar(key) ? key.value : null;
      const bad = name === null || name === '' || name === '__proto__' || typeof name === 'object';
      if (bad) report('BadName', key, ancestors, 'a key must be a name, followed by a colon and a space');
    },
    Scalar(key, node, ancestors) {
      const { value } = node;
      if (key === 'key' || value === null || value === undefined || Number.isFinite(value)) return;
      if (typeof value === 'string' || typeof value === 'boolean') return;
      report(
        'WrongType',
        node,
        ancestors,
        `found ${quoteValue(value)}; allowed: a text, a finite number, true or false`,
      );
    },
  });
  return found;
}

function toPath(nodes: readonly unknown[]): Path {
  return nodes.flatMap((node, index): Path => {
    if (isPair(node)) return [isScalar(node.key) ? String(node.key.value) : ''];
    const next = nodes[index + 1];
    return isSeq(node) && next !== undefined ? [node.items.indexOf(next)] : [];
  });
}

/** Position of the value at a path, or of its key; the nearest enclosing position if it does not exist. */
function findPosition(
  { contents }: Document,
  path: Path,
  what: 'key' | 'value',
  positionOf: FindPosition,
  targets: AliasTargets,
): Position {
  let node = resolveAlias(targets, contents);
  let key: unknown;
  for (const part of path) {
    const pair = isMap(node) ? findPair(targets, node.items, part) : undefined;
    const value = isSeq(node) ? node.items[Number(part)] : pair?.value;
    if (pair === undefined && value === undefined) break;
    key = pair?.key;
    node = resolveAlias(targets, value ?? null);
  }
  // For a mapping, the key is a better position than its first entry.
  return key === undefined || (what === 'value' && isScalar(node)) ? positionOf(node) : positionOf(key);
}

function resolveAlias(targets: AliasTargets, node: unknown): unknown {
  return isAlias(node) ? targets.get(node) : node;
}

/** The pair of a key; own keys take precedence over those of `<<`. */
function findPair(targets: AliasTargets, pairs: readonly Pair[], key: string | number): Pair | undefined {
  const nameOf = (pair: Pair): unknown => (isScalar(pair.key) ? pair.key.value : undefined);
  const own = pairs.find((pair) => String(nameOf(pair)) === String(key));
  if (own !== undefined) return own;
  const merged = pairs
    .filter((pair) => isScalar(pair.key) && pair.key.source === '<<')
    .map(({ value }) => resolveAlias(targets, value));
  const sources = merged.flatMap((one) => (isSeq(one) ? one.items.map((item) => resolveAlias(targets, item)) : [one]));
  for (const source of sources) {
    const found = isMap(source) ? findPair(targets, source.items, key) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

const SYNTAX_MESSAGES: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: 'the indentation contains a tab; YAML allows only spaces there',
  MULTIPLE_DOCS:
    'a second document begins here (`---`); a spec is one document. fsxbench ignores the text after this line',
  TAG_RESOLVE_FAILED: 'a tag (`!name`) has no meaning in a spec; put the text in quotes if it begins with `!`',
  BAD_ALIAS: 'an alias (`*name`) names an anchor that is not defined; put the text in quotes if it begins with `*`',
  BAD_INDENT: 'the indentation does not fit the lines around it, or a bracket before it is not closed',
  BLOCK_AS_IMPLICIT_KEY: 'this cannot be a key; a value that contains `: ` must be in quotes',
  MULTILINE_IMPLICIT_KEY: 'a key must end with a colon in the same line',
  BAD_SCALAR_START: `a text cannot start with this character: quote it. Reserved: ${joinNames(['@', '%', '`'])}`,
};

/** One mistake can cause several parser errors. */
function keepFirstPerLine(problems: readonly Problem[]): Problem[] {
  return problems.filter((problem, index) => problems.findIndex((one) => one.line === problem.line) === index);
}

function toSyntaxProblem(fault: YAMLError, at: Position): Problem {
  const rest = HARMLESS_ERRORS.has(fault.code) ? '' : ' (the rest of the spec could not be checked)';
  const message = `${SYNTAX_MESSAGES[fault.code] ?? `the text is not valid YAML: ${fault.message}`}${rest}`;
  return { severity: 'error', code: 'BadYaml', path: [], message, source: 'https://yaml.org/spec/1.2.2/', ...at };
}

type LocateProblem = YamlText['locate'];

/** Problems of a key, not of its value. */
const KEY_PROBLEMS: ReadonlySet<string> = new Set([
  'UnknownKey',
  'BadName',
  'ReservedName',
  'UnusedFactor',
  'MissingKey',
]);

/** Position lookups of specs that were read from a text. */
const LOCATOR_CACHE = new WeakMap<Spec, LocateProblem>();

export function savePositions(spec: Spec, locate: LocateProblem): void {
  LOCATOR_CACHE.set(spec, locate);
}

/** Adds line and column to problems if the spec was read from a text. */
export function locateProblems(spec: Spec, problems: readonly Problem[]): readonly Problem[] {
  const locate = LOCATOR_CACHE.get(spec);
  return locate === undefined ? problems : problems.map((problem) => locateProblem(problem, locate));
}

export function locateProblem(problem: Problem, locate: LocateProblem): Problem {
  return { ...problem, ...locate(problem.path, KEY_PROBLEMS.has(problem.code) ? 'key' : 'value') };
}
