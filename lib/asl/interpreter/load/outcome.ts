/** Compiles Output and Assign, and lists the variables that a group of states assigns. */
import type { Template } from '../jsonata/template';
import { type Fields, isObject, formatValue } from './fields';

/** Maximum length of a variable name (https://docs.aws.amazon.com/step-functions/latest/dg/workflow-variables.html). */
const NAME_MAX = 80;
const NAME = /^[\p{ID_Start}_][\p{ID_Continue}]*$/u;

/** @param caught whether `$states.errorOutput` exists here. */
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
      fields.problem(
        `Assign/${name}`,
        `is not a variable name: a letter, then letters, digits or _, ${NAME_MAX} at most`,
      );
    }
  }
}

/**
 * Lists variables that the states of one group assign, directly or by a rule of a Choice; and, separately, variables
 * that only their catchers assign. Inner groups do not count.
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
