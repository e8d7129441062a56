/** Settings of a target, a workload or a role as written, and their parsing at given factor values. */
import { ensure } from '../../shapes/errors';
import { getOrMake } from '../../shapes/collections';
import { checkSchema, listKnownKeys } from './schema-problems';
import type { Path, Problem } from '../../shapes/problem';
import type { LevelEntry } from './level';
import { findOrigin, listReferences, resolveReference, fillReferences } from './reference';
import type { Mapping } from './mapping';
import type { Entry } from '../../shapes/spec';
import type * as z from 'zod';

type Levels = ReadonlyMap<string, LevelEntry>;

/** Settings that one schema checks, and their places. */
export interface Settings {
  readonly value: Mapping;
  place(path: Path, levels: Levels, about: 'key' | 'value'): Path;
}

export function toSettings(entry: Entry | Mapping, base: Path): Settings {
  return { value: entry, place: (path, levels, about) => findOrigin(entry, base, path, levels, about) };
}

/** Cache of workload settings, so that {@link parseSettings} finds its results again. */
const WORKLOAD_CACHE = new WeakMap<Entry, { readonly of: readonly unknown[]; readonly settings: Settings }>();

/** Settings of a workload. A workload without `role` uses the mounting role of the fleet. */
export function toWorkloadSettings(
  entry: Entry,
  name: string,
  schema: z.ZodType,
  fleet: Readonly<Record<string, Mapping>>,
): Settings {
  const of = [name, schema, fleet];
  const known = WORKLOAD_CACHE.get(entry);
  if (known !== undefined && known.of.every((one, index) => one === of[index])) return known.settings;
  // Events are independent of the kind: see `events.ts`.
  const { events: _, ...own } = entry;
  const lacksRole = listKnownKeys(schema).includes('role') && !Object.hasOwn(entry, 'role');
  const settings = toSettings(own, ['workloads', name]);
  const made = lacksRole ? { ...settings, value: { ...own, role: findMountingRole(fleet) } } : settings;
  WORKLOAD_CACHE.set(entry, { of, settings: made });
  return made;
}

/** The only role that mounts targets; `client` if there are several or none. */
function findMountingRole(fleet: Readonly<Record<string, Mapping>>): string {
  const [only, ...others] = Object.keys(fleet).filter((name) => fleet[name]?.['mount'] !== 'none');
  return only === undefined || others.length > 0 ? 'client' : only;
}

/** Settings of a target in one stage; those of the stage take precedence. */
export function toTargetSettings(entry: Entry, name: string, stage: string | null): Settings {
  const { stages, ...own } = entry;
  const written = stage === null ? {} : ((stages as Readonly<Record<string, Mapping>>)[stage] ?? {});
  // `reach` is not a setting of the kind: see `reach.ts`.
  const { reach: _, ...changes } = written;
  const value = { ...own, ...changes };
  return {
    value,
    place: (path, levels, about) => {
      const changed = stage !== null && path[0] !== undefined && Object.hasOwn(changes, path[0]);
      return findOrigin(value, changed ? ['targets', name, 'stages', stage] : ['targets', name], path, levels, about);
    },
  };
}

/** Stages of a target in written order; null for a target without stages. */
export function listStages(entry: Entry): (string | null)[] {
  const stages = entry['stages'];
  if (typeof stages !== 'object' || stages === null || Array.isArray(stages)) return [null];
  const names = Object.keys(stages).filter(
    (name) => typeof (stages as Mapping)[name] === 'object' && (stages as Mapping)[name] !== null,
  );
  return names.length === 0 ? [null] : names;
}

export function listUsedFactors(settings: Settings): string[] {
  return [...new Set(listReferences(settings.value, []).map(({ reference }) => reference.factor))];
}

export interface ParsedSettings<T> {
  /** Undefined with a problem or an unknown reference. */
  readonly value?: T;
  readonly problems: readonly Problem[];
}

/** Cache by settings and factor values, because rules and configurations parse the same settings thousands of times. */
const PARSED = new WeakMap<Settings, WeakMap<Levels, { readonly schema: z.ZodType; readonly settled: unknown }>>();

