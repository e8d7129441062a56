/**
 * Converts zod schemas to JSON Schema with the metadata of each setting: for editors, as a list of settings, and in
 * words for the reference pages and `fsxbench explain`.
 */
import * as z from 'zod';
import { dropUndefined } from '../../../shapes/canonical-json';
import { groupDigits } from '../../../shapes/group-digits';
import type { About, JsonSchema } from '../../../shapes/setting';
import { isMapping } from '../mapping';
import { REFERENCE_PATTERN } from '../reference';

/** A JSON Schema, with the metadata of its setting if there is any. */
export type AboutForm = JsonSchema & Partial<About> & { readonly properties?: Readonly<Record<string, AboutForm>> };

/** Limit of zod's integers, which is not a real bound. */
const MAX_ZOD_INTEGER = Number.MAX_SAFE_INTEGER;

/** Keywords that do not describe the form of a value. */
const KEYWORDS = ['description', 'default', 'examples', 'allowed', 'source', 'needed', 'only'] as const;

/**
 * The schema of the input, not of the parsed output. Keeps the metadata of {@link About}.
 * @param schema whose settings have metadata from `about`
 */
export function toJsonSchema(schema: z.ZodType): AboutForm {
  const { $schema: _, ...form } = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => applyEditorHints(jsonSchema),
  });
  return form as unknown as AboutForm;
}

/** Replaces parts that zod cannot express by the hints for editors. */
function applyEditorHints(form: Record<string, unknown>): void {
  const { editor, usual, shown } = form;
  for (const keyword of ['editor', 'usual', 'shown', 'alsoCalled', 'elsewhere']) delete form[keyword];
  if (usual !== undefined) form['default'] = usual;
  if (shown !== undefined) form['examples'] = shown;
  if (form['maximum'] === MAX_ZOD_INTEGER) delete form['maximum'];
  if (editor === undefined) return;
  for (const keyword of Object.keys(form)) if (!(KEYWORDS as readonly string[]).includes(keyword)) delete form[keyword];
  Object.assign(form, editor);
}

/** The schema for editors, with all metadata of a setting in its description, because editors show only that. */
export function toEditorSchema(form: AboutForm): JsonSchema {
  const { allowed, source, needed, only, description, ...keywords } = form;
  const sentences = [
    description,
    only && `Only ${only}.`,
    needed === only ? undefined : needed && `Needed ${needed}.`,
    allowed && `Allowed: ${allowed}.`,
    source,
  ].filter((sentence) => sentence !== undefined);
  const inner = Object.entries(keywords).map(([keyword, value]) => [keyword, convertInner(keyword, value)] as const);
  return { ...(sentences.length > 0 ? { description: sentences.join(' ') } : {}), ...Object.fromEntries(inner) };
}

export function makeIfThenElse(fits: JsonSchema, then: JsonSchema, otherwise: JsonSchema = {}): JsonSchema {
  const forms = [fits, then, otherwise];
  return Object.fromEntries(['if', 'then', 'else'].map((keyword, index) => [keyword, forms[index]]));
}

function convertInner(keyword: string, value: unknown): unknown {
  const inner = (one: unknown): unknown => toEditorSchema(one as AboutForm);
  if (keyword === 'properties')
    return Object.fromEntries(Object.entries(value as AboutForm).map(([name, one]) => [name, inner(one)]));
  if (keyword === 'anyOf' && Array.isArray(value)) return value.map(inner);
  const holds = keyword === 'additionalProperties' || keyword === 'items';
  return holds && typeof value === 'object' && !Array.isArray(value) ? inner(value) : value;
}

export interface Setting {
  readonly path: readonly string[];
  readonly form: AboutForm;
  readonly required: boolean;
}

