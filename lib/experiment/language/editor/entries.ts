/** JSON Schema of targets and workloads: the kind of an entry determines its settings. */
import texts from '../../messages.json';
import type * as z from 'zod';
import { ensure } from '../../../shapes/errors';
import type { JsonSchema } from '../../../shapes/setting';
import { eventsSchema } from '../events';
import { reach } from '../reach';
import { NAME_PATTERN } from '../../../shapes/spec-schema';
import {
  type AboutForm,
  toEditorSchema,
  toJsonSchema,
  ifThenElse,
  allowInside,
  allowReference,
  REFERENCE_FORM,
} from './json-schema';
import { role } from '../../../shapes/spec-schema';
import { ROLE } from '../sections';

interface KindInfo {
  readonly kind: string;
  readonly summary: string;
  readonly schema: z.ZodType;
}

/** Schemas of a section: of its mapping, and of each kind in it, by the name of its definition. */
export interface SectionForms {
  readonly section: JsonSchema;
  readonly definitions: Readonly<Record<string, JsonSchema>>;
}

const NAMES = { pattern: NAME_PATTERN.source };

export const STAGES_TEXT = texts.stagesAre;
export const EXTENDS_TEXT = 'Another workload, whose settings this one inherits.';

export function kindForm(kinds: readonly Pick<KindInfo, 'kind' | 'summary'>[]): JsonSchema {
  return {
    description: `The kind. ${kinds.map((one) => `${one.kind}: ${one.summary.replace(/\.$/, '')}.`).join(' ')}`,
    enum: kinds.map((one) => one.kind),
  };
}

export function targetEntries(kinds: readonly KindInfo[]): SectionForms {
  const reachForm = toEditorSchema(toJsonSchema(reach));
  const definitions = kinds.map(({ kind, summary, schema }): [string, JsonSchema] => {
    const form = toEntryForm(toJsonSchema(schema), summary);
    const own = Object.keys(form.properties).filter((name) => name !== 'kind');
    const same = (name: string) => [name, { $ref: `#/definitions/target-${kind}/properties/${name}` }] as const;
    const stages = {
      type: 'object',
      description: STAGES_TEXT,
      minProperties: 1,
      propertyNames: NAMES,
      additionalProperties: {
        type: 'object',
        properties: { ...Object.fromEntries(own.map(same)), reach: reachForm },
        additionalProperties: false,
      },
    };
    const { required, ...rest } = form;
    // Settings that the target lacks may be in its stages.
    const whole = ifThenElse({ required: ['stages'] }, {}, { required });
    return [`target-${kind}`, { ...rest, properties: { ...form.properties, stages }, ...whole }];
  });
  return {
    section: mappingForm(kinds, 'target', { required: ['kind'] }),
    definitions: Object.fromEntries(definitions),
  };
}

export function workloadEntries(kinds: readonly KindInfo[]): SectionForms {
  const extended = { type: 'string', description: EXTENDS_TEXT };
  const events = ensure(toEntryForm(toJsonSchema(eventsSchema), '').properties['events'], 'the form of events');
  const forms = kinds.map(({ kind, summary, schema }): [string, JsonSchema & EntryForm] => {
    const form = toEntryForm(toJsonSchema(schema), summary);
    return [`workload-${kind}`, { ...form, properties: { ...form.properties, extends: extended, events } }];
  });
  const definitions = forms.map(([name, { required, ...form }]): [string, JsonSchema] => {
    // Settings that the workload lacks may be in the one that it extends.
    return [name, { ...form, ...ifThenElse({ required: ['extends'] }, {}, { required }) }];
  });
  const any = forms.flatMap(([, { properties }]) => Object.keys(properties));
  const names = { propertyNames: { enum: [...new Set(any)] } };
  const without = ifThenElse({ required: ['kind'] }, {}, { required: ['extends'], ...names });
  return {
    section: mappingForm(kinds, 'workload', { properties: { extends: extended, events }, ...without }),
    definitions: Object.fromEntries(definitions),
  };
}

interface EntryForm {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
}

/** The schema of an entry of one kind, with references allowed. */
function toEntryForm(form: AboutForm, summary: string): JsonSchema & EntryForm {
  return { description: summary, ...allowInside(toEditorSchema(form)) } as unknown as JsonSchema & EntryForm;
}

/** A mapping of names to entries, in which the kind selects the definition. */
function mappingForm(
  kinds: readonly KindInfo[],
  what: string,
  more: { readonly properties?: JsonSchema } & JsonSchema,
): JsonSchema {
  const { properties, ...rest } = more;
  const kind = kindForm(kinds);
  const chosen = kinds.map((one) => {
    const named = { properties: { kind: { const: one.kind } }, required: ['kind'] };
    return ifThenElse(named, { $ref: `#/definitions/${what}-${one.kind}` });
  });
  return {
    type: 'object',
    minProperties: 1,
    propertyNames: NAMES,
    additionalProperties: { type: 'object', properties: { kind, ...properties }, ...rest, allOf: chosen },
  };
}

interface MountKind {
  readonly kind: string;
  readonly mountSchema: z.ZodType;
}

export const MOUNT_TEXT = texts.mountIs;

/** Roles with any names. @param kinds all targets that can be mounted */
export function fleetForm(kinds: readonly MountKind[]): JsonSchema {
  const form = allowInside(toEditorSchema(toJsonSchema(role)));
  const properties = { ...(form['properties'] as JsonSchema), mount: mountForm(kinds) };
  return {
    type: 'object',
    minProperties: 1,
    propertyNames: { pattern: ROLE.source },
    // An empty role means one host.
    additionalProperties: { ...form, type: ['object', 'null'], properties },
  };
}

/** `none`, a reference, options for all targets, or options by target. */
function mountForm(kinds: readonly MountKind[]): JsonSchema {
  const options = optionsForm(kinds);
  const { pattern } = REFERENCE_FORM;
  const own = { type: ['object', 'string'], pattern: `^none$|${String(pattern)}`, ...options };
  const each = {
    description: 'Options by target. A target that is not named has the defaults of its kind.',
    type: 'object',
    additionalProperties: own,
  };
  return {
    description: MOUNT_TEXT,
    type: ['object', 'string'],
    pattern: own.pattern,
    examples: ['none', { nconnect: 16 }],
    ...ifThenElse(
      { type: 'object', required: ['each'] },
      { properties: { each }, additionalProperties: false },
      options,
    ),
  };
}

/** Options of all kinds; the kind of a target determines which it uses. */
function optionsForm(kinds: readonly MountKind[]): JsonSchema {
  const forms = kinds.map(({ kind, mountSchema }) => ({ kind, options: toJsonSchema(mountSchema).properties ?? {} }));
  const names = new Set(forms.flatMap(({ options }) => Object.keys(options)));
  const properties = [...names].map((name): [string, JsonSchema] => {
    const of = forms.flatMap(({ kind, options: { [name]: option } }) =>
      option === undefined ? [] : [{ kind, option }],
    );
    return [name, allowReference(optionForm(of))];
  });
  return { properties: Object.fromEntries(properties), additionalProperties: false };
}

/** One option, with the descriptions of all kinds that know it. */
function optionForm(of: readonly { readonly kind: string; readonly option: AboutForm }[]): JsonSchema {
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
