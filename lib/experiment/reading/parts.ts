/** The parts of a spec, each read alone: what is wrong in one does not hide what is wrong in another. */
import texts from '../messages.json';
import type * as z from 'zod';
import { adviceAt, errorAt, type Problem, type Path, say } from '../../shapes/problem';
import {
  type CriterionSpec,
  type DecideSpec,
  type Design,
  type Level,
  type PublishedSpec,
  type Spec,
  RESERVED,
} from '../../shapes/spec';
import { readAlarms } from '../design/alarms';
import { choose } from '../design/design';
import { readCriteria, withoutBroken, writtenCriteria, metricsOf, readDecide } from '../design/decide';
import { readPublished } from '../design/published';
import { spaceOf } from '../design/expand';
import type { Kinds } from '../kinds';
import { readFactors } from '../language/factors';
import type { Factor } from '../language/level';
import { isMapping, type Mapping } from '../language/mapping';
import { alarms, decide, design, experimentName, limits, question, schedule, schemaVersion } from '../language/schema';
import { check, lenient } from '../language/schema-problems';
import { readSections, type Sections } from '../language/sections';
import { listed, allowedNames } from '../../shapes/suggest';
import { referencesIn, REFERRING, scalarsIn } from '../language/reference';

export interface Parts {
  readonly sections: Sections;
  readonly factors: readonly Factor[];
  readonly values: {
    readonly experiment: string | undefined;
    readonly question: string | undefined;
    readonly design: Design | undefined;
    readonly criteria: Readonly<Record<string, CriterionSpec>> | undefined;
    readonly decide: DecideSpec | undefined;
    readonly published: PublishedSpec | undefined;
    readonly alarms: Spec['alarms'];
    readonly limits: z.output<typeof limits> | undefined;
    readonly schedule: z.output<typeof schedule> | undefined;
  };
  readonly raw: Mapping;
  readonly problems: readonly Problem[];
}

/** Reads every part. Never throws: what is wrong is in `problems`. */
export function readParts(raw: Mapping, kinds: Kinds): Parts {
  const problems: Problem[] = [];
  const factors = readFactors(raw['factors']);
  const sections = readSections(raw, kinds);
  optional(raw, 'schemaVersion', schemaVersion, problems);
  const criteria = writtenCriteria(raw['criteria'], problems);
  const values = {
    experiment: required(raw, 'experiment', experimentName, 'a name, e.g. local-disk', problems),
    question: optional(raw, 'question', question, problems),
    design: lenient(raw['design'] ?? {}, design, ['design'], problems),
    criteria,
    decide: decideOf(raw, criteria, problems),
    alarms: optional(raw, 'alarms', alarms, problems),
    limits: lenient(raw['limits'] ?? {}, limits, ['limits'], problems),
    schedule: optional(raw, 'schedule', schedule, problems),
  };
  // What cannot be read may have held the only reference to a factor.
  const whole = sections.problems.every(({ severity }) => severity !== 'error');
  const references = checkReferences(sections, factors.factors, whole);
  const space = spaceOf({ targets: sections.targets, workloads: sections.workloads, factors: factorsOf(raw) });
  const published = readPublished(
    raw['published'],
    { space, workloads: sections.workloads, design: values.design },
    kinds,
  );
  const watched = readAlarms({ alarms: values.alarms, targets: sections.targets });
  const { metrics, complete } = metricsOf(sections.workloads, kinds);
  const conditions = readCriteria(criteria ?? {}, { metrics, complete });
  return {
    sections,
    factors: factors.factors,
    values: { ...values, published: published.written },
    raw,
    problems: [
      ...problems.map((problem) => withMetrics(problem, [...metrics.keys()])),
      ...factors.problems,
      ...sections.problems,
      ...references,
      ...published.problems,
      ...conditions.problems,
      ...watched.problems,
    ],
  };
}

/** The spec, where every part could be read at least leniently. */
export function complete({ values, sections, raw }: Parts): Spec | undefined {
  const { experiment, question: asked, design: chosen, decide: decided, published, limits: bounds } = values;
  const { schedule: when, criteria: conditions, alarms: watched } = values;
  if (experiment === undefined || !chosen || !bounds) return undefined;
  if (raw['decide'] !== undefined && decided === undefined) return undefined;
  const { targets, fleet, workloads } = sections;
  return {
    schemaVersion: 1,
    experiment,
    ...(asked === undefined ? {} : { question: asked }),
    factors: factorsOf(raw),
    targets,
    fleet,
    workloads,
    design: chosen,
    ...(conditions === undefined ? {} : { criteria: conditions }),
    ...(decided === undefined ? {} : { decide: decided }),
    ...(published === undefined ? {} : { published }),
    ...(watched === undefined ? {} : { alarms: watched }),
    limits: bounds,
    ...(when === undefined ? {} : { schedule: when }),
  };
}

