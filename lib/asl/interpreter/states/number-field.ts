/** Numbers in a definition or from an expression, with the same rules for both. */
import type { Frame } from '../frame';
import type { Template } from '../jsonata/template';
import type { View } from '../jsonata/view';

/** Allowed values of a number from an expression. */
export interface NumberRange {
  readonly min: number;
  readonly max?: number;
  readonly integer: boolean;
}

/**
 * Value of a numeric field; undefined if the field is absent.
 * @param field its location in the state, e.g. `MaxConcurrency`.
 * @throws Failure States.QueryEvaluationError if the value is no number or out of range.
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
