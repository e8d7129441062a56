/** JSONata expressions of cases: their functions, values, and names that nothing has. */
import { createHash } from 'node:crypto';
import jsonata from 'jsonata';
import { BEGINNING } from './play-machine';

const FUNCTIONS = {
  /** Seconds since the beginning as ISO time. */
  iso: (seconds: number): string => new Date(BEGINNING + 1000 * seconds).toISOString(),
  /** SHA-256. */
  hash: (text: string): string => createHash('sha256').update(text).digest('hex'),
  /** Calls, like `Look 0, Report 120`, some seconds later. */
  shift: (way: string, seconds: number): string =>
    way.replaceAll(/(?<= )[\d.]+(?=,|$)/g, (at) => String(Math.round(1000 * (Number(at) + seconds)) / 1000)),
};

/** Cases of a machine are played for each of its mutants. */
const compiled = new Map<string, jsonata.Expression>();

export function compile(expression: string): jsonata.Expression {
  const known = compiled.get(expression);
  if (known !== undefined) return known;
  const made = jsonata(expression);
  for (const [name, run] of Object.entries(FUNCTIONS)) made.registerFunction(name, run);
  compiled.set(expression, made);
  return made;
}

/** Compares an expression with its expected value. @returns what differs; undefined if they are equal */
export async function compareValue(
  expression: string,
  over: Readonly<Record<string, unknown>>,
  value: unknown,
): Promise<string | undefined> {
  const found = JSON.stringify(await evaluate(expression, over));
  const expected = JSON.stringify(value);
  return found === expected ? undefined : `${expression}: found ${cut(found)}, expected ${cut(expected)}`;
}

const cut = (text: string | undefined): string => (text ?? 'nothing').slice(0, 1000);

/** Nothing and an empty sequence are an empty list. An expression that fails gives its error. */
export async function evaluate(expression: string, over: Readonly<Record<string, unknown>>): Promise<unknown> {
  try {
    const made = compile(expression);
    const unknown = listRootNames(made.ast() as Node).find((name) => !(name in over));
    if (unknown !== undefined) return `no value named ${unknown}`;
    return ((await made.evaluate(over)) as unknown) ?? [];
  } catch (error) {
    return `the error ${(error as Error).message}`;
  }
}

/** The parts of a node of JSONata's syntax tree that have the same context as the node. */
interface Node {
  readonly type: string;
  readonly value?: unknown;
  readonly steps?: readonly Node[];
  readonly arguments?: readonly Node[];
  readonly expressions?: readonly Node[];
  readonly lhs?: Node | readonly (readonly Node[])[];
  readonly rhs?: Node;
  readonly condition?: Node;
  readonly then?: Node;
  readonly else?: Node;
}

/** Names that an expression looks up in what it is evaluated over: a misspelt one would give nothing. */
function listRootNames(node: Node): string[] {
  if (node.type === 'path') return listRootNames(node.steps?.[0] ?? { type: '' });
  if (node.type === 'name') return [String(node.value)];
  const { arguments: given = [], expressions = [], lhs, rhs, condition, then: yes, else: no } = node;
  const left = Array.isArray(lhs) ? (lhs as readonly (readonly Node[])[]).flat() : [lhs as Node | undefined];
  const parts = [...given, ...expressions, ...left, rhs, condition, yes, no];
  return parts.flatMap((part) => (part === undefined ? [] : listRootNames(part)));
}
