/**
 * What a schema of zod says of the form of a value, as JSON Schema, with what is known about each setting in it: as
 * editors show it, as a list of settings, and in words, which pages and `fsxbench explain` say alike.
 */
import * as z from 'zod';
import { dropUndefined } from '../../../shapes/canonical-json';
import type { About, JsonSchema } from '../../../shapes/setting';
import { REFERENCE } from '../reference';

/** A form, and what is known about what it is the form of, where anything is. */
export type AboutForm = JsonSchema & Partial<About> & { readonly properties?: Readonly<Record<string, AboutForm>> };

/** Numbers are whole up to here: no bound that anybody means. */
const NO_BOUND = Number.MAX_SAFE_INTEGER;

/** What stands in a form besides keywords that say how a value is written. */
const KEYWORDS = ['description', 'default', 'examples', 'allowed', 'source', 'needed', 'only'] as const;

/**
 * The form of what a schema takes, not of what it gives. The words of {@link About} are kept.
 * @param schema whose settings have their metadata from `about`
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

/** Puts what editors are told in the place of what zod can tell. */
function applyEditorHints(form: Record<string, unknown>): void {
  const { editor, usual, shown } = form;
  for (const keyword of ['editor', 'usual', 'shown', 'alsoCalled', 'elsewhere']) delete form[keyword];
  if (usual !== undefined) form['default'] = usual;
  if (shown !== undefined) form['examples'] = shown;
  if (form['maximum'] === NO_BOUND) delete form['maximum'];
  if (editor === undefined) return;
  for (const keyword of Object.keys(form)) if (!(KEYWORDS as readonly string[]).includes(keyword)) delete form[keyword];
  Object.assign(form, editor);
}

/** The same for editors: all that is known of a setting is in its description, which they show. */
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

/** What has to hold besides, by whether a form fits: the three keywords of that. */
export function ifThenElse(fits: JsonSchema, then: JsonSchema, otherwise: JsonSchema = {}): JsonSchema {
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

/** A setting with its place inside of its entry. */
export interface Setting {
  readonly path: readonly string[];
  readonly form: AboutForm;
  readonly required: boolean;
}

/** Settings of a form, those of mappings in it too, in the order of the schema. */
export function listSettings(form: AboutForm, path: readonly string[] = []): Setting[] {
  const required = (form['required'] ?? []) as readonly string[];
  return Object.entries(form.properties ?? {}).flatMap(([name, one]): Setting[] => {
    if (path.length === 0 && name === 'kind') return [];
    const here = [...path, name];
    const each = findMapping(one['additionalProperties']);
    // Of entries that the user names, what each may say.
    const ofEach = each === undefined ? [] : listSettings(each, [...here, 'NAME']);
    const inner = [...listSettings(one, here), ...ofEach];
    // What has the names of its neighbours is explained with them.
    const known = inner.every(({ path: at }) => Object.hasOwn(form.properties ?? {}, at.at(-1) ?? ''));
    return [{ path: here, form: one, required: required.includes(name) }, ...(known ? [] : inner)];
  });
}

/** What an entry may say: itself, or of several forms the first that is a mapping. Undefined for no form. */
function findMapping(form: unknown): AboutForm | undefined {
  if (typeof form !== 'object' || form === null) return undefined;
  const own = form as AboutForm;
  const { anyOf } = own;
  return Array.isArray(anyOf) ? (anyOf as AboutForm[]).find(({ properties }) => properties !== undefined) : own;
}

/** What may stand there: as its schema says it, else its form in words. */
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
  return Number(value).toLocaleString('en-US');
}

/** Where the form of a reference stands in the whole schema. */
const REFERENCE_REF = { $ref: '#/definitions/reference' };

export const REFERENCE_FORM: JsonSchema = {
  type: 'string',
  pattern: REFERENCE.source,
  description: 'The level of a factor: `$name`, or `$name.field` where its levels are mappings.',
};

/** A form that a reference may stand in the place of; what is inside of it likewise. */
export function allowReference(form: JsonSchema): JsonSchema {
  const { description, default: usual, examples, ...keywords } = allowInside(form);
  const { anyOf: choices, ...others } = keywords;
  const one = Array.isArray(choices) && Object.keys(others).length === 0 ? (choices as JsonSchema[]) : [keywords];
  return { ...dropUndefined({ description, default: usual, examples }), anyOf: [...one, REFERENCE_REF] };
}

/** The same inside of a mapping or a list only; but the kind, which says what the others may be. */
export function allowInside(form: JsonSchema): JsonSchema {
  const { properties, additionalProperties, items } = form;
  const each = Object.entries((properties ?? {}) as Readonly<Record<string, JsonSchema>>);
  const own = each.map(([name, one]) => [name, name === 'kind' ? one : allowReference(one)] as const);
  return {
    ...form,
    ...(properties === undefined ? {} : { properties: Object.fromEntries(own) }),
    ...(isForm(additionalProperties) ? { additionalProperties: allowReference(additionalProperties) } : {}),
    ...(isForm(items) ? { items: allowReference(items) } : {}),
  };
}

function isForm(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
