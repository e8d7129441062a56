/**
 * JSON Schema of a spec for editors: completion, descriptions and error marks. Derived from the schemas that check a
 * spec, but accepts more: only `fsxbench validate` checks rules across settings.
 */
import words from '../../../shapes/spec-schema.json';
import { ensure } from '../../../shapes/errors';
import { METRIC_NAME_PATTERN } from '../../../shapes/metric';
import type { JsonSchema } from '../../../shapes/setting';
import { IMPLICIT_FACTORS, type SECTIONS } from '../../../shapes/spec';
import type { Workload } from '../../../workloads/contract';
import type { Kinds } from '../../kinds';
import { scheduleSchema } from '../cron';
import * as schemas from '../../../shapes/spec-schema';
import { makeTargetSchemas, makeWorkloadSchemas, makeFleetSchema } from './entries';
import { toEditorSchema, toJsonSchema, makeIfThenElse, REFERENCE_SCHEMA } from './json-schema';

type SectionName = (typeof SECTIONS)[number];

const { sections: SECTION_WORDS } = words;

export const REQUIRED_SECTIONS: readonly SectionName[] = ['experiment', 'targets', 'workloads'];

/** The whole schema, draft 7. @param kinds allowed in a spec */
export function makeSpecSchema(kinds: Kinds): JsonSchema {
  const targets = kinds.targetKinds.map((kind) => ensure(kinds.targetOf(kind), `the target kind ${kind}`));
  const workloads = kinds.workloadKinds.map((kind) => ensure(kinds.workloadOf(kind), `the workload kind ${kind}`));
  const targetForms = makeTargetSchemas(targets);
  const workloadForms = makeWorkloadSchemas(workloads);
  const metrics = [...new Set(workloads.flatMap(({ metrics: own }) => Object.keys(own)))];
  const conditions = { type: 'object', propertyNames: { pattern: schemas.NAME_PATTERN.source } };
  const sections: Readonly<Record<SectionName, JsonSchema>> = {
    schemaVersion: toEditorSchema(toJsonSchema(schemas.schemaVersionSchema)),
    experiment: toEditorSchema(toJsonSchema(schemas.experimentNameSchema)),
    question: toEditorSchema(toJsonSchema(schemas.questionSchema)),
    factors: FACTORS_SCHEMA,
    targets: targetForms.section,
    fleet: makeFleetSchema(targets),
    workloads: workloadForms.section,
    design: allowNull(toEditorSchema(toJsonSchema(schemas.designSchema))),
    criteria: { ...conditions, additionalProperties: addMetricNames(toJsonSchema(schemas.criterionSchema), metrics) },
    decide: addMetricNames(toJsonSchema(schemas.decideSchema), metrics),
    published: makePublishedSchema(),
    alarms: toEditorSchema(toJsonSchema(schemas.alarmsSchema)),
    limits: allowNull(toEditorSchema(toJsonSchema(schemas.limitsSchema))),
    schedule: toEditorSchema(toJsonSchema(scheduleSchema)),
  };
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'An experiment of fsxbench',
    type: 'object',
    required: REQUIRED_SECTIONS,
    properties: Object.fromEntries(
      Object.entries(sections).map(([name, form]) => [
        name,
        { description: SECTION_WORDS[name as SectionName].description, ...form },
      ]),
    ),
    patternProperties: { '^x-': { description: 'A place for YAML anchors; ignored.' } },
    additionalProperties: false,
    ...restrictMetrics(metrics, workloads),
    definitions: { reference: REFERENCE_SCHEMA, ...targetForms.definitions, ...workloadForms.definitions },
  };
}

export function renderSpecSchema(kinds: Kinds): string {
  return `${JSON.stringify(makeSpecSchema(kinds), null, 2)}\n`;
}

function allowNull(form: JsonSchema): JsonSchema {
  return { ...form, type: ['object', 'null'] };
}

const SCALAR = { type: ['string', 'number', 'boolean'] };

const FACTORS_SCHEMA: JsonSchema = {
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
  return toEditorSchema({ ...rest, properties: { metric: { ...metric, ...makeNameSchema(metrics) }, ...others } });
}

/** Rejects unknown metric names if no workload declares metrics. */
function restrictMetrics(metrics: readonly string[], workloads: readonly Workload[]): JsonSchema {
  const declaring = workloads.flatMap((one) => ('declared' in one ? [one.kind] : []));
  const none = { not: { required: ['kind'], properties: { kind: { enum: declaring } } } };
  const known = { properties: { metric: { description: 'A metric that a workload measures.', enum: metrics } } };
  return makeIfThenElse(
    { properties: { workloads: { additionalProperties: none } } },
    {
      properties: {
        decide: { description: SECTION_WORDS.decide.description, ...known },
        criteria: { description: SECTION_WORDS.criteria.description, additionalProperties: known },
      },
    },
  );
}

function makeNameSchema(metrics: readonly string[]): JsonSchema {
  return { anyOf: [{ enum: metrics }, { pattern: METRIC_NAME_PATTERN.source }] };
}

function makePublishedSchema(): JsonSchema {
  const form = toEditorSchema(toJsonSchema(schemas.publishedStudySchema));
  const { rows, ...others } = form['properties'] as Readonly<Record<string, JsonSchema>>;
  const properties = { ...others, rows: { ...rows, items: toEditorSchema(toJsonSchema(schemas.publishedRowSchema)) } };
  return { ...form, properties };
}
