/** What a schema of zod says of the form of a value, as JSON Schema: with what is known about each setting in it. */
import * as z from 'zod';
import type { About, JsonSchema } from '../../../shapes/setting';

/** A form, and what is known about what it is the form of, where anything is. */
export type AboutForm = JsonSchema & Partial<About> & { readonly properties?: Readonly<Record<string, AboutForm>> };

/** Numbers are whole up to here: no bound that anybody means. */
const NO_BOUND = Number.MAX_SAFE_INTEGER;

/** What stands in a form besides keywords that say how a value is written. */
const KNOWN = ['description', 'default', 'examples', 'allowed', 'source', 'needed', 'only'] as const;

/**
 * The form of what a schema takes, not of what it gives. The words of {@link About} are kept.
 * @param schema whose settings have their metadata from `about`
 */
export function formOf(schema: z.ZodType): AboutForm {
  const { $schema: _, ...form } = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => told(jsonSchema),
  });
  return form as unknown as AboutForm;
}

/** Puts what editors are told in the place of what zod can tell. */
function told(form: Record<string, unknown>): void {
  const { editor, usual, shown } = form;
  for (const keyword of ['editor', 'usual', 'shown', 'alsoCalled', 'elsewhere']) delete form[keyword];
  if (usual !== undefined) form['default'] = usual;
  if (shown !== undefined) form['examples'] = shown;
  if (form['maximum'] === NO_BOUND) delete form['maximum'];
  if (editor === undefined) return;
  for (const keyword of Object.keys(form)) if (!(KNOWN as readonly string[]).includes(keyword)) delete form[keyword];
  Object.assign(form, editor);
}

/** The same for editors: all that is known of a setting is in its description, which they show. */
export function forEditors(form: AboutForm): JsonSchema {
  const { allowed, source, needed, only, description, ...keywords } = form;
  const sentences = [
    description,
    only === undefined ? undefined : `Only ${only}.`,
    needed === undefined || needed === only ? undefined : `Needed ${needed}.`,
    allowed === undefined ? undefined : `Allowed: ${allowed}.`,
    source,
  ].filter((sentence) => sentence !== undefined);
  const inner = Object.entries(keywords).map(([keyword, value]) => [keyword, innerOf(keyword, value)] as const);
  return { ...(sentences.length > 0 ? { description: sentences.join(' ') } : {}), ...Object.fromEntries(inner) };
}

/** What has to hold besides, by whether a form fits: the three keywords of that. */
export function when(fits: JsonSchema, then: JsonSchema, otherwise: JsonSchema = {}): JsonSchema {
  const forms = [fits, then, otherwise];
  return Object.fromEntries(['if', 'then', 'else'].map((keyword, index) => [keyword, forms[index]]));
}

function innerOf(keyword: string, value: unknown): unknown {
  if (keyword === 'properties')
    return Object.fromEntries(
      Object.entries(value as AboutForm).map(([name, one]) => [name, forEditors(one as AboutForm)]),
    );
  if (keyword === 'anyOf' && Array.isArray(value)) return value.map((one) => forEditors(one as AboutForm));
  if (keyword === 'additionalProperties' || keyword === 'items')
    return typeof value === 'object' && !Array.isArray(value) ? forEditors(value as AboutForm) : value;
  return value;
}
