/** A machine as nested graphs of states: the machine itself, branches of Parallel states, processors of Map states. */

interface Handler {
  readonly ErrorEquals: readonly string[];
  readonly [field: string]: unknown;
}

type Assignments = { readonly [variable: string]: unknown } | undefined;

/** A state in the file, with the fields that rules read; the loader has validated it. */
export interface State {
  readonly Type: string;
  readonly Next?: string;
  readonly Default?: string;
  readonly Resource?: string;
  readonly Assign?: Assignments;
  readonly Catch?: readonly (Handler & { readonly Next: string; readonly Assign?: Assignments })[];
  readonly Retry?: readonly Handler[];
  readonly Choices?: readonly { readonly Next: string; readonly Assign?: Assignments }[];
  readonly Branches?: readonly Graph[];
  readonly ItemProcessor?: Graph & { readonly ProcessorConfig?: { readonly Mode?: string } };
  readonly [field: string]: unknown;
}

export interface Graph {
  readonly StartAt: string;
  readonly States: Readonly<Record<string, State>>;
}

/** One graph of states with its own variables. */
export interface Scope {
  readonly startAt: string;
  readonly states: ReadonlyMap<string, State>;
  /** The Parallel or Map state that it belongs to; null for the machine itself. */
  readonly owner: { readonly name: string; readonly scope: Scope } | null;
  /** Runs as separate executions, which see no outer variables. */
  readonly distributed: boolean;
}

/** One transition, with its assignments. */
export interface Edge {
  readonly to: string;
  readonly via: 'next' | 'choice' | 'default' | 'catch';
  /** Index of the choice rule or catcher. */
  readonly index: number;
  readonly assigns: readonly string[];
}

/** All scopes of a machine, outer ones before inner ones. */
export function listScopes(machine: Graph): Scope[] {
  return listNested(machine, null, false);
}

function listNested(graph: Graph, owner: Scope['owner'], distributed: boolean): Scope[] {
  const scope: Scope = { startAt: graph.StartAt, states: new Map(Object.entries(graph.States)), owner, distributed };
  const inner = [...scope.states].flatMap(([name, state]) => {
    const mode = state.ItemProcessor?.ProcessorConfig?.Mode;
    const branches = (state.Branches ?? []).flatMap((branch) => listNested(branch, { name, scope }, false));
    const processor = state.ItemProcessor;
    return processor === undefined
      ? branches
      : [...branches, ...listNested(processor, { name, scope }, mode === 'DISTRIBUTED')];
  });
  return [scope, ...inner];
}

/** The scope and its outer scopes, innermost first; a distributed one has none. */
export function visibleFrom(scope: Scope): Scope[] {
  return scope.owner === null || scope.distributed ? [scope] : [scope, ...visibleFrom(scope.owner.scope)];
}

/** Transitions of a state. A Choice assigns at its rules, and at its top level for the default. */
export function listEdges(state: State): Edge[] {
  const own = Object.keys(state.Assign ?? {});
  const edges: Edge[] = [];
  if (state.Next !== undefined) edges.push({ to: state.Next, via: 'next', index: 0, assigns: own });
  if (state.Default !== undefined) edges.push({ to: state.Default, via: 'default', index: 0, assigns: own });
  for (const [index, rule] of (state.Choices ?? []).entries()) {
    edges.push({ to: rule.Next, via: 'choice', index, assigns: Object.keys(rule.Assign ?? {}) });
  }
  for (const [index, catcher] of (state.Catch ?? []).entries()) {
    edges.push({ to: catcher.Next, via: 'catch', index, assigns: Object.keys(catcher.Assign ?? {}) });
  }
  return edges;
}

/** Names of the states that are reachable from the start of a scope, over the edges that `open` accepts. */
export function reachable(scope: Scope, open: (from: string, edge: Edge) => boolean = () => true): Set<string> {
  const seen = new Set<string>();
  const waiting = [scope.startAt];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const state = scope.states.get(name);
    if (state === undefined || seen.has(name)) continue;
    seen.add(name);
    for (const edge of listEdges(state)) if (open(name, edge)) waiting.push(edge.to);
  }
  return seen;
}
