/** Compiles Output and Assign, and finds the variables that the states of a group assign. */
import type { Template } from '../jsonata/template';
import { type Fields, isObject, formatValue } from './fields';

/** Longest name of a variable (https://docs.aws.amazon.com/step-functions/latest/dg/workflow-variables.html). */
const NAME_MAX = 80;
const NAME = /^[\p{ID_Start}_][\p{ID_Continue}]*$/u;

/** Reads `Output` and `Assign`. @param caught whether `$states.errorOutput` exists here. */
export function compileOutcome(fields: Fields, caught = false): { output?: Template; assign?: Template } {
  checkAssign(fields);
  const output = fields.template('Output', caught);
  const assign = fields.template('Assign', caught);
  return { ...(output === undefined ? {} : { output }), ...(assign === undefined ? {} : { assign }) };
}

function checkAssign(fields: Fields): void {
  const assign = fields.get('Assign');
  if (assign === undefined) return;
  if (!isObject(assign)) {
    fields.problem('Assign', `must be an object of variables and their values, found ${formatValue(assign)}`);
    return;
  }
  for (const name of Object.keys(assign)) {
    if (name === 'states') fields.problem('Assign/states', 'the name states is reserved');
    else if (!NAME.test(name) || name.length > NAME_MAX) {
      fields.problem(`Assign/${name}`, `is no variable name: a letter, then letters, digits or _, ${NAME_MAX} at most`);
    }
  }
}

/**
 * Names that the states of one group assign, by themselves or by a rule of a Choice; and those that only their catchers
 * assign. Not those of inner groups.
 */
export function listAssigned(states: Readonly<Record<string, unknown>>): {
  readonly regular: ReadonlySet<string>;
  readonly caught: ReadonlySet<string>;
} {
  const regular = new Set<string>();
  const caught = new Set<string>();
  const collect = (value: unknown, names: Set<string>): void => {
    if (!isObject(value) || !isObject(value['Assign'])) return;
    for (const name of Object.keys(value['Assign'])) names.add(name);
  };
  for (const state of Object.values(states)) {
    if (!isObject(state)) continue;
    collect(state, regular);
    if (Array.isArray(state['Choices'])) for (const rule of state['Choices']) collect(rule, regular);
    if (Array.isArray(state['Catch'])) for (const catcher of state['Catch']) collect(catcher, caught);
  }
  return { regular, caught };
}
