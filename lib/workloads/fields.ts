/** Parameters that several kinds have, and how they are refused. */
import * as z from 'zod';
import { type FieldTexts, describeFields } from '../shapes/setting';
import { common } from './settings.json';

/** Role of the fleet that runs a workload. */
export const role = z
  .string({ error: 'a role is the name of a part of the fleet, e.g. client' })
  .regex(/^[a-z][a-z0-9-]*$/, { error: 'a role is lower-case letters, digits and -, e.g. client' })
  .default('client');

/** A whole number from `least` to `most`. */
export function integer(least: number, most: number) {
  const error = mustBe(`a whole number from ${least} to ${most}`);
  return z.number({ error }).int({ error }).min(least, { error }).max(most, { error });
}

/** `max`, or so many a second. @param of what is counted, in words */
export function rateUpTo(most: number, of: string) {
  const error = mustBe(`\`max\`, or ${of}, a whole number from 1 to ${most}`);
  return z.union([z.literal('max'), z.int({ error }).min(1, { error }).max(most, { error })], { error });
}

/** Message for a value that is not allowed, or missing. @param what may stand there, in words */
export function mustBe(what: string) {
  return ({ input }: { readonly input?: unknown }): string =>
    `${input === undefined ? 'is missing' : `${JSON.stringify(input)} is not allowed`}; allowed: ${what}`;
}

/** The schema of a kind's parameters, with the words of each; others are refused with the names of all. */
export function parameters<S extends Readonly<Record<string, z.ZodType>>>(words: FieldTexts, shape: S) {
  const names = Object.keys(shape).filter((name) => name !== 'kind');
  return z.strictObject(describeFields({ ...common, ...words }, shape), {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `unknown parameter ${issue.keys.map((key) => `'${key}'`).join(', ')}; allowed: ${names.join(', ')}`
        : undefined,
  });
}
