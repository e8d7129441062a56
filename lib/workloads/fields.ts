/** Parameters that several kinds have, and how they are refused. */
import * as z from 'zod';
import { about } from '../shapes/setting';

/** Role of the fleet that runs a workload. */
export const role = z
  .string({ error: 'a role is the name of a part of the fleet, e.g. client' })
  .regex(/^[a-z][a-z0-9-]*$/, { error: 'a role is lower-case letters, digits and -, e.g. client' })
  .default('client')
  .meta(about('Role of the fleet that runs it. Left out: the only role that mounts, else `client`.'));

/** A whole number from `least` to `most`. */
export function whole(least: number, most: number) {
  const error = allowed(`a whole number from ${least} to ${most}`);
  return z.number({ error }).int({ error }).min(least, { error }).max(most, { error });
}

/** Message for a value that is not allowed, or missing. @param what may stand there, in words */
export function allowed(what: string) {
  return ({ input }: { readonly input?: unknown }): string =>
    `${input === undefined ? 'is missing' : `${JSON.stringify(input)} is not allowed`}; allowed: ${what}`;
}

/** Metadata of a field: names that people and other tools give to it, for `did you mean`. */
export const also = (...alsoCalled: readonly string[]): { readonly alsoCalled: readonly string[] } => ({ alsoCalled });

/** Metadata of a field: what becomes of options that a tool has and its kind does not, each a clause of a sentence. */
export const elsewhere = (told: Readonly<Record<string, string>>): { readonly elsewhere: typeof told } => ({
  elsewhere: told,
});

/** Message for keys that a kind does not know. @param names those that it knows */
export function unknownKeys(names: readonly string[]) {
  return (issue: { readonly code?: string | undefined; readonly keys?: readonly string[] }): string | undefined =>
    issue.code === 'unrecognized_keys'
      ? `unknown parameter ${(issue.keys ?? []).map((key) => `'${key}'`).join(', ')}; allowed: ${names.join(', ')}`
      : undefined;
}
