/** Reads the parts of a spec independently, so that a problem in one does not hide others. */
import rules from '../rules.json';
import type * as z from 'zod';
import { problemAt, problemIf, type Problem, type Path, checkName } from '../../shapes/problem';
import { type Level, type PublishedSpec, type Spec, IMPLICIT_FACTORS } from '../../shapes/spec';
import { dropUndefined } from '../../shapes/canonical-json';
import { readAlarmThresholds } from '../design/alarms';
import { applyDesign } from '../design/design';
import { readCriteria, dropBrokenCriteria, parseCriteria, collectMetrics, readDecide } from '../design/decide';
import { readPublished } from '../design/published-figures';
import { buildSpace } from '../design/expand';
import type { Kinds } from '../kinds';
import { scheduleSchema } from '../language/cron';
import { readFactors } from '../language/factors';
import type { Factor } from '../language/level';
import { isMapping, type Mapping } from '../language/mapping';
import {
  alarmsSchema,
  decideSchema,
  designSchema,
  experimentNameSchema,
  limitsSchema,
  questionSchema,
  schemaVersionSchema,
} from '../../shapes/spec-schema';
import { parseLeniently } from '../language/schema-problems';
import { readSections, type Sections } from '../language/sections';
import { joinNames } from '../../shapes/suggest';
import { listReferences, REFERRING_SECTIONS, listScalars } from '../language/reference';

export interface SpecParts {
  readonly sections: Sections;
  readonly factors: readonly Factor[];
  /** Independent sections, as far as they are valid. */
  readonly values: ReturnType<typeof readValues> & { readonly published: PublishedSpec | undefined };
  readonly raw: Mapping;
  readonly problems: readonly Problem[];
}

/** Sections independent of targets and workloads; undefined if missing or invalid. */
function readValues(raw: Mapping, problems: Problem[]) {
  const read = <T>(key: string, schema: z.ZodType<T>, usual?: object): T | undefined => {
    const value = raw[key] ?? usual ?? raw[key];
    return value === undefined ? undefined : parseLeniently(value, schema, [key], problems);
  };
  const needed = 'a name, e.g. local-disk';
  read('schemaVersion', schemaVersionSchema);
  const criteria = parseCriteria(raw['criteria'], problems);
  problems.push(
    ...problemIf(raw['experiment'] === undefined, rules.sectionMissing, ['experiment'], { key: 'experiment', needed }),
  );
  const before = {
    experiment: read('experiment', experimentNameSchema),
    question: read('question', questionSchema),
    design: read('design', designSchema, {}),
  };
  const chosen = read('decide', decideSchema);
  return {
    ...before,
    criteria,
    decide: chosen === undefined ? undefined : dropBrokenCriteria(chosen, raw['criteria'], criteria),
    alarms: read('alarms', alarmsSchema),
    limits: read('limits', limitsSchema, {}),
    schedule: read('schedule', scheduleSchema),
  };
}

/** Reads every part. Never throws: see `problems`. */
export function readParts(raw: Mapping, kinds: Kinds): SpecParts {
  const problems: Problem[] = [];
  const { factors, problems: ofFactors } = readFactors(raw['factors']);
  const sections = readSections(raw, kinds);
  const values = readValues(raw, problems);
  const { targets, fleet, workloads } = sections;
  // An invalid part may have contained the only reference to a factor.
  const whole = sections.problems.every(({ severity }) => severity !== 'error');
  const space = buildSpace({ targets, fleet, workloads, factors: getRawFactors(raw) });
  const published = readPublished(raw['published'], { space, workloads, design: values.design }, kinds);
  const measured = collectMetrics(workloads, kinds);
  return {
    sections,
    factors,
    values: { ...values, published: published.written },
    raw,
    problems: [
      ...problems.map((problem) => appendMetricNames(problem, [...measured.metrics.keys()])),
      ...ofFactors,
      ...sections.problems,
      ...checkReferences(sections, factors, whole),
      ...published.problems,
      ...readCriteria(values.criteria ?? {}, measured).problems,
      ...readAlarmThresholds({ alarms: values.alarms, targets }).problems,
    ],
  };
}

