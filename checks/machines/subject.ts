/** A machine, read once for all rules: scopes, states, and what every expression uses. */
import { type Scope, scopesOf } from './scope';
import type { Machine, State } from './shape';
import { parseCode, type Template, templatesOf } from './template';
import { type Use, usesOf } from './uses';

/** An expression with its uses; those are none where it cannot be read. */
export interface Expression extends Template {
  readonly uses: readonly Use[];
  /** Syntax tree, null where there is none. */
  readonly ast: unknown;
  readonly syntaxError: string | null;
}

/** What this house asks beyond the language. */
export interface HouseRules {
  /** Keys of the tags that every create call carries. */
  readonly requiredTags: readonly string[];
}

export interface Subject {
  readonly house: HouseRules;
  readonly name: string;
  readonly machine: Machine;
  readonly scopes: readonly Scope[];
  readonly states: readonly SubjectState[];
}

export interface SubjectState {
  readonly name: string;
  readonly state: State;
  readonly scope: Scope;
  readonly expressions: readonly Expression[];
}

/** Reads all that rules need. */
export function subjectOf(name: string, machine: Machine, house: HouseRules): Subject {
  const scopes = scopesOf(machine);
  const states = scopes.flatMap((scope) =>
    [...scope.states].map(([state, shape]) => ({
      name: state,
      state: shape,
      scope,
      expressions: templatesOf(shape).map(read),
    })),
  );
  return { house, name, machine, scopes, states };
}

function read(template: Template): Expression {
  const parsed = parseCode(template.code);
  if ('error' in parsed) return { ...template, uses: [], ast: null, syntaxError: parsed.error };
  return { ...template, uses: usesOf(parsed.ast), ast: parsed.ast, syntaxError: null };
}

/**
 * Action of a Task, e.g. `ec2:createFleet`, `states:startExecution.sync:2`, `lambda:invoke`; null for other states and
 * for resources that are no service integration.
 */
export function actionOf(state: State): string | null {
  const action = /^arn:[^:]*:states:[^:]*:[^:]*:(?:aws-sdk:)?(.+)$/.exec(state.Resource ?? '')?.[1];
  return state.Type === 'Task' && action !== undefined ? action : null;
}

/** `Arguments` of a state where they are an object, else an empty one. */
export function argumentsOf(state: State): Readonly<Record<string, unknown>> {
  const given = state['Arguments'];
  return isRecord(given) ? given : {};
}

/** A JSON object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
