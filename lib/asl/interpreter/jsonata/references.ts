/**
 * Reads off an expression what it refers to: what is unknown is a fault at load, and what cannot grow needs no guard.
 */
import type { ExprNode } from 'jsonata';

/** What an expression refers to, found once when it is compiled. */
export interface References {
  /** Names after `$`: variables and functions alike. */
  readonly names: ReadonlySet<string>;
  /** Whether it makes functions. */
  readonly lambdas: boolean;
  /**
   * Whether its value or its work may grow beyond what goes into it: it makes functions, and so could recurse without
   * end; it makes lists or long texts out of numbers; it goes through one list for each element of another; or it is
   * nested so deep that AWS may refuse it.
   */
  readonly grows: boolean;
  /** Members of `$states` that are read by name, e.g. `errorOutput`. */
  readonly states: ReadonlySet<string>;
  /** Field names at the top level, outside any path: there is no document there, so they never give anything. */
  readonly bareFields: readonly string[];
}

type Node = Readonly<Record<string, unknown>>;

/** Functions whose result may be much larger than what they are given. */
const MAKERS = ['range', 'pad', 'join', 'replace', 'reduce', 'append'];

/** Evaluation nests no deeper than the syntax tree, whose lists are counted here as well. */
const DEPTH_MAX = 100;

/** Reads the references off a syntax tree of jsonata. */
export function findReferences(ast: ExprNode): References {
  const found = { names: new Set<string>(), grows: false, lambdas: false, states: new Set<string>() };
  const seen = new Set<object>();
  const visit = (node: unknown, depth: number): void => {
    if (typeof node !== 'object' || node === null || seen.has(node)) return;
    seen.add(node);
    if (depth > DEPTH_MAX) found.grows = true;
    const { type, value, steps } = node as Node;
    if (type === 'variable' && typeof value === 'string') found.names.add(value);
    if (type === 'lambda') found.lambdas = true;
    if (canGrow(node as Node)) found.grows = true;
    const [first, second] = Array.isArray(steps) ? (steps as Node[]) : [];
    if (first?.['type'] === 'variable' && first['value'] === 'states' && second?.['type'] === 'name') {
      found.states.add(String(second['value']));
    }
    for (const child of Object.values(node)) visit(child, depth + 1);
  };
  visit(ast, 1);
  return { ...found, bareFields: findBareFields(ast) };
}

function canGrow({ type, value, steps }: Node): boolean {
  if (type === 'lambda' || type === 'partial') return true;
  if (type === 'binary' && value === '..') return true;
  if (type === 'variable') return MAKERS.includes(String(value));
  return Array.isArray(steps) && steps.slice(1).some(mentionsVariable);
}

/** Whether a variable is read somewhere in a part of an expression; `$` alone is the item at hand. */
function mentionsVariable(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false;
  const { type, value } = node as Node;
  if (type === 'variable' && value !== '') return true;
  return Object.values(node).some(mentionsVariable);
}

/** Follows only the parts of an expression that are evaluated against the document itself. */
function findBareFields(ast: unknown): string[] {
  const fields: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const each of node) visit(each);
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
    const parts = node as Node;
    switch (parts['type']) {
      case 'name':
        fields.push(String(parts['value']));
        break;
      case 'path':
        visit((parts['steps'] as unknown[])[0]);
        break;
      case 'binary':
      case 'bind':
      case 'apply':
        visit([parts['lhs'], parts['rhs']]);
        break;
      case 'condition':
        visit([parts['condition'], parts['then'], parts['else']]);
        break;
      case 'block':
        visit(parts['expressions']);
        break;
      case 'function':
        visit(parts['arguments']);
        break;
      case 'unary':
        visit([parts['expression'], parts['value'] === '[' ? parts['expressions'] : undefined]);
        break;
      default:
    }
  };
  visit(ast);
  return fields;
}
