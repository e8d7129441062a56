/**
 * Documentation of a setting, stored as metadata of its schema. Checks, docs (`docs/targets/`, `docs/workloads/`) and
 * the JSON Schema for editors (`dist/spec.schema.json`) all use this text.
 */

import * as z from 'zod';

/** Keywords of JSON Schema, draft 7. */
export type JsonSchema = { readonly [keyword: string]: unknown };

export interface Form {
  /** JSON Schema, for zod schemas that transform a text: zod cannot convert them. */
  readonly editor?: JsonSchema;
  readonly examples?: readonly (string | number | readonly string[])[];
}

export interface About extends Form {
  /** One or two sentences, with the unit. */
  readonly description: string;
  /** Allowed values that the schema cannot express, e.g. `1200, 2400, or a multiple of 2400`. */
  readonly allowed?: string;
  /** Source page. */
  readonly source?: string;
  /** Default, if its schema has none. */
  readonly default?: string | number | boolean;
  /** When the setting is required, if that depends on other settings. */
  readonly needed?: string;
  /** When the setting has an effect, if not always. */
  readonly only?: string;
  /** Other names that users know the setting by, in lower case. */
  readonly alsoCalled?: readonly string[];
  /** What to use instead of tool options that the kind does not support: option → clause. */
  readonly elsewhere?: Readonly<Record<string, string>>;
}

/** Metadata of a field's schema. */
export function about(description: string, more: Omit<About, 'description'> = {}): Record<string, unknown> {
  return { description, ...metadata(more) };
}

/** Like {@link about}, without a description. */
export function metadata({ default: usual, examples: shown, ...more }: Partial<About>): Record<string, unknown> {
  // zod treats `default` and `examples` as output values, and drops them for schemas with other input.
  return { ...more, ...(usual === undefined ? {} : { usual }), ...(shown === undefined ? {} : { shown }) };
}

/** Texts of settings by name, from `settings.json`. */
export type FieldTexts = Readonly<Record<string, Partial<About>>>;

type Shape = Readonly<Record<string, z.ZodType>>;

export function describeFields<S extends Shape>(words: FieldTexts, shape: S): S {
  const fields = Object.entries(shape).map(([name, field]) => {
    const texts = words[name];
    return [name, texts === undefined ? field : field.meta(metadata(texts))];
  });
  return Object.fromEntries(fields) as S;
}

/** A schema for a mapping that has these settings and no others. */
export function settings<S extends Shape>(words: FieldTexts, shape: S): ReturnType<typeof z.strictObject<S>> {
  return z.strictObject(describeFields(words, shape));
}