/** Settings of a schema, including nested ones, in the order of the schema. */
export function listSettings(form: AboutForm, path: readonly string[] = []): Setting[] {
  const required = (form['required'] ?? []) as readonly string[];
  return Object.entries(form.properties ?? {}).flatMap(([name, one]): Setting[] => {
    if (path.length === 0 && name === 'kind') return [];
    const here = [...path, name];
    const each = findMappingSchema(one['additionalProperties']);
    // For entries with user-defined names: the settings of each.
    const ofEach = each === undefined ? [] : listSettings(each, [...here, 'NAME']);
    const inner = [...listSettings(one, here), ...ofEach];
    // A mapping with the same keys as its sibling settings is explained there.
    const known = inner.every(({ path: at }) => Object.hasOwn(form.properties ?? {}, at.at(-1) ?? ''));
    return [{ path: here, form: one, required: required.includes(name) }, ...(known ? [] : inner)];
  });
}

/** The schema of an entry: itself, or the first alternative that is a mapping. Undefined without a schema. */
function findMappingSchema(form: unknown): AboutForm | undefined {
  if (typeof form !== 'object' || form === null) return undefined;
  const own = form as AboutForm;
  const { anyOf } = own;
  return Array.isArray(anyOf) ? (anyOf as AboutForm[]).find(({ properties }) => properties !== undefined) : own;
}

/** Allowed values: from the metadata, else derived from the schema. */
export function describeAllowed(form: AboutForm): string {
  return form.allowed ?? describeSchema(form);
}

function describeSchema(form: JsonSchema): string {
  const { type, enum: values, const: only, anyOf, minimum, maximum, exclusiveMinimum, pattern, examples } = form;
  if (Array.isArray(values)) return values.map((value) => `\`${String(value)}\``).join(', ');
  if (only !== undefined) return `\`${JSON.stringify(only).replaceAll('"', '')}\``;
  if (Array.isArray(anyOf)) return (anyOf as JsonSchema[]).map(describeSchema).join(', ');
  if (type === 'boolean') return '`true`, `false`';
  if (type === 'object') return 'a mapping';
  if (type === 'array') return 'a list';
  if (type === 'integer' || type === 'number') {
    const number = type === 'integer' ? 'a whole number' : 'a number';
    if (minimum !== undefined && maximum !== undefined)
      return `${number}, ${formatNumber(minimum)} to ${formatNumber(maximum)}`;
    if (minimum !== undefined) return `${number}, ${formatNumber(minimum)} or more`;
    return exclusiveMinimum === undefined ? number : `${number} above ${formatNumber(exclusiveMinimum)}`;
  }
  const some = Array.isArray(examples) ? examples.map((one) => `\`${String(one)}\``).join(', ') : '';
  return `${pattern === undefined || some === '' ? 'a text' : 'a quantity'}${some === '' ? '' : `, e.g. ${some}`}`;
}

function formatNumber(value: unknown): string {
  return groupDigits(Number(value));
}

const REFERENCE_REF = { $ref: '#/definitions/reference' };

export const REFERENCE_SCHEMA: JsonSchema = {
  type: 'string',
  pattern: REFERENCE_PATTERN.source,
  description: 'The value of a factor: `$name`, or `$name.field` if its values are mappings.',
};

/** Allows a reference in place of the value, and inside of it. */
export function allowReference(form: JsonSchema): JsonSchema {
  const { description, default: usual, examples, ...keywords } = allowInside(form);
  const { anyOf: choices, ...others } = keywords;
  const one = Array.isArray(choices) && Object.keys(others).length === 0 ? (choices as JsonSchema[]) : [keywords];
  return { ...dropUndefined({ description, default: usual, examples }), anyOf: [...one, REFERENCE_REF] };
}

/** Allows references inside a mapping or list, except for `kind`, which determines the other settings. */
export function allowInside(form: JsonSchema): JsonSchema {
  const { properties, additionalProperties, items } = form;
  const each = Object.entries((properties ?? {}) as Readonly<Record<string, JsonSchema>>);
  const own = each.map(([name, one]) => [name, name === 'kind' ? one : allowReference(one)] as const);
  return {
    ...form,
    ...(properties === undefined ? {} : { properties: Object.fromEntries(own) }),
    ...(isMapping(additionalProperties) ? { additionalProperties: allowReference(additionalProperties) } : {}),
    ...(isMapping(items) ? { items: allowReference(items) } : {}),
  };
}
