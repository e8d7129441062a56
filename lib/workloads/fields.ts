/** Schemas of parameters that several kinds share, and their error messages. */
import * as z from 'zod';
import { type FieldTexts, describeFields } from '../shapes/setting';
import { common } from './settings.json';

export const roleSchema = z
  .string({ error: 'a role is the name of a part of the fleet, e.g. client' })
  .regex(/^[a-z][a-z0-9-]*$/, { error: 'a role consists of lower-case letters, digits and -, e.g. client' })
  .default('client');

export function createIntegerSchema(least: number, most: number) {
  const error = createValueError(`a whole number from ${least} to ${most}`);
  return z.number({ error }).int({ error }).min(least, { error }).max(most, { error });
}

/** Schema for `max` or a rate per second. @param of noun for what is counted */
export function createRateSchema(most: number, of: string) {
  const error = createValueError(`\`max\`, or ${of}, a whole number from 1 to ${most}`);
  return z.union([z.literal('max'), z.int({ error }).min(1, { error }).max(most, { error })], { error });
}

/** Builds the message for an invalid or missing value. @param what the allowed values, in words */
export function createValueError(what: string) {
  return ({ input }: { readonly input?: unknown }): string =>
    `${input === undefined ? 'is missing' : `${JSON.stringify(input)} is not allowed`}; allowed: ${what}`;
}

/** Builds the strict, described schema of a kind's parameters. Unknown keys: the error lists the allowed names. */
export function createParamsSchema<S extends Readonly<Record<string, z.ZodType>>>(words: FieldTexts, shape: S) {
  const names = Object.keys(shape).filter((name) => name !== 'kind');
  return z.strictObject(describeFields({ ...common, ...words }, shape), {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `unknown parameter ${issue.keys.map((key) => `'${key}'`).join(', ')}; allowed: ${names.join(', ')}`
        : undefined,
  });
}
