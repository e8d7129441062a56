/**
 * Evaluates frequent expressions without jsonata, which makes a promise for each node: paths, literals, comparisons,
 * arithmetic, conditions and a few functions. Each node gives exactly the value of JSONata, or {@link NOT_SIMPLE}.
 */
import type { ExprNode } from 'jsonata';
import { followPath, NOT_SIMPLE, toSimplePath } from './simple-path';
import type { View } from './view';

/** The value of an expression; {@link NOT_SIMPLE} if only jsonata can evaluate it, or must report its error. */
export type Shortcut = (view: View) => unknown;

type Node = Readonly<Record<string, unknown>>;

/** Compiles an expression; undefined if it has other nodes. */
export function compileShortcut(ast: ExprNode): Shortcut | undefined {
  const path = toSimplePath(ast);
  if (path !== undefined) return compilePath(path);
  const node = ast as unknown as Node;
  const compile = Object.hasOwn(NODES, ast.type) ? NODES[ast.type] : undefined;
  return compile !== undefined && Object.keys(node).every((key) => compile.keys.includes(key))
    ? compile.of(node)
    : undefined;
}

function compilePath({ variable, members }: NonNullable<ReturnType<typeof toSimplePath>>): Shortcut {
  return (view) => {
    const start = variable === 'states' ? view.states : view.variable(variable);
    const value = start === undefined ? NOT_SIMPLE : followPath(start, members);
    // `$states` is an object with getters, which only jsonata reads.
    return value === start && variable === 'states' ? NOT_SIMPLE : value;
  };
}

interface NodeCompiler {
  /** Keys of a node without predicates, groups and bindings. */
  readonly keys: readonly string[];
  readonly of: (node: Node) => Shortcut | undefined;
}

const LITERAL: NodeCompiler = {
  keys: ['type', 'value', 'position'],
  of:
    ({ value }) =>
    () =>
      value,
};

const NODES: Readonly<Record<string, NodeCompiler>> = {
  string: LITERAL,
  number: LITERAL,
  value: LITERAL,
  binary: {
    keys: ['type', 'value', 'position', 'lhs', 'rhs'],
    of: ({ value, lhs, rhs }) => {
      const operate = Object.hasOwn(OPERATORS, String(value)) ? OPERATORS[String(value)] : undefined;
      const parts = compileAll([lhs, rhs]);
      if (operate === undefined || parts === undefined) return undefined;
      const [left, right] = parts as [Shortcut, Shortcut];
      return (view) => {
        const one = left(view);
        return isScalar(one) ? operate(one, () => right(view)) : NOT_SIMPLE;
      };
    },
  },
  condition: {
    keys: ['type', 'position', 'condition', 'then', 'else'],
    of: ({ condition, then, else: otherwise }) => {
      const parts = compileAll([condition, then, otherwise]);
      if (parts === undefined) return undefined;
      const [held, yes, no] = parts as [Shortcut, Shortcut, Shortcut];
      return (view) => {
        const value = held(view);
        return isScalar(value) ? (Boolean(value) ? yes : no)(view) : NOT_SIMPLE;
      };
    },
  },
  block: {
    keys: ['type', 'position', 'expressions'],
    of: ({ expressions }) => {
      const parts = compileAll(expressions as readonly unknown[]);
      return parts?.length === 1 ? parts[0] : undefined;
    },
  },
  function: {
    keys: ['type', 'name', 'value', 'position', 'arguments', 'procedure'],
    of: ({ procedure, arguments: given }) => {
      const { type, value } = procedure as Node;
      const name = type === 'variable' ? String(value) : '';
      const call = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
      const parts = compileAll(given as readonly unknown[]);
      if (call === undefined || parts?.length !== call.length - 1) return undefined;
      const [part = (): unknown => undefined] = parts;
      return (view) => {
        const argument = part(view);
        // A workflow variable may have the name of the function.
        return argument === NOT_SIMPLE || view.variable(name) !== undefined ? NOT_SIMPLE : call(view, argument);
      };
    },
  },
};

function compileAll(nodes: readonly unknown[]): readonly Shortcut[] | undefined {
  const parts = nodes.flatMap((node) => (node === undefined ? [] : (compileShortcut(node as ExprNode) ?? [])));
  return parts.length === nodes.length ? parts : undefined;
}

/** Whether JSONata casts the value to a boolean as JavaScript does; undefined is a member that does not exist. */
function isScalar(value: unknown): boolean {
  return value === null || (typeof value !== 'object' && value !== NOT_SIMPLE);
}

type Operator = (left: unknown, right: () => unknown) => unknown;

const OPERATORS: Readonly<Record<string, Operator>> = {
  and: (left, right) => (Boolean(left) ? toBoolean(right()) : false),
  or: (left, right) => (Boolean(left) ? true : toBoolean(right())),
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

/** A comparison with a missing value is false, `!=` too. */
function compare(left: unknown, right: unknown, test: (one: unknown, other: unknown) => boolean): unknown {
  if (!isScalar(right)) return NOT_SIMPLE;
  return left !== undefined && right !== undefined && test(left, right);
}

function order<T extends string | number>(
  left: unknown,
  right: unknown,
  test: (one: T, other: T) => boolean,
): boolean | typeof NOT_SIMPLE {
  const comparable = typeof left === 'string' || typeof left === 'number';
  return comparable && typeof left === typeof right ? test(left as T, right as T) : NOT_SIMPLE;
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
  return typeof value === 'number' ? String(Number(value.toPrecision(15))) : String(value);
}

const FUNCTIONS: Readonly<Record<string, (view: View, argument?: unknown) => unknown>> = {
  millis: (view) => view.millis,
  exists: (_view, value) => value !== undefined,
  count: (_view, value) => (Array.isArray(value) ? value.length : value === undefined ? 0 : 1),
  string: (_view, value) => (value === undefined || !isScalar(value) ? NOT_SIMPLE : toText(value)),
};
