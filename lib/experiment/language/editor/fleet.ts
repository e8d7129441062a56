/** The section `fleet` in JSON Schema: roles, and how their hosts mount. */
import type * as z from 'zod';
import type { JsonSchema } from '../../../shapes/setting';
import { role } from '../role';
import { ROLE } from '../sections';
import { type AboutForm, forEditors, formOf, when } from './form';
import { inside, orReference, REFERENCE_FORM } from './references';

/** A kind of target, as far as it is mounted. */
interface Mounted {
  readonly kind: string;
  readonly mountSchema: z.ZodType;
}

/** The setting `mount` of a role. */
export const MOUNT_WORDS =
  'How its hosts mount targets. Left out: the defaults of each kind. `none`: they mount nothing. A mapping of ' +
  'options for all targets: each kind takes those that it knows. `{ each: { TARGET: … } }`: for each its own.';

/** Roles of any name. @param kinds all that may be mounted */
export function fleetForm(kinds: readonly Mounted[]): JsonSchema {
  const form = inside(forEditors(formOf(role)));
  const properties = { ...(form['properties'] as JsonSchema), mount: mountForm(kinds) };
  return {
    type: 'object',
    minProperties: 1,
    propertyNames: { pattern: ROLE.source },
    // A role of which nothing is said is one host.
    additionalProperties: { ...form, type: ['object', 'null'], properties },
  };
}

/** `none`, a reference, options for all targets, or for each its own. */
function mountForm(kinds: readonly Mounted[]): JsonSchema {
  const options = optionsForm(kinds);
  const { pattern } = REFERENCE_FORM;
  const own = { type: ['object', 'string'], pattern: `^none$|${String(pattern)}`, ...options };
  const each = {
    description: 'For each target its own options; one that is not named has the defaults of its kind.',
    type: 'object',
    additionalProperties: own,
  };
  return {
    description: MOUNT_WORDS,
    type: ['object', 'string'],
    pattern: own.pattern,
    examples: ['none', { nconnect: 16 }],
    ...when({ type: 'object', required: ['each'] }, { properties: { each }, additionalProperties: false }, options),
  };
}

/** Options of all kinds: which of them a target takes goes with its kind. */
function optionsForm(kinds: readonly Mounted[]): JsonSchema {
  const forms = kinds.map(({ kind, mountSchema }) => ({ kind, options: formOf(mountSchema).properties ?? {} }));
  const names = new Set(forms.flatMap(({ options }) => Object.keys(options)));
  const properties = [...names].map((name): [string, JsonSchema] => {
    const of = forms.flatMap(({ kind, options: { [name]: option } }) =>
      option === undefined ? [] : [{ kind, option }],
    );
    return [name, orReference(optionForm(of))];
  });
  return { properties: Object.fromEntries(properties), additionalProperties: false };
}

/** One option, as each kind that knows it takes it. */
function optionForm(of: readonly { readonly kind: string; readonly option: AboutForm }[]): JsonSchema {
  const told = of.map(({ kind, option }) => {
    const { description = '', default: usual, ...form } = forEditors(option) as AboutForm;
    const words = `${kind}${usual === undefined ? '' : ` (default ${JSON.stringify(usual)})`}`;
    return { words: `${words}: ${description}`, form: JSON.stringify(form) };
  });
  const forms = [...new Set(told.map(({ form }) => form))].map((form) => JSON.parse(form) as JsonSchema);
  const [only = {}] = forms;
  const description = told.map(({ words }) => words).join(' ');
  return forms.length === 1 ? { description, ...only } : { description, anyOf: forms };
}