/** Rules about design and decision, of whatever could be read. */
export function checkParts({ values, sections, raw }: Parts, kinds: Kinds): Problem[] {
  const space = spaceOf({ targets: sections.targets, workloads: sections.workloads, factors: factorsOf(raw) });
  const ofDesign = values.design === undefined ? [] : choose(space, values.design).problems;
  const conditions = values.criteria ?? {};
  const ofDecide =
    values.decide === undefined ? [] : readDecide(values.decide, sections.workloads, space, kinds, conditions).problems;
  return [...ofDesign, ...ofDecide];
}

/** Where a metric is missing: those that there are. */
function withMetrics(problem: Problem, names: readonly string[]): Problem {
  const asksForMetric = problem.code === 'MissingKey' && problem.path.at(-1) === 'metric';
  if (!asksForMetric || names.length === 0) return problem;
  return { ...problem, message: `\`metric\` is missing; allowed: ${listed(names)}` };
}

function decideOf(raw: Mapping, criteria: Parts['values']['criteria'], problems: Problem[]): DecideSpec | undefined {
  const asked = raw['decide'] === undefined ? undefined : lenient(raw['decide'], decide, ['decide'], problems);
  return asked === undefined ? undefined : withoutBroken(asked, raw['criteria'], criteria);
}

/** Factors as written; none where they are no mapping. */
function factorsOf(raw: Mapping): Record<string, Level[]> {
  return isMapping(raw['factors']) ? (raw['factors'] as Record<string, Level[]>) : {};
}

function optional<T>(raw: Mapping, key: string, schema: z.ZodType<T>, problems: Problem[]): T | undefined {
  if (raw[key] === undefined) return undefined;
  const result = check(schema, raw[key], [key]);
  problems.push(...result.problems);
  return 'value' in result ? result.value : undefined;
}

function required<T>(
  raw: Mapping,
  key: string,
  schema: z.ZodType<T>,
  what: string,
  problems: Problem[],
): T | undefined {
  if (raw[key] !== undefined) return optional(raw, key, schema, problems);
  const message = `\`${key}\` is missing; needed here: ${what}`;
  problems.push(errorAt('MissingKey', [key], message));
  return undefined;
}

/**
 * References to factors or settings that do not exist, and factors that nothing refers to.
 * @param whole all sections could be read: else it is not known what refers to a factor
 */
export function checkReferences(sections: Sections, factors: readonly Factor[], whole: boolean): Problem[] {
  const used = new Set<string>();
  const problems = REFERRING.flatMap((section) =>
    referencesIn(sections[section], [section]).flatMap(({ reference, path }) => {
      used.add(reference.factor);
      return referenceFault(reference.factor, reference.field, path, factors);
    }),
  );
  // A misspelt reference leaves a factor unused: saying so twice helps nobody.
  const unused =
    problems.length > 0 || !whole ? [] : factors.filter((factor) => !used.has(factor.name) && !factor.broken);
  return [...problems, ...unused.map((factor) => unusedFactor(factor)), ...literalDollars(sections, factors)];
}

function referenceFault(name: string, field: string | undefined, path: Path, factors: readonly Factor[]): Problem[] {
  const factor = factors.find((one) => one.name === name);
  if (factor === undefined) {
    const message = `\`$${name}\` refers to a factor that does not exist; ${allowedNames(
      name,
      factors.map((one) => one.name).filter((one) => !(RESERVED as readonly string[]).includes(one)),
    )}. Write \`$$\` for a dollar`;
    return [errorAt('UnknownFactor', path, message)];
  }
  if (field === undefined) return [];
  const without = factor.levels.find(({ value }) => typeof value !== 'object' || !Object.hasOwn(value, field));
  if (without === undefined) return [];
  const has = typeof without.value === 'object' ? `it has ${listed(Object.keys(without.value))}` : 'it is no mapping';
  const message = say(texts.fieldMissing, { name, field, label: without.label, has });
  return [errorAt('UnknownSetting', path, message)];
}

function unusedFactor(factor: Factor): Problem {
  const message = say(texts.unusedFactor, { name: factor.name });
  return errorAt('UnusedFactor', ['factors', factor.name], message);
}

/** `$HOME/data` is a plain text here: a reader may expect something else. Sums of money begin with a digit. */
function literalDollars(sections: Sections, factors: readonly Factor[]): Problem[] {
  return REFERRING.flatMap((section) => scalarsIn(sections[section], [section])).flatMap(
    ({ value, path }): Problem[] => {
      if (typeof value !== 'string' || referencesIn(value, []).length > 0) return [];
      const meant = factors.find(({ name }) => mentions(value, name))?.name;
      if (meant === undefined && !/^\$[^$\d]/.test(value)) return [];
      const message =
        meant === undefined ? say(texts.dollarIsText, { value }) : say(texts.referenceInText, { value, meant });
      return [adviceAt('LiteralDollar', path, message)];
    },
  );
}

/** `$name` or `${name}` somewhere in a text, not `$$name`. */
function mentions(text: string, name: string): boolean {
  const found = [...text.matchAll(/(?<!\$)\$\{?([A-Za-z][A-Za-z0-9_-]*)/g)];
  return found.some((match) => match[1] === name);
}
