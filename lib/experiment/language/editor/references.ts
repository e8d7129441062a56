/** References to factors in JSON Schema: in the place of any setting of a target, a role or a workload. */
import type { JsonSchema } from '../../../shapes/setting';
import { REFERENCE } from '../reference';

/** Where the form of a reference stands in the whole schema. */
const AT = { $ref: '#/definitions/reference' };

export const REFERENCE_FORM: JsonSchema = {
  type: 'string',
  pattern: REFERENCE.source,
  description: 'The level of a factor: `$name`, or `$name.field` where its levels are mappings.',
};

/** A form that a reference may stand in the place of; what is inside of it likewise. */
export function orReference(form: JsonSchema): JsonSchema {
  const { description, default: usual, examples, ...keywords } = inside(form);
  const shown = Object.fromEntries(
    Object.entries({ description, default: usual, examples }).filter(([, value]) => value !== undefined),
  );
  const { anyOf: choices, ...others } = keywords;
  const one = Array.isArray(choices) && Object.keys(others).length === 0 ? (choices as JsonSchema[]) : [keywords];
  return { ...shown, anyOf: [...one, AT] };
}

/** The same inside of a mapping or a list only. */
export function inside(form: JsonSchema): JsonSchema {
  const { properties, additionalProperties, items } = form;
  return {
    ...form,
    ...(properties === undefined
      ? {}
      : { properties: eachOrReference(properties as Readonly<Record<string, JsonSchema>>) }),
    ...(isForm(additionalProperties) ? { additionalProperties: orReference(additionalProperties) } : {}),
    ...(isForm(items) ? { items: orReference(items) } : {}),
  };
}

/** Each but the kind, which says what the others may be. */
function eachOrReference(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return Object.fromEntries(
    Object.entries(properties).map(([name, form]) => [name, name === 'kind' ? form : orReference(form)]),
  );
}

function isForm(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
