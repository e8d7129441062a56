/** The parts of a spec, each read alone: what is wrong in one does not hide what is wrong in another. */
import rules from '../rules.json';
import type * as z from 'zod';
import { problemAt, problemIf, type Problem, type Path, unknownName } from '../../shapes/problem';
import { type Level, type PublishedSpec, type Spec, RESERVED } from '../../shapes/spec';
import { dropUndefined } from '../../shapes/canonical';
import { readAlarms } from '../design/alarms';
import { choose } from '../design/design';
import { readCriteria, withoutBroken, writtenCriteria, metricsOf, readDecide } from '../design/decide';
import { readPublished } from '../design/published';
import { spaceOf } from '../design/expand';
import type { Kinds } from '../kinds';
import { schedule } from '../language/cron';
import { readFactors } from '../language/factors';
import type { Factor } from '../language/level';
import { isMapping, type Mapping } from '../language/mapping';
import { alarms, decide, design, experimentName, limits, question, schemaVersion } from '../../shapes/spec-schema';
import { lenient } from '../language/schema-problems';
import { readSections, type Sections } from '../language/sections';
import { listed } from '../../shapes/suggest';
import { referencesIn, REFERRING, scalarsIn } from '../language/reference';

export interface Parts {
  readonly sections: Sections;
  readonly factors: readonly Factor[];
  /** Sections of their own, as far as they could be read. */
  readonly values: ReturnType<typeof readValues> & { readonly published: PublishedSpec | undefined };
  readonly raw: Mapping;
  readonly problems: readonly Problem[];
}

/** Sections that say nothing of targets and workloads; undefined is what is not there, or cannot be read at all. */
function readValues(raw: Mapping, problems: Problem[]) {
  const read = <T>(key: string, schema: z.ZodType<T>, usual?: object): T | undefined => {
    const value = raw[key] ?? usual ?? raw[key];
    return value === undefined ? undefined : lenient(value, schema, [key], problems);
  };
  const needed = 'a name, e.g. local-disk';
  read('schemaVersion', schemaVersion);
  const criteria = writtenCriteria(raw['criteria'], problems);
  problems.push(
    ...problemIf(raw['experiment'] === undefined, rules.sectionMissing, ['experiment'], { key: 'experiment', needed }),
  );
  const before = {
    experiment: read('experiment', experimentName),
    question: read('question', question),
    design: read('design', design, {}),
  };
  const asked = read('decide', decide);
  return {
    ...before,
    criteria,
    decide: asked === undefined ? undefined : withoutBroken(asked, raw['criteria'], criteria),
    alarms: read('alarms', alarms),
    limits: read('limits', limits, {}),
    schedule: read('schedule', schedule),
  };
}

/** Reads every part. Never throws: what is wrong is in `problems`. */
export function readParts(raw: Mapping, kinds: Kinds): Parts {
  const problems: Problem[] = [];
  const { factors, problems: ofFactors } = readFactors(raw['factors']);
  const sections = readSections(raw, kinds);
  const values = readValues(raw, problems);
  const { targets, workloads } = sections;
  // What cannot be read may have held the only reference to a factor.
  const whole = sections.problems.every(({ severity }) => severity !== 'error');
  const space = spaceOf({ targets, workloads, factors: factorsOf(raw) });
  const published = readPublished(raw['published'], { space, workloads, design: values.design }, kinds);
  const measured = metricsOf(workloads, kinds);
  return {
    sections,
    factors,
    values: { ...values, published: published.written },
    raw,
    problems: [
      ...problems.map((problem) => withMetrics(problem, [...measured.metrics.keys()])),
      ...ofFactors,
      ...sections.problems,
      ...checkReferences(sections, factors, whole),
      ...published.problems,
      ...readCriteria(values.criteria ?? {}, measured).problems,
      ...readAlarms({ alarms: values.alarms, targets }).problems,
    ],
  };
}

/** The spec, where every part could be read at least leniently. */
export function complete({ values, sections, raw }: Parts): Spec | undefined {
  const { experiment, question, design, criteria, decide, published, alarms, limits, schedule } = values;
  if (experiment === undefined || design === undefined || limits === undefined) return undefined;
  if (raw['decide'] !== undefined && decide === undefined) return undefined;
  const { targets, fleet, workloads } = sections;
  const entries = { factors: factorsOf(raw), targets, fleet, workloads };
  const asked = { criteria, decide, published, alarms, limits, schedule };
  return dropUndefined({ schemaVersion: 1 as const, experiment, question, ...entries, design, ...asked });
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

/** Factors as written; none where they are no mapping. */
function factorsOf(raw: Mapping): Record<string, Level[]> {
  return isMapping(raw['factors']) ? (raw['factors'] as Record<string, Level[]>) : {};
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
  return [
    ...problems,
    ...unused.map(({ name }) => problemAt(rules.unusedFactor, ['factors', name], { name })),
    ...literalDollars(sections, factors),
  ];
}

function referenceFault(name: string, field: string | undefined, path: Path, factors: readonly Factor[]): Problem[] {
  const factor = factors.find((one) => one.name === name);
  const names = factors.map((one) => one.name).filter((one) => !(RESERVED as readonly string[]).includes(one));
  if (factor === undefined) return unknownName(rules.unknownReference, path, name, names);
  if (field === undefined) return [];
  const without = factor.levels.find(({ value }) => typeof value !== 'object' || !Object.hasOwn(value, field));
  if (without === undefined) return [];
  const { label, value } = without;
  const has = typeof value === 'object' ? `it has ${listed(Object.keys(value))}` : 'it is no mapping';
  return [problemAt(rules.fieldMissing, path, { name, field, label, has })];
}

/** `$HOME/data` is a plain text here: a reader may expect something else. Sums of money begin with a digit. */
function literalDollars(sections: Sections, factors: readonly Factor[]): Problem[] {
  return REFERRING.flatMap((section) => scalarsIn(sections[section], [section])).flatMap(({ value, path }) => {
    if (typeof value !== 'string' || referencesIn(value, []).length > 0) return [];
    const meant = factors.find(({ name }) => mentions(value, name))?.name;
    if (meant !== undefined) return [problemAt(rules.referenceInText, path, { value, meant })];
    return problemIf(/^\$[^$\d]/.test(value), rules.dollarIsText, path, { value });
  });
}

/** `$name` or `${name}` somewhere in a text, not `$$name`. */
function mentions(text: string, name: string): boolean {
  const found = [...text.matchAll(/(?<!\$)\$\{?([A-Za-z][A-Za-z0-9_-]*)/g)];
  return found.some((match) => match[1] === name);
}
