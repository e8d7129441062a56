/** Evaluates paths such as `$states.input.a` without jsonata. Most expressions are such paths. */
import type { ExprNode } from 'jsonata';

/** A path such as `$states.input.a.b`: a variable, then member names. `$x` alone has no members. */
export interface SimplePath {
  readonly variable: string;
  readonly members: readonly string[];
}

/** Returned by {@link followPath} if only jsonata can evaluate the path. */
export const NOT_SIMPLE = Symbol('not simple');

/** The simple path of an expression; undefined for anything more (predicates, `[]`, wildcards, operators). */
export function toSimplePath(ast: ExprNode): SimplePath | undefined {
  if (isBare(ast, 'variable')) return makePath(ast.value, []);
  if (ast.type !== 'binary' && (ast.type as string) !== 'path') return undefined;
  const steps = ast.steps;
  if (steps === undefined || !hasOnlyKeys(ast, ['type', 'steps'])) return undefined;
  const [first, ...rest] = steps;
  if (first === undefined || !isBare(first, 'variable') || !rest.every((step) => isBare(step, 'name')))
    return undefined;
  return makePath(
    first.value,
    rest.map((step) => String(step.value)),
  );
}

/**
 * Follows member names through plain objects, with the same result as JSONata.
 * @returns {@link NOT_SIMPLE} for an array (JSONata would map over it) or a member of a prototype.
 */
export function followPath(start: unknown, members: readonly string[]): unknown {
  let value = start;
  for (const member of members) {
    if (typeof value !== 'object' || value === null) return typeof value === 'function' ? NOT_SIMPLE : undefined;
    if (Array.isArray(value)) return NOT_SIMPLE;
    if (!Object.hasOwn(value, member)) return member in value ? NOT_SIMPLE : undefined;
    value = (value as Record<string, unknown>)[member];
  }
  return value;
}

function makePath(variable: unknown, members: readonly string[]): SimplePath | undefined {
  // JSONata handles the empty name (the context item) and `$` (the document).
  return typeof variable === 'string' && variable !== '' && variable !== '$' ? { variable, members } : undefined;
}

function isBare(node: ExprNode, type: ExprNode['type']): boolean {
  return node.type === type && hasOnlyKeys(node, ['type', 'value', 'position']);
}

function hasOnlyKeys(node: ExprNode, keys: readonly string[]): boolean {
  return Object.keys(node).every((key) => keys.includes(key));
}
