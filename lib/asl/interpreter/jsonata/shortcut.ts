/**
 * Evaluates frequent expressions without jsonata, which makes a promise for each node: paths, literals, comparisons,
 * arithmetic, conditions and a few functions. Each node gives exactly the value of JSONata, or {@link NOT_SIMPLE}.
 */
import type { ExprNode } from 'jsonata';
import type { View } from './view';

/** The value of an expression; {@link NOT_SIMPLE} if only jsonata can evaluate it, or must report its error. */
export type Shortcut = (view: View) => unknown;

export const NOT_SIMPLE = Symbol('not simple');

type Node = Readonly<Record<string, unknown>>;

/** Keys of a node by type: one with others has a predicate, a group or a binding. */
const KEYS: ReadonlyMap<unknown, readonly string[]> = new Map(
  ['variable', 'string', 'number', 'value', 'name']
    .map((type): [string, string[]] => [type, ['type', 'position', 'value']])
    .concat([
      ['path', ['type', 'steps']],
      ['binary', ['type', 'position', 'value', 'lhs', 'rhs']],
      ['condition', ['type', 'position', 'condition', 'then', 'else']],
      ['block', ['type', 'position', 'expressions']],
      ['function', ['type', 'position', 'value', 'name', 'procedure', 'arguments']],
    ]),
);

function isPlain(node: Node): boolean {
  const keys = KEYS.get(node['type']);
  return keys !== undefined && Object.keys(node).every((key) => keys.includes(key));
}

/** Compiles an expression; undefined if it has other nodes. */
export function compileShortcut(ast: ExprNode): Shortcut | undefined {
  const node = ast as unknown as Node;
  if (!isPlain(node)) return undefined;
  const { type, value, lhs, rhs, condition, then, else: otherwise } = node;
  switch (type) {
    case 'variable':
      return compilePath([node]);
    case 'path':
      return compilePath(node['steps'] as readonly Node[]);
    case 'name':
      return undefined;
    case 'block':
      return compileParts(node['expressions'] as readonly unknown[], 1, (one) => one);
    case 'function':
      return compileCall(node['procedure'] as Node, node['arguments'] as readonly unknown[]);
    case 'condition':
      return compileParts([condition, then, otherwise], 3, (held, yes, no) => (view) => {
        const found = held(view);
        return isScalar(found) ? (found ? yes : no)(view) : NOT_SIMPLE;
      });
    case 'binary': {
      const operate = Object.hasOwn(OPERATORS, String(value)) ? OPERATORS[String(value)] : undefined;
      return compileParts(operate === undefined ? [] : [lhs, rhs], 2, (left, right) => (view) => {
        const found = left(view);
        return isScalar(found) ? operate?.(found, () => right(view)) : NOT_SIMPLE;
      });
    }
    default:
      return () => value;
  }
}

/** @param count required parts */
function compileParts(
  nodes: readonly unknown[],
  count: number,
  make: (one: Shortcut, two: Shortcut, three: Shortcut) => Shortcut,
): Shortcut | undefined {
  const parts = nodes.flatMap((node) => (node === undefined ? [] : (compileShortcut(node as ExprNode) ?? [])));
  return nodes.length === count && parts.length === count ? make(...(parts as Parameters<typeof make>)) : undefined;
}

/** A variable, then names of members, e.g. `$states.input.a`. */
function compilePath([first, ...rest]: readonly Node[]): Shortcut | undefined {
  const variable = first?.['value'];
  // JSONata handles the empty name (the context item) and `$` (the document).
  if (first?.['type'] !== 'variable' || typeof variable !== 'string' || ['', '$'].includes(variable)) return undefined;
  if (![first, ...rest].every(isPlain) || rest.some(({ type }) => type !== 'name')) return undefined;
  const members = rest.map(({ value }) => String(value));
  return (view) => {
    const start = variable === 'states' ? view.states : view.variable(variable);
    // `$states` is an object with getters, which only jsonata reads.
    if (start === undefined || (variable === 'states' && members.length === 0)) return NOT_SIMPLE;
    return followPath(start, members);
  };
}

