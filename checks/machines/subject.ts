/** A machine, read once for all rules: its graphs, its states, and the names in their expressions. */
import type { Leaf } from '../../lib/asl/interpreter/jsonata/template';
import type { Machine as LoadedMachine, StateGroup } from '../../lib/asl/interpreter/machine';
import { type Graph, type Scope, type State, listScopes } from './scope';

/** A finding of the lint. */
export interface Finding {
  /** Name of the state, or empty for the whole machine. */
  readonly state: string;
  /** Stable name of the rule, in kebab case. */
  readonly rule: string;
  /** What is wrong, where in the state, and what to write instead. */
  readonly message: string;
}

/** Makes findings of the rule of this name. */
export function reporter(rule: string): (state: string, message: string) => Finding {
  return (state, message) => ({ state, rule, message });
}

/** One `{% … %}` of a state. */
export interface Expression {
  /** As AWS names it in errors, e.g. `Arguments/Parameters/StartAt[0]`. */
  readonly location: string;
  /** The trimmed content of `{% %}`. */
  readonly code: string;
  /** Names after `$`, of variables and functions, without those that the expression itself binds. */
  readonly names: ReadonlySet<string>;
}

export interface Subject {
  readonly name: string;
  readonly definition: Readonly<Record<string, unknown>>;
  readonly scopes: readonly Scope[];
  readonly states: readonly SubjectState[];
}

export interface SubjectState {
  readonly name: string;
  readonly state: State;
  readonly scope: Scope;
  readonly expressions: readonly Expression[];
}

/** Collects the input of the rules. @param machine loaded, with its placeholders */
export function readSubject(machine: LoadedMachine): Subject {
  const definition = machine.definition as Graph & Readonly<Record<string, unknown>>;
  const scopes = listScopes(definition);
  const loaded = new Map(statesIn(machine));
  const states = scopes.flatMap((scope) =>
    [...scope.states].map(([name, state]) => ({
      name,
      state,
      scope,
      expressions: leavesIn(loaded.get(name)).map(({ location, expression: { source, references } }) => {
        const bound = boundIn(source);
        const names = new Set([...references.names].filter((one) => !bound.has(one)));
        return { location, code: source, names };
      }),
    })),
  );
  return { name: machine.name, definition, scopes, states };
}

/** Names of states are unique in a machine. */
function statesIn({ states }: StateGroup): [string, unknown][] {
  return [...states].flatMap(([name, state]): [string, unknown][] => [
    [name, state],
    ...('branches' in state ? state.branches.flatMap(statesIn) : []),
    ...('processor' in state ? statesIn(state.processor) : []),
  ]);
}

/** Expressions of a loaded state, without those of inner states. */
function leavesIn(value: unknown): readonly Leaf[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('leaves' in value) return value.leaves as readonly Leaf[];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'branches' || key === 'processor' ? [] : leavesIn(inner),
  );
}

/** Parameters of functions, names assigned in a block, and those of a path: `@$item`, `#$index`. */
function boundIn(code: string): Set<string> {
  const parameters = [...code.matchAll(/(?:function|λ)\s*\(([^)]*)\)/g)].flatMap(([, list = '']) =>
    [...list.matchAll(/\$(\w+)/g)].map(([, name = '']) => name),
  );
  const given = [...code.matchAll(/\$(\w+)\s*:=|[@#]\$(\w+)/g)].map(([, block, path]) => block ?? path ?? '');
  return new Set([...parameters, ...given]);
}

/**
 * Action of a Task, e.g. `ec2:createFleet`, `states:startExecution.sync:2`, `lambda:invoke`; null for other states and
 * for resources without service integration.
 */
export function getAction(state: State): string | null {
  const action = /^arn:[^:]*:states:[^:]*:[^:]*:(?:aws-sdk:)?(.+)$/.exec(state.Resource ?? '')?.[1];
  return state.Type === 'Task' && action !== undefined ? action : null;
}

/** `Arguments` of a state where they are an object, else an empty one. */
export function getArguments(state: State): Readonly<Record<string, unknown>> {
  const given = state['Arguments'];
  return isRecord(given) ? given : {};
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
