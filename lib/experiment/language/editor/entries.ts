/** JSON Schema of targets and workloads: the kind of an entry determines its settings. */
import texts from '../../messages.json';
import type * as z from 'zod';
import { ensure } from '../../../shapes/errors';
import type { JsonSchema } from '../../../shapes/setting';
import { eventsSchema } from '../events';
import { reachSchema } from '../reach';
import { NAME_PATTERN, roleSchema } from '../../../shapes/spec-schema';
import {
  type AboutForm,
  toEditorSchema,
  toJsonSchema,
  makeIfThenElse,
  allowInside,
  allowReference,
  REFERENCE_SCHEMA,
} from './json-schema';
import { ROLE_NAME } from '../sections';

interface KindInfo {
  readonly kind: string;
  readonly summary: string;
  readonly schema: z.ZodType;
}

/** Schemas of a section: of the whole mapping, and of each kind by definition name. */
export interface SectionSchemas {
  readonly section: JsonSchema;
  readonly definitions: Readonly<Record<string, JsonSchema>>;
}

const NAME_SCHEMA = { pattern: NAME_PATTERN.source };

export const STAGES_TEXT = texts.stagesAre;
export const EXTENDS_TEXT = 'Another workload, whose settings this one inherits.';

export function makeKindSchema(kinds: readonly Pick<KindInfo, 'kind' | 'summary'>[]): JsonSchema {
  return {
    description: `The kind. ${kinds.map((one) => `${one.kind}: ${one.summary.replace(/\.$/, '')}.`).join(' ')}`,
    enum: kinds.map((one) => one.kind),
  };
}

export function makeTargetSchemas(kinds: readonly KindInfo[]): SectionSchemas {
  const reachForm = toEditorSchema(toJsonSchema(reachSchema));
  const definitions = kinds.map(({ kind, summary, schema }): [string, JsonSchema] => {
    const form = toEntrySchema(toJsonSchema(schema), summary);
    const own = Object.keys(form.properties).filter((name) => name !== 'kind');
    const same = (name: string) => [name, { $ref: `#/definitions/target-${kind}/properties/${name}` }] as const;
    const stages = {
      type: 'object',
      description: STAGES_TEXT,
      minProperties: 1,
      propertyNames: NAME_SCHEMA,
      additionalProperties: {
        type: 'object',
        properties: { ...Object.fromEntries(own.map(same)), reach: reachForm },
        additionalProperties: false,
      },
    };
    const { required, ...rest } = form;
    // Nothing is required here: stages may contain settings that the target lacks.
    const whole = makeIfThenElse({ required: ['stages'] }, {}, { required });
    return [`target-${kind}`, { ...rest, properties: { ...form.properties, stages }, ...whole }];
  });
  return {
    section: makeMappingSchema(kinds, 'target', { required: ['kind'] }),
    definitions: Object.fromEntries(definitions),
  };
}

export function makeWorkloadSchemas(kinds: readonly KindInfo[]): SectionSchemas {
  const extended = { type: 'string', description: EXTENDS_TEXT };
  const events = ensure(toEntrySchema(toJsonSchema(eventsSchema), '').properties['events'], 'the form of events');
  const forms = kinds.map(({ kind, summary, schema }): [string, JsonSchema & EntrySchema] => {
    const form = toEntrySchema(toJsonSchema(schema), summary);
    return [`workload-${kind}`, { ...form, properties: { ...form.properties, extends: extended, events } }];
  });
  const definitions = forms.map(([name, { required, ...form }]): [string, JsonSchema] => {
    // Nothing is required here: the extended workload may contain settings that this one lacks.
    return [name, { ...form, ...makeIfThenElse({ required: ['extends'] }, {}, { required }) }];
  });
  const any = forms.flatMap(([, { properties }]) => Object.keys(properties));
  const names = { propertyNames: { enum: [...new Set(any)] } };
  const without = makeIfThenElse({ required: ['kind'] }, {}, { required: ['extends'], ...names });
  return {
    section: makeMappingSchema(kinds, 'workload', { properties: { extends: extended, events }, ...without }),
    definitions: Object.fromEntries(definitions),
  };
}

