/**
 * The JSON Schema of a spec, for editors: they complete names, show what each is, and mark what cannot be right. It is
 * made of the very schemas that check a spec, and lets more through than they do: what goes over several settings or
 * needs all parts is for `fsxbench validate`.
 */
import texts from '../../messages.json';
import { expected } from '../../../shapes/errors';
import { METRIC_NAME } from '../../../shapes/metric';
import type { JsonSchema } from '../../../shapes/setting';
import { RESERVED, type SECTIONS } from '../../../shapes/spec';
import type { Workload } from '../../../workloads/contract';
import type { Kinds } from '../../kinds';
import {
  alarms,
  criterion,
  decide,
  design,
  experimentName,
  FACTOR,
  limits,
  NAME,
  publishedRow,
  publishedStudy,
  question,
  schedule,
  schemaVersion,
} from '../schema';
import { targetEntries, workloadEntries, fleetForm } from './entries';
import { forEditors, formOf, when, REFERENCE_FORM } from './form';

type Section = (typeof SECTIONS)[number];

/** What each section is for: as editors show it. */
export const SECTION_WORDS: Readonly<Record<Section, string>> = {
  schemaVersion: 'Version of the form of specs: 1.',
  experiment: 'Name of the experiment: letters, digits, `-` and `_`.',
  question: 'The question in words; without it the report makes one.',
  factors: texts.factorsAre,
  targets: 'What is measured: name → `kind` and its settings, and `stages` where one file system is changed in place.',
  fleet: 'Who measures: role → `count`, `instanceType`, `mount`. Not needed where all targets are on this machine.',
  workloads: 'With which load: name → `kind` and its parameters; `extends: NAME` takes those of another one.',
  design: 'Which cells are measured, how often, in which order.',
  criteria: 'Conditions by name, for `decide.require`.',
  decide: 'The question as numbers; without it nothing is decided.',
  published: 'Figures that a study has published: shown beside what is measured, and never mixed with it.',
  alarms: texts.alarmsAre,
  limits: 'What an execution may cost, and how long it may take.',
  schedule: 'When it is started.',
};

/** Sections that no spec may lack. */
export const NEEDED_SECTIONS: readonly Section[] = ['experiment', 'targets', 'workloads'];

/** The whole schema, draft 7. @param kinds that a spec may name */
export function specSchema(kinds: Kinds): JsonSchema {
  const targets = kinds.targetKinds.map((kind) => expected(kinds.targetOf(kind), `the target kind ${kind}`));
  const workloads = kinds.workloadKinds.map((kind) => expected(kinds.workloadOf(kind), `the workload kind ${kind}`));
  const targetForms = targetEntries(targets);
  const workloadForms = workloadEntries(workloads);
  const metrics = [...new Set(workloads.flatMap(({ metrics: own }) => Object.keys(own)))];
  const conditions = { type: 'object', propertyNames: { pattern: NAME.source } };
  const sections: Readonly<Record<Section, JsonSchema>> = {
    schemaVersion: forEditors(formOf(schemaVersion)),
    experiment: forEditors(formOf(experimentName)),
    question: forEditors(formOf(question)),
    factors: FACTORS,
    targets: targetForms.section,
    fleet: fleetForm(targets),
    workloads: workloadForms.section,
    design: orNothing(forEditors(formOf(design))),
    criteria: { ...conditions, additionalProperties: measuring(formOf(criterion), metrics) },
    decide: measuring(formOf(decide), metrics),
    published: publishedForm(),
    alarms: forEditors(formOf(alarms)),
    limits: orNothing(forEditors(formOf(limits))),
    schedule: forEditors(formOf(schedule)),
  };
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'An experiment of fsxbench',
    type: 'object',
    required: NEEDED_SECTIONS,
    properties: Object.fromEntries(
      Object.entries(sections).map(([name, form]) => [name, { description: SECTION_WORDS[name as Section], ...form }]),
    ),
    patternProperties: { '^x-': { description: 'A place for anchors: not looked at.' } },
    additionalProperties: false,
    ...onlyKnown(metrics, workloads),
    definitions: { reference: REFERENCE_FORM, ...targetForms.definitions, ...workloadForms.definitions },
  };
}

/** The same as a file. */
export function specSchemaText(kinds: Kinds): string {
  return `${JSON.stringify(specSchema(kinds), null, 2)}\n`;
}

/** A section that may be there without saying anything. */
function orNothing(form: JsonSchema): JsonSchema {
  return { ...form, type: ['object', 'null'] };
}

const SCALAR = { type: ['string', 'number', 'boolean'] };

const FACTORS: JsonSchema = {
  type: ['object', 'null'],
  propertyNames: { pattern: FACTOR.source, not: { enum: RESERVED } },
  additionalProperties: {
    type: 'array',
    minItems: 1,
    items: { ...SCALAR, type: [...SCALAR.type, 'object'], minProperties: 1, additionalProperties: SCALAR },
  },
};

/** With the names of the metrics that there are; a script of one's own has metrics of its own. */
function measuring(form: ReturnType<typeof formOf>, metrics: readonly string[]): JsonSchema {
  const { properties = {}, ...rest } = form;
  const { metric, ...others } = properties;
  return forEditors({ ...rest, properties: { metric: { ...metric, ...oneOf(metrics) }, ...others } });
}

/** Where no workload has metrics of its own, other names than those that there are are wrong. */
function onlyKnown(metrics: readonly string[], workloads: readonly Workload[]): JsonSchema {
  const declaring = workloads.flatMap((one) => ('declared' in one ? [one.kind] : []));
  const none = { not: { required: ['kind'], properties: { kind: { enum: declaring } } } };
  const known = { properties: { metric: { description: 'One that a workload measures.', enum: metrics } } };
  return when(
    { properties: { workloads: { additionalProperties: none } } },
    {
      properties: {
        decide: { description: SECTION_WORDS.decide, ...known },
        criteria: { description: SECTION_WORDS.criteria, additionalProperties: known },
      },
    },
  );
}

function oneOf(metrics: readonly string[]): JsonSchema {
  return { anyOf: [{ enum: metrics }, { pattern: METRIC_NAME.source }] };
}

function publishedForm(): JsonSchema {
  const form = forEditors(formOf(publishedStudy));
  const { rows, ...others } = form['properties'] as Readonly<Record<string, JsonSchema>>;
  const properties = { ...others, rows: { ...rows, items: forEditors(formOf(publishedRow)) } };
  return { ...form, properties };
}
