/** What an expression uses, read from its syntax tree. */

/** Everything that an expression names, in the order in which it stands there. */
export type Use =
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'function'; readonly name: string }
  /** `$states.a.b.c` → `['a', 'b', 'c']`, as far as names follow each other. */
  | { readonly kind: 'states'; readonly path: readonly string[] }
  /** `$`, `$$` or a bare field name where there is no item that it could mean. */
  | { readonly kind: 'context'; readonly text: string }
  | { readonly kind: 'string'; readonly text: string };

type Node = Readonly<Record<string, unknown>>;

/** Where a node stands: whether `$` and field names mean an item, and which names are local. */
interface Place {
  readonly item: boolean;
  readonly local: ReadonlySet<string>;
}

/** All uses in a tree of npm jsonata. Local variables, parameters of functions and bindings of paths are no uses. */
export function usesOf(ast: unknown): Use[] {
  return visit(ast, { item: false, local: new Set() });
}

/** Fields of nodes that are evaluated where the node itself stands. */
const PLAIN = ['expression', 'expressions', 'lhs', 'rhs', 'condition', 'then', 'else', 'arguments'];
/** Fields that are evaluated for each item of what the node gives. */
const PER_ITEM = ['stages', 'predicate', 'group', 'terms', 'update', 'delete', 'expr'];

function visit(value: unknown, place: Place): Use[] {
  if (Array.isArray(value)) return sequence(value, place);
  if (!isNode(value)) return [];
  switch (value['type']) {
    case 'path':
      return [...steps(value, place), ...perItem(value, place)];
    case 'variable':
      return [...variable(value, place), ...perItem(value, place)];
    case 'name':
      return [...field(value, place), ...perItem(value, place)];
    case 'string':
      return [{ kind: 'string', text: String(value['value']) }];
    case 'function':
    case 'partial':
      return [...procedure(value['procedure'], place), ...within(value, [...PLAIN, ...PER_ITEM], place)];
    case 'lambda':
      return visit(value['body'], locally(place, (value['arguments'] as Node[]).map(nameOf)));
    case 'bind':
      return visit(value['rhs'], locally(place, [nameOf(value['lhs'] as Node)]));
    case 'transform':
      return visit([value['pattern'], value['update'], value['delete']], { ...place, item: true });
    default:
      return [...within(value, PLAIN, place), ...perItem(value, place)];
  }
}

/** Members of a block or a list: a name that one binds is local in those after it. */
function sequence(nodes: readonly unknown[], place: Place): Use[] {
  let here = place;
  return nodes.flatMap((node) => {
    const found = visit(node, here);
    if (isNode(node) && node['type'] === 'bind') here = locally(here, [nameOf(node['lhs'] as Node)]);
    return found;
  });
}

/** Steps of a path: the first stands where the path stands, the others inside what came before. */
function steps(path: Node, place: Place): Use[] {
  const all = path['steps'] as Node[];
  let here = place;
  return all.flatMap((step, index) => {
    const inside = locally(here, bindings(step));
    here = { ...inside, item: true };
    return index === 0 && isStates(step, place) ? statesUse(all, inside) : visit(step, inside);
  });
}

function statesUse(all: readonly Node[], place: Place): Use[] {
  const path: string[] = [];
  for (const step of all.slice(1)) {
    if (step['type'] !== 'name') break;
    path.push(nameOf(step));
    if (step['stages'] !== undefined) break;
  }
  const inner = all.slice(0, 1).flatMap((step) => perItem(step, place));
  return [{ kind: 'states', path }, ...inner];
}

function variable(node: Node, place: Place): Use[] {
  const name = nameOf(node);
  if (name === '') return place.item ? [] : [{ kind: 'context', text: '$' }];
  if (name === '$') return [{ kind: 'context', text: '$$' }];
  if (place.local.has(name)) return [];
  return name === 'states' ? [{ kind: 'states', path: [] }] : [{ kind: 'variable', name }];
}

function field(node: Node, place: Place): Use[] {
  return place.item ? [] : [{ kind: 'context', text: nameOf(node) }];
}

function procedure(node: unknown, place: Place): Use[] {
  if (!isNode(node) || node['type'] !== 'variable') return visit(node, place);
  const name = nameOf(node);
  return place.local.has(name) ? [] : [{ kind: 'function', name }];
}

/** Filters, groups and sorts of a node: they see its items, and the names that it binds to them. */
function perItem(node: Node, place: Place): Use[] {
  return within(node, PER_ITEM, { ...locally(place, bindings(node)), item: true });
}

/** Names that a step of a path binds: `@$item`, `#$index`. */
function bindings(step: Node): string[] {
  const stages = Array.isArray(step['stages']) ? (step['stages'] as Node[]) : [];
  const indexes = stages.map((stage) => (stage['type'] === 'index' ? stage['value'] : null));
  return [step['focus'], step['index'], ...indexes].filter((name) => typeof name === 'string');
}

function within(node: Node, fields: readonly string[], place: Place): Use[] {
  return fields.flatMap((name) => visit(node[name], place));
}

function isStates(node: Node, place: Place): boolean {
  return node['type'] === 'variable' && node['value'] === 'states' && !place.local.has('states');
}

function locally(place: Place, names: readonly string[]): Place {
  return { item: place.item, local: new Set([...place.local, ...names]) };
}

function nameOf(node: Node): string {
  return String(node['value']);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
