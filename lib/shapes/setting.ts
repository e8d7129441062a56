/**
 * What pages and editors tell of a setting. It is kept as metadata of the setting's schema, so that what checks a spec,
 * what explains it (`docs/targets/`, `docs/workloads/`) and what completes it (`dist/spec.schema.json`) are one.
 */

import * as z from 'zod';

/** Keywords of JSON Schema, draft 7. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** How a value is written. */
export interface Form {
  /** JSON Schema in place of what can be told of the schema itself: of a transformed text nothing can. */
  readonly editor?: JsonSchema;
  readonly examples?: readonly (string | number | readonly string[])[];
}

export interface About extends Form {
  /** In one sentence or two, with its unit. */
  readonly description: string;
  /** What is allowed beyond what the schema itself says, e.g. `1200, 2400, or a multiple of 2400`. */
  readonly allowed?: string;
  /** Page that says so. */
  readonly source?: string;
  /** What stands for it where it is left out, if its schema does not say so. */
  readonly default?: string | number | boolean;
  /** Where it must not be left out, if that depends on others. */
  readonly needed?: string;
  /** Where it has a meaning, if not everywhere. */
  readonly only?: string;
  /** Names that other programs and people give to it, in lower case. */
  readonly alsoCalled?: readonly string[];
  /** What becomes of options that a tool has and its kind does not, each a clause of a sentence. */
  readonly elsewhere?: Readonly<Record<string, string>>;
}

/** Metadata of a field's schema. */
export function about(description: string, more: Omit<About, 'description'> = {}): Record<string, unknown> {
  return { description, ...metadata(more) };
}

/** The same of what says no more than how a value is written. */
export function metadata({ default: usual, examples: shown, ...more }: Partial<About>): Record<string, unknown> {
  // zod takes `default` and `examples` for what a schema gives, and forgets them where that is not what it takes.
  return { ...more, ...(usual === undefined ? {} : { usual }), ...(shown === undefined ? {} : { shown }) };
}

/** What is told of settings, by their names: tables of it are data (`settings.json`). */
export type FieldTexts = Readonly<Record<string, Partial<About>>>;

type Shape = Readonly<Record<string, z.ZodType>>;

/** Fields with what is told of each, beside what each tells of itself. */
export function describeFields<S extends Shape>(words: FieldTexts, shape: S): S {
  const fields = Object.entries(shape).map(([name, field]) => {
    const told = words[name];
    return [name, told === undefined ? field : field.meta(metadata(told))];
  });
  return Object.fromEntries(fields) as S;
}

/** The schema of a mapping of settings that takes no others. */
export function settings<S extends Shape>(words: FieldTexts, shape: S): ReturnType<typeof z.strictObject<S>> {
  return z.strictObject(describeFields(words, shape));
}
