import type { ExprNode } from 'jsonata';

/** What an expression refers to, found once when it is compiled. */
export interface References {
  /** Names after `$`: variables and functions alike. */
  readonly names: ReadonlySet<string>;
  /** Whether it makes functions, and so could recurse without end. */
  readonly lambdas: boolean;
  /** Members of `$states` that are read by name, e.g. `errorOutput`. */
  readonly states: ReadonlySet<string>;
  /** Field names at the top level, outside any path: there is no document there, so they never give anything. */
  readonly bareFields: readonly string[];
}

type Node = Readonly<Record<string, unknown>>;

/** Reads the references off a syntax tree of jsonata. */
export function references(ast: ExprNode): References {
  const found = { names: new Set<string>(), lambdas: false, states: new Set<string>() };
  const seen = new Set<object>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null || seen.has(node)) return;
    seen.add(node);
    const { type, value, steps } = node as Node;
    if (type === 'variable' && typeof value === 'string') found.names.add(value);
    if (type === 'lambda') found.lambdas = true;
    const [first, second] = Array.isArray(steps) ? (steps as Node[]) : [];
    if (first?.['type'] === 'variable' && first['value'] === 'states' && second?.['type'] === 'name') {
      found.states.add(String(second['value']));
    }
    for (const child of Object.values(node)) visit(child);
  };
  visit(ast);
  return { ...found, bareFields: bareFields(ast) };
}

/** Follows only the parts of an expression that are evaluated against the document itself. */
function bareFields(ast: unknown): string[] {
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