export function parseSettings<T>(settings: Settings, schema: z.ZodType<T>, levels: Levels): ParsedSettings<T> {
  const ofSettings = getOrMake(PARSED, settings, () => new WeakMap());
  const known = ofSettings.get(levels);
  if (known?.schema === schema) return known.settled as ParsedSettings<T>;
  const settled = parseUncached(settings, schema, levels);
  ofSettings.set(levels, { schema, settled });
  return settled;
}

function parseUncached<T>(settings: Settings, schema: z.ZodType<T>, levels: Levels): ParsedSettings<T> {
  const unknown = new Set(
    listReferences(settings.value, [])
      .filter(({ reference }) => resolveReference(reference, levels) === undefined)
      .map(({ path }) => ensure(path[0], 'the setting of a reference')),
  );
  const filled = fillReferences(settings.value, levels) as Mapping;
  const result = checkSchema(schema, filled, []);
  if (unknown.size === 0 && 'value' in result) return { value: result.value, problems: [] };
  // The values of unknown references are undefined: problems that follow from that are not mistakes of the user.
  const own = result.problems.filter(({ path: [key] }) => (key === undefined ? unknown.size === 0 : !unknown.has(key)));
  return { problems: own.map((problem) => placeProblem(problem, settings, levels)) };
}

function placeProblem(problem: Problem, settings: Settings, levels: Levels): Problem {
  const about = problem.code === 'UnknownKey' || problem.code === 'BadName' ? 'key' : 'value';
  return { ...problem, path: settings.place(problem.path, levels, about) };
}

/** Problems that occur in every check, with the text of the first check. */
export function intersectProblems([first = [], ...others]: readonly (readonly Problem[])[]): readonly Problem[] {
  return first.filter((problem) =>
    others.every((problems) => problems.some((one) => toProblemKey(one) === toProblemKey(problem))),
  );
}

/**
 * Checks settings at several factor values. Each distinct problem is reported once, at the place of its value.
 * @param more rules beyond the schema, with paths relative to the settings
 */
export function checkSettings<T>(
  settings: Settings,
  schema: z.ZodType<T>,
  variants: readonly Levels[],
  more: (value: T) => readonly Problem[],
): Problem[] {
  const factors = listUsedFactors(settings);
  const checked = listDistinctVariants(factors, variants).map((levels) => {
    const settled = parseSettings(settings, schema, levels);
    const further = (settled.value === undefined ? [] : more(settled.value)).map((one) =>
      placeProblem(one, settings, levels),
    );
    return { levels, own: settled.problems, further };
  });
  const isSound = ({ further }: { readonly further: readonly Problem[] }, problem: Problem): boolean =>
    !further.some((one) => toProblemKey(one) === toProblemKey(problem));
  const found: Problem[] = [];
  // Report only the first variant with a problem at a path.
  const reported = new Set<string>();
  for (const { levels, own, further } of checked) {
    const named = further.map((problem) => {
      const [section, name = ''] = problem.path;
      const isAlike = (other: Levels): boolean => other.get(String(name))?.label === levels.get(String(name))?.label;
      // The value is allowed with other values of another factor.
      const depends = checked.some((other) => isAlike(other.levels) && isSound(other, problem));
      const isNamed = section === 'factors' && depends && problem.severity === 'error';
      return isNamed ? nameCombination(problem, factors, levels) : problem;
    });
    const fresh = [...own, ...named].filter((problem) => !reported.has(toProblemKey(problem)));
    found.push(...fresh);
    for (const problem of fresh) reported.add(toProblemKey(problem));
  }
  return found;
}

/** Adds the combination of factor values, as `exclude` takes it. */
function nameCombination(problem: Problem, factors: readonly string[], levels: Levels): Problem {
  const row = factors.flatMap((name) => {
    const label = levels.get(name)?.label;
    return label === undefined ? [] : [`${name}: ${label}`];
  });
  const message = `${problem.message}. To leave this combination out: \`exclude: [{ ${row.join(', ')} }]\``;
  return { ...problem, message };
}

/** The first of the variants with equal values of some factors. */
export function listDistinctVariants(factors: readonly string[], variants: readonly Levels[]): Levels[] {
  const first = new Map<string, Levels>();
  for (const levels of variants) {
    const variant = JSON.stringify(factors.map((factor) => levels.get(factor)?.label));
    if (!first.has(variant)) first.set(variant, levels);
  }
  return [...first.values()];
}

function toProblemKey(problem: Problem): string {
  return JSON.stringify([problem.code, problem.path]);
}