/** Members of plain objects. JSONata would map over an array. */
function followPath(start: unknown, members: readonly string[]): unknown {
  let value = start;
  for (const member of members) {
    if (typeof value !== 'object' || value === null) return typeof value === 'function' ? NOT_SIMPLE : undefined;
    if (Array.isArray(value)) return NOT_SIMPLE;
    if (!Object.hasOwn(value, member)) return member in value ? NOT_SIMPLE : undefined;
    value = (value as Record<string, unknown>)[member];
  }
  return value;
}

const FUNCTIONS: Readonly<Record<string, (argument: unknown) => unknown>> = {
  count: (value) => (Array.isArray(value) ? value.length : value === undefined ? 0 : 1),
  exists: (value) => value !== undefined,
  string: (value) => (value === undefined || !isScalar(value) ? NOT_SIMPLE : toText(value)),
};

function compileCall({ type, value }: Node, given: readonly unknown[]): Shortcut | undefined {
  const name = type === 'variable' ? String(value) : '';
  // A workflow variable may have the name of the function.
  const isOwn = (view: View): boolean => view.variable(name) === undefined;
  if (name === 'millis' && given.length === 0) return (view) => (isOwn(view) ? view.millis : NOT_SIMPLE);
  const call = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  return compileParts(call === undefined ? [] : given, 1, (part) => (view) => {
    const argument = part(view);
    return argument === NOT_SIMPLE || !isOwn(view) ? NOT_SIMPLE : call?.(argument);
  });
}

/** Whether JSONata casts the value to a boolean as JavaScript does; undefined is a member that does not exist. */
function isScalar(value: unknown): boolean {
  return value === null || (typeof value !== 'object' && value !== NOT_SIMPLE);
}

const OPERATORS: Readonly<Record<string, (left: unknown, right: () => unknown) => unknown>> = {
  and: (left, right) => (left ? toBoolean(right()) : false),
  or: (left, right) => (left ? true : toBoolean(right())),
  // A comparison with a missing value is false, `!=` too.
  '=': (left, right) => compare(left, right(), (one, other) => one === other),
  '!=': (left, right) => compare(left, right(), (one, other) => one !== other),
  '<': (left, right) => order(left, right(), (one, other) => one < other),
  '<=': (left, right) => order(left, right(), (one, other) => one <= other),
  '>': (left, right) => order(left, right(), (one, other) => one > other),
  '>=': (left, right) => order(left, right(), (one, other) => one >= other),
  '+': (left, right) => calculate(left, right(), (one, other) => one + other),
  '-': (left, right) => calculate(left, right(), (one, other) => one - other),
  '*': (left, right) => calculate(left, right(), (one, other) => one * other),
  '/': (left, right) => calculate(left, right(), (one, other) => one / other),
  '&': (left, right) => {
    const other = right();
    return isScalar(other) ? toText(left) + toText(other) : NOT_SIMPLE;
  },
};

function toBoolean(value: unknown): unknown {
  return isScalar(value) ? Boolean(value) : NOT_SIMPLE;
}

function compare(left: unknown, right: unknown, test: (one: unknown, other: unknown) => boolean): unknown {
  return isScalar(right) ? left !== undefined && right !== undefined && test(left, right) : NOT_SIMPLE;
}

function order(left: unknown, right: unknown, test: (one: string, other: string) => boolean): unknown {
  const comparable = typeof left === 'string' || typeof left === 'number';
  return comparable && typeof left === typeof right ? test(left as string, right as string) : NOT_SIMPLE;
}

/** A result that is not finite is an error; -0 becomes 0. */
function calculate(left: unknown, right: unknown, of: (one: number, other: number) => number): unknown {
  if (typeof left !== 'number' || typeof right !== 'number') return NOT_SIMPLE;
  const result = of(left, right);
  return Number.isFinite(result) ? result || 0 : NOT_SIMPLE;
}

/** JSONata rounds numbers in texts to 15 digits. */
function toText(value: unknown): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(Number(value.toPrecision(15))) : JSON.stringify(value);
}
