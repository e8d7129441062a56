/**
 * Lists the references of an expression: unknown names fail at load, and expressions that cannot grow need no guard.
 */
import type { ExprNode } from 'jsonata';

export interface References {
  /** Names after `$`, both variables and functions. */
  readonly names: ReadonlySet<string>;
  /** Whether it defines functions. */
  readonly lambdas: boolean;
  /**
   * Whether its value or work may exceed the size of its input. This is true for any of these: it defines functions, so
   * it could recurse without end; it makes lists or long texts from numbers; it nests loops over lists; it is nested so
   * deep that AWS may refuse it.
   */
  readonly grows: boolean;
  /** Members of `$states` that the expression reads by name, e.g. `errorOutput`. */
  readonly states: ReadonlySet<string>;
  /** Field names at the top level, outside any path. Without a document they never have a value. */
  readonly bareFields: readonly string[];
}

type Node = Readonly<Record<string, unknown>>;

/** Functions whose result may be much larger than their arguments. */
const MAKERS = ['range', 'pad', 'join', 'replace', 'reduce', 'append'];

/** Maximum depth. The syntax tree, including its lists, is at least as deep as the evaluation. */
const DEPTH_MAX = 100;

/** Lists the references of a jsonata syntax tree. */
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

/** Whether part of an expression reads a variable; `$` alone is the current item, not a variable. */
function mentionsVariable(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false;
  const { type, value } = node as Node;
  if (type === 'variable' && value !== '') return true;
  return Object.values(node).some(mentionsVariable);
}

/** Visits only parts of the expression that are evaluated against the document itself. */
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
