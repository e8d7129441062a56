/** Targets and workloads in JSON Schema: what an entry may say goes with its kind. */
import { expected } from '../../../shapes/errors';
import type { JsonSchema } from '../../../shapes/setting';
import { eventsSchema } from '../events';
import { reach } from '../reach';
import { NAME } from '../schema';
import { type AboutForm, forEditors, formOf, when } from './form';
import { inside } from './references';
import type * as z from 'zod';

/** A kind as its registry has it. */
interface Kind {
  readonly kind: string;
  readonly summary: string;
  readonly schema: z.ZodType;
}

/** Forms of a section: of its mapping, and of each kind in it by the name of its definition. */
export interface Entries {
  readonly section: JsonSchema;
  readonly definitions: Readonly<Record<string, JsonSchema>>;
}

const NAMES = { pattern: NAME.source };

/** What all entries of a section have, whatever their kind. */
export const STAGES_WORDS =
  'Named states of one and the same file system, in the order in which they are reached: the settings that each ' +
  'changes.';
export const EXTENDS_WORDS = 'Another workload whose settings count where this one says nothing.';

/** The setting `kind`, with all that it may be. */
export function kindForm(kinds: readonly Pick<Kind, 'kind' | 'summary'>[]): JsonSchema {
  return {
    description: `What it is. ${kinds.map((one) => `${one.kind}: ${one.summary.replace(/\.$/, '')}.`).join(' ')}`,
    enum: kinds.map((one) => one.kind),
  };
}

/** The section `targets`. */
export function targetEntries(kinds: readonly Kind[]): Entries {
  const reachForm = forEditors(formOf(reach));
  const definitions = kinds.map(({ kind, summary, schema }): [string, JsonSchema] => {
    const form = settings(formOf(schema), summary);
    const own = Object.keys(form.properties).filter((name) => name !== 'kind');
    const same = (name: string) => [name, { $ref: `#/definitions/target-${kind}/properties/${name}` }] as const;
    const stages = {
      type: 'object',
      description: STAGES_WORDS,
      minProperties: 1,
      propertyNames: NAMES,
      additionalProperties: {
        type: 'object',
        properties: { ...Object.fromEntries(own.map(same)), reach: reachForm },
        additionalProperties: false,
      },
    };
    const { required, ...rest } = form;
    // What a target does not say, its stages do.
    const whole = when({ required: ['stages'] }, {}, { required });
    return [`target-${kind}`, { ...rest, properties: { ...form.properties, stages }, ...whole }];
  });
  return { section: mapping(kinds, 'target', { required: ['kind'] }), definitions: Object.fromEntries(definitions) };
}

/** The section `workloads`. */
export function workloadEntries(kinds: readonly Kind[]): Entries {
  const extended = { type: 'string', description: EXTENDS_WORDS };
  const events = expected(settings(formOf(eventsSchema), '').properties['events'], 'the form of events');
  const forms = kinds.map(({ kind, summary, schema }): [string, JsonSchema & Settings] => {
    const form = settings(formOf(schema), summary);
    return [`workload-${kind}`, { ...form, properties: { ...form.properties, extends: extended, events } }];
  });
  const definitions = forms.map(([name, { required, ...form }]): [string, JsonSchema] => {
    // What a workload does not say, the one that it extends does.
    return [name, { ...form, ...when({ required: ['extends'] }, {}, { required }) }];
  });
  const any = forms.flatMap(([, { properties }]) => Object.keys(properties));
  const names = { propertyNames: { enum: [...new Set(any)] } };
  const without = when({ required: ['kind'] }, {}, { required: ['extends'], ...names });
  return {
    section: mapping(kinds, 'workload', { properties: { extends: extended, events }, ...without }),
    definitions: Object.fromEntries(definitions),
  };
}

interface Settings {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
}

/** The form of an entry of one kind, in which references may stand. */
function settings(form: AboutForm, summary: string): JsonSchema & Settings {
  return { description: summary, ...inside(forEditors(form)) } as unknown as JsonSchema & Settings;
}

/** A mapping of names to entries: the kind of each chooses its definition. */
function mapping(
  kinds: readonly Kind[],
  what: string,
  more: { readonly properties?: JsonSchema } & JsonSchema,
): JsonSchema {
  const { properties, ...rest } = more;
  const kind = kindForm(kinds);
  const chosen = kinds.map((one) => {
    const named = { properties: { kind: { const: one.kind } }, required: ['kind'] };
    return when(named, { $ref: `#/definitions/${what}-${one.kind}` });
  });
  return {
    type: 'object',
    minProperties: 1,
    propertyNames: NAMES,
    additionalProperties: { type: 'object', properties: { kind, ...properties }, ...rest, allOf: chosen },
  };
}
