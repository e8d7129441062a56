/** JSON with `{% … %}`, as in Arguments, Output and Assign: compiled once, filled at each entry. */
import type { Expression } from './expression';

/** An expression inside a template, with its location relative to the state: `Output/a[0]`. */
export interface Leaf {
  readonly location: string;
  readonly expression: Expression;
}

/** A compiled JSON value: its expressions in order, and a function that builds the value from their results. */
export interface Template {
  readonly leaves: readonly Leaf[];
  /** @param results one per leaf, in order. Without leaves, the value is always the same. */
  build(results: readonly unknown[]): unknown;
}

/**
 * Returns the expression of a text, the same object for the same text. Reports syntax errors.
 * @returns undefined to leave the text unchanged
 */
export type CompileExpression = (source: string, location: string) => Expression | undefined;

/** The content of `{% … %}`, trimmed; undefined if the text is a literal (a leading blank makes it one). */
export function findExpressionSource(text: string): string | undefined {
  if (!text.startsWith('{%') || !text.endsWith('%}') || text.length < 4) return undefined;
  return text.slice(2, -2).trim();
}

/** Compiles any JSON value. Members are joined by `/`, elements by `[n]`. */
export function compileTemplate(value: unknown, location: string, compile: CompileExpression): Template {
  const leaves: Leaf[] = [];
  const build = compilePart(value, location, (source, where) => {
    const expression = compile(source, where);
    return expression === undefined ? undefined : leaves.push({ location: where, expression }) - 1;
  });
  return { leaves, build };
}

type AddLeaf = (source: string, location: string) => number | undefined;

function compilePart(value: unknown, location: string, add: AddLeaf): Template['build'] {
  if (typeof value === 'string') {
    const source = findExpressionSource(value);
    const index = source === undefined ? undefined : add(source, location);
    return index === undefined ? () => value : (results) => results[index];
  }
  if (typeof value !== 'object' || value === null) return () => value;
  const before = countLeaves(value);
  if (before === 0) return () => value;
  if (Array.isArray(value)) {
    const parts = value.map((item, index) => compilePart(item, `${location}[${index}]`, add));
    return (results) => parts.map((build) => build(results));
  }
  const members = Object.entries(value).map(
    ([key, item]) => [key, compilePart(item, `${location}/${key}`, add)] as const,
  );
  return (results) => Object.fromEntries(members.map(([key, build]) => [key, build(results)]));
}

function countLeaves(value: unknown): number {
  if (typeof value === 'string') return findExpressionSource(value) === undefined ? 0 : 1;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, item) => sum + countLeaves(item), 0);
}
