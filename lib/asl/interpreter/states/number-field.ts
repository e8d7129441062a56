/** Numbers that may stand in a definition or come from an expression, held to the same rules. */
import type { Frame } from '../frame';
import type { Template } from '../jsonata/template';
import type { View } from '../jsonata/view';

/** What a number that an expression gave may be. */
export interface NumberRange {
  readonly min: number;
  readonly max?: number;
  readonly integer: boolean;
}

/**
 * Value of a field that takes a number; undefined where the field is absent.
 * @param field its place in the state, e.g. `MaxConcurrency`.
 * @throws Failure States.QueryEvaluationError where it is no number, or none that the field takes.
 */
export async function readNumber(
  frame: Frame,
  template: Template | undefined,
  field: string,
  { min, max = Number.MAX_SAFE_INTEGER, integer }: NumberRange,
  view: View,
): Promise<number | undefined> {
  const value = await frame.evaluateTyped(template, 'number', view);
  if (value === undefined) return undefined;
  if (typeof value === 'number' && value >= min && value <= max && (!integer || Number.isInteger(value))) return value;
  const name = field.slice(field.lastIndexOf('/') + 1);
  const kind = integer ? 'a whole number' : 'a number';
  const bounds = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
  throw frame.evaluationFailure(`The ${name} field must be ${kind} ${bounds} but was: ${JSON.stringify(value)}`, field);
}