/** The spec; undefined if a part could not be read at all. */
export function buildSpec({ values, sections, raw }: SpecParts): Spec | undefined {
  const { experiment, question, design, criteria, decide, published, alarms, limits, schedule } = values;
  if (experiment === undefined || design === undefined || limits === undefined) return undefined;
  if (raw['decide'] !== undefined && decide === undefined) return undefined;
  const { targets, fleet, workloads } = sections;
  const entries = { factors: getRawFactors(raw), targets, fleet, workloads };
  const rest = { criteria, decide, published, alarms, limits, schedule };
  return dropUndefined({ schemaVersion: 1 as const, experiment, question, ...entries, design, ...rest });
}

/** Rules about design and decision, on the valid parts. */
export function checkParts({ values, sections, raw }: SpecParts, kinds: Kinds): Problem[] {
  const { targets, fleet, workloads } = sections;
  const space = buildSpace({ targets, fleet, workloads, factors: getRawFactors(raw) });
  const ofDesign = values.design === undefined ? [] : applyDesign(space, values.design).problems;
  const conditions = values.criteria ?? {};
  const ofDecide =
    values.decide === undefined ? [] : readDecide(values.decide, sections.workloads, space, kinds, conditions).problems;
  return [...ofDesign, ...ofDecide];
}

/** Adds the known metrics to problems of a missing metric. */
function appendMetricNames(problem: Problem, names: readonly string[]): Problem {
  const asksForMetric = problem.code === 'MissingKey' && problem.path.at(-1) === 'metric';
  if (!asksForMetric || names.length === 0) return problem;
  return { ...problem, message: `\`metric\` is missing; allowed: ${joinNames(names)}` };
}

function getRawFactors(raw: Mapping): Record<string, Level[]> {
  return isMapping(raw['factors']) ? (raw['factors'] as Record<string, Level[]>) : {};
}

/**
 * References to unknown factors or settings, and factors without references.
 * @param whole whether all sections are valid; if not, references may be missing
 */
export function checkReferences(sections: Sections, factors: readonly Factor[], whole: boolean): Problem[] {
  const used = new Set<string>();
  const problems = REFERRING_SECTIONS.flatMap((section) =>
    listReferences(sections[section], [section]).flatMap(({ reference, path }) => {
      used.add(reference.factor);
      return checkReference(reference.factor, reference.field, path, factors);
    }),
  );
  // A misspelt reference also leaves a factor unused: report only the reference.
  const unused =
    problems.length > 0 || !whole ? [] : factors.filter((factor) => !used.has(factor.name) && !factor.broken);
  return [
    ...problems,
    ...unused.map(({ name }) => problemAt(rules.unusedFactor, ['factors', name], { name })),
    ...adviseDollars(sections, factors),
  ];
}

function checkReference(name: string, field: string | undefined, path: Path, factors: readonly Factor[]): Problem[] {
  const factor = factors.find((one) => one.name === name);
  const names = factors.map((one) => one.name).filter((one) => !(IMPLICIT_FACTORS as readonly string[]).includes(one));
  if (factor === undefined) return checkName(rules.unknownReference, path, name, names);
  if (field === undefined) return [];
  const without = factor.levels.find(({ value }) => typeof value !== 'object' || !Object.hasOwn(value, field));
  if (without === undefined) return [];
  const { label, value } = without;
  const has = typeof value === 'object' ? `it has ${joinNames(Object.keys(value))}` : 'it is not a mapping';
  return [problemAt(rules.fieldMissing, path, { name, field, label, has })];
}

/** `$HOME/data` is plain text here, which users may not expect. Amounts of money start with a digit. */
function adviseDollars(sections: Sections, factors: readonly Factor[]): Problem[] {
  return REFERRING_SECTIONS.flatMap((section) => listScalars(sections[section], [section])).flatMap(
    ({ value, path }) => {
      if (typeof value !== 'string' || listReferences(value, []).length > 0) return [];
      const meant = factors.find(({ name }) => hasReferenceText(value, name))?.name;
      if (meant !== undefined) return [problemAt(rules.referenceInText, path, { value, meant })];
      return problemIf(/^\$[^$\d]/.test(value), rules.dollarIsText, path, { value });
    },
  );
}

/** `$name` or `${name}` anywhere in a text, except `$$name`. */
function hasReferenceText(text: string, name: string): boolean {
  const found = [...text.matchAll(/(?<!\$)\$\{?([A-Za-z][A-Za-z0-9_-]*)/g)];
  return found.some((match) => match[1] === name);
}