interface EntrySchema {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
}

/** The schema of an entry of one kind, with references allowed. */
function toEntrySchema(form: AboutForm, summary: string): JsonSchema & EntrySchema {
  return { description: summary, ...allowInside(toEditorSchema(form)) } as unknown as JsonSchema & EntrySchema;
}

/** A mapping of names to entries, in which the kind selects the definition. */
function makeMappingSchema(
  kinds: readonly KindInfo[],
  what: string,
  more: { readonly properties?: JsonSchema } & JsonSchema,
): JsonSchema {
  const { properties, ...rest } = more;
  const kind = makeKindSchema(kinds);
  const chosen = kinds.map((one) => {
    const named = { properties: { kind: { const: one.kind } }, required: ['kind'] };
    return makeIfThenElse(named, { $ref: `#/definitions/${what}-${one.kind}` });
  });
  return {
    type: 'object',
    minProperties: 1,
    propertyNames: NAME_SCHEMA,
    additionalProperties: { type: 'object', properties: { kind, ...properties }, ...rest, allOf: chosen },
  };
}

interface MountKind {
  readonly kind: string;
  readonly mounting: { readonly schema: z.ZodType };
}

export const MOUNT_TEXT = texts.mountIs;

/** Roles with any names. @param kinds all targets that can be mounted */
export function makeFleetSchema(kinds: readonly MountKind[]): JsonSchema {
  const form = allowInside(toEditorSchema(toJsonSchema(roleSchema)));
  const properties = { ...(form['properties'] as JsonSchema), mount: makeMountSchema(kinds) };
  return {
    type: 'object',
    minProperties: 1,
    propertyNames: { pattern: ROLE_NAME.source },
    // An empty role means one host.
    additionalProperties: { ...form, type: ['object', 'null'], properties },
  };
}

/** `none`, a reference, options for all targets, or options by target. */
function makeMountSchema(kinds: readonly MountKind[]): JsonSchema {
  const options = makeOptionsSchema(kinds);
  const { pattern } = REFERENCE_SCHEMA;
  const own = { type: ['object', 'string'], pattern: `^none$|${String(pattern)}`, ...options };
  const each = {
    description: 'Options by target. Targets that are not listed use the defaults of their kind.',
    type: 'object',
    additionalProperties: own,
  };
  return {
    description: MOUNT_TEXT,
    type: ['object', 'string'],
    pattern: own.pattern,
    examples: ['none', { nconnect: 16 }],
    ...makeIfThenElse(
      { type: 'object', required: ['each'] },
      { properties: { each }, additionalProperties: false },
      options,
    ),
  };
}

/** Options of all kinds. Each target uses the options of its own kind. */
function makeOptionsSchema(kinds: readonly MountKind[]): JsonSchema {
  const forms = kinds.map(({ kind, mounting }) => ({ kind, options: toJsonSchema(mounting.schema).properties ?? {} }));
  const names = new Set(forms.flatMap(({ options }) => Object.keys(options)));
  const properties = [...names].map((name): [string, JsonSchema] => {
    const of = forms.flatMap(({ kind, options: { [name]: option } }) =>
      option === undefined ? [] : [{ kind, option }],
    );
    return [name, allowReference(makeOptionSchema(of))];
  });
  return { properties: Object.fromEntries(properties), additionalProperties: false };
}

/** One option, with the descriptions from all kinds that support it. */
function makeOptionSchema(of: readonly { readonly kind: string; readonly option: AboutForm }[]): JsonSchema {
  const parts = of.map(({ kind, option }) => {
    const { description = '', default: usual, ...form } = toEditorSchema(option) as AboutForm;
    const words = `${kind}${usual === undefined ? '' : ` (default ${JSON.stringify(usual)})`}`;
    return { words: `${words}: ${description}`, form: JSON.stringify(form) };
  });
  const forms = [...new Set(parts.map(({ form }) => form))].map((form) => JSON.parse(form) as JsonSchema);
  const [only = {}] = forms;
  const description = parts.map(({ words }) => words).join(' ');
  return forms.length === 1 ? { description, ...only } : { description, anyOf: forms };
}
