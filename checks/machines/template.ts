/** Expressions of a state: where they stand, and what they may see there. */
import jsonata from 'jsonata';
import type { State } from './shape';

/**
 * When an expression is evaluated: before the work, when an item of a Map is made, after success, or in a catcher.
 * `choice` is a condition of a Choice and what it outputs.
 */
export type Moment = 'before' | 'item' | 'after' | 'caught' | 'choice';

/** One `{% … %}` of a state. */
export interface Template {
  /** As AWS names it in errors, e.g. `Arguments/Parameters/StartAt[0]`. */
  readonly location: string;
  readonly moment: Moment;
  /** Trimmed inside of `{% %}`. */
  readonly code: string;
}

/** A string of a state, expression or not, in a field that takes expressions. */
export interface Text {
  readonly location: string;
  readonly moment: Moment;
  readonly text: string;
  /** True for the key of an object: never an expression. */
  readonly key: boolean;
}

const BEFORE = [
  'Arguments',
  'Items',
  'ItemReader',
  'ItemBatcher',
  'ResultWriter',
  'Seconds',
  'Timestamp',
  'Error',
  'Cause',
  'TimeoutSeconds',
  'HeartbeatSeconds',
  'MaxConcurrency',
  'ToleratedFailureCount',
  'ToleratedFailurePercentage',
  'Credentials',
];

/** All strings in the fields of a state that take expressions. */
export function textsOf(state: State): Text[] {
  const after: Moment = state.Type === 'Choice' ? 'choice' : 'after';
  return [
    ...BEFORE.flatMap((field) => texts(state[field], field, 'before')),
    ...texts(state['ItemSelector'], 'ItemSelector', 'item'),
    ...texts(state.Assign, 'Assign', after),
    ...texts(state['Output'], 'Output', after),
    ...(state.Choices ?? []).flatMap((rule, index) =>
      (['Condition', 'Assign', 'Output'] as const).flatMap((field) =>
        texts(rule[field], `Choices[${index}]/${field}`, 'choice'),
      ),
    ),
    ...(state.Catch ?? []).flatMap((catcher, index) =>
      (['Assign', 'Output'] as const).flatMap((field) => texts(catcher[field], `Catch[${index}]/${field}`, 'caught')),
    ),
  ];
}

/** All expressions of a state. A string is one only when it begins with `{%` and ends with `%}`. */
export function templatesOf(state: State): Template[] {
  return textsOf(state).flatMap(({ location, moment, text, key }) => {
    const code = key ? null : codeOf(text);
    return code === null ? [] : [{ location, moment, code }];
  });
}

/** Inside of an expression, null for a plain string. */
export function codeOf(text: string): string | null {
  return text.startsWith('{%') && text.endsWith('%}') && text.length >= 4 ? text.slice(2, -2).trim() : null;
}

/** Syntax tree of an expression, or what is wrong with it. */
export function parseCode(code: string): { readonly ast: unknown } | { readonly error: string } {
  try {
    return { ast: jsonata(code).ast() };
  } catch (error) {
    return { error: (error as { message?: string }).message ?? 'no valid JSONata' };
  }
}

function texts(value: unknown, location: string, moment: Moment): Text[] {
  if (typeof value === 'string') return [{ location, moment, text: value, key: false }];
  if (Array.isArray(value)) return value.flatMap((item, index) => texts(item, `${location}[${index}]`, moment));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    { location: `${location}/${key}`, moment, text: key, key: true },
    ...texts(inner, `${location}/${key}`, moment),
  ]);
}
