/**
 * JSON Schema of a spec for editors: completion, descriptions and marks for errors. It is derived from the schemas that
 * check a spec, but accepts more: rules across settings are left to `fsxbench validate`.
 */
import words from '../../../shapes/spec-schema.json';
import { ensure } from '../../../shapes/errors';
import { METRIC_NAME_PATTERN } from '../../../shapes/metric';
import type { JsonSchema } from '../../../shapes/setting';
import { IMPLICIT_FACTORS, type SECTIONS } from '../../../shapes/spec';
import type { Workload } from '../../../workloads/contract';
import type { Kinds } from '../../kinds';
import { schedule } from '../cron';
import * as schemas from '../../../shapes/spec-schema';
import { targetEntries, workloadEntries, fleetForm } from './entries';
import { toEditorSchema, toJsonSchema, ifThenElse, REFERENCE_FORM } from './json-schema';

type Section = (typeof SECTIONS)[number];

const { sections: SECTION_WORDS } = words;

export const NEEDED_SECTIONS: readonly Section[] = ['experiment', 'targets', 'workloads'];

/** The whole schema, draft 7. @param kinds allowed in a spec */
export function specSchema(kinds: Kinds): JsonSchema {
  const targets = kinds.targetKinds.map((kind) => ensure(kinds.targetOf(kind), `the target kind ${kind}`));
  const workloads = kinds.workloadKinds.map((kind) => ensure(kinds.workloadOf(kind), `the workload kind ${kind}`));
  const targetForms = targetEntries(targets);
  const workloadForms = workloadEntries(workloads);
  const metrics = [...new Set(workloads.flatMap(({ metrics: own }) => Object.keys(own)))];
  const conditions = { type: 'object', propertyNames: { pattern: schemas.NAME_PATTERN.source } };
  const sections: Readonly<Record<Section, JsonSchema>> = {
    schemaVersion: toEditorSchema(toJsonSchema(schemas.schemaVersion)),
    experiment: toEditorSchema(toJsonSchema(schemas.experimentName)),
    question: toEditorSchema(toJsonSchema(schemas.question)),
    factors: FACTORS,
    targets: targetForms.section,
    fleet: fleetForm(targets),
    workloads: workloadForms.section,
    design: allowNull(toEditorSchema(toJsonSchema(schemas.design))),
    criteria: { ...conditions, additionalProperties: addMetricNames(toJsonSchema(schemas.criterion), metrics) },
    decide: addMetricNames(toJsonSchema(schemas.decide), metrics),
    published: publishedForm(),
    alarms: toEditorSchema(toJsonSchema(schemas.alarms)),
    limits: allowNull(toEditorSchema(toJsonSchema(schemas.limits))),
    schedule: toEditorSchema(toJsonSchema(schedule)),
  };
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'An experiment of fsxbench',
    type: 'object',
    required: NEEDED_SECTIONS,
    properties: Object.fromEntries(
      Object.entries(sections).map(([name, form]) => [
        name,
        { description: SECTION_WORDS[name as Section].description, ...form },
      ]),
    ),
    patternProperties: { '^x-': { description: 'A place for YAML anchors; ignored.' } },
    additionalProperties: false,
    ...restrictMetrics(metrics, workloads),
    definitions: { reference: REFERENCE_FORM, ...targetForms.definitions, ...workloadForms.definitions },
  };
}

export function specSchemaText(kinds: Kinds): string {
  return `${JSON.stringify(specSchema(kinds), null, 2)}\n`;
}

function allowNull(form: JsonSchema): JsonSchema {
  return { ...form, type: ['object', 'null'] };
}

const SCALAR = { type: ['string', 'number', 'boolean'] };

const FACTORS: JsonSchema = {
  type: ['object', 'null'],
  propertyNames: { pattern: schemas.FACTOR_PATTERN.source, not: { enum: IMPLICIT_FACTORS } },
  additionalProperties: {
    type: 'array',
    minItems: 1,
    items: { ...SCALAR, type: [...SCALAR.type, 'object'], minProperties: 1, additionalProperties: SCALAR },
  },
};

/** Adds the names of known metrics; user scripts may declare others. */
function addMetricNames(form: ReturnType<typeof toJsonSchema>, metrics: readonly string[]): JsonSchema {
  const { properties = {}, ...rest } = form;
  const { metric, ...others } = properties;
  return toEditorSchema({ ...rest, properties: { metric: { ...metric, ...metricNameForm(metrics) }, ...others } });
}

/** Rejects unknown metric names if no workload declares its own. */
function restrictMetrics(metrics: readonly string[], workloads: readonly Workload[]): JsonSchema {
  const declaring = workloads.flatMap((one) => ('declared' in one ? [one.kind] : []));
  const none = { not: { required: ['kind'], properties: { kind: { enum: declaring } } } };
  const known = { properties: { metric: { description: 'A metric that a workload measures.', enum: metrics } } };
  return ifThenElse(
    { properties: { workloads: { additionalProperties: none } } },
    {
      properties: {
        decide: { description: SECTION_WORDS.decide.description, ...known },
        criteria: { description: SECTION_WORDS.criteria.description, additionalProperties: known },
      },
    },
  );
}

function metricNameForm(metrics: readonly string[]): JsonSchema {
  return { anyOf: [{ enum: metrics }, { pattern: METRIC_NAME_PATTERN.source }] };
}

function publishedForm(): JsonSchema {
  const form = toEditorSchema(toJsonSchema(schemas.publishedStudy));
  const { rows, ...others } = form['properties'] as Readonly<Record<string, JsonSchema>>;
  const properties = { ...others, rows: { ...rows, items: toEditorSchema(toJsonSchema(schemas.publishedRow)) } };
  return { ...form, properties };
}
