/** Settings of a target, a workload or a role as written, and what becomes of them at given levels. */
import { ensure } from '../../shapes/errors';
import { getOrMake } from '../../shapes/collections';
import { checkSchema, knownKeys } from './schema-problems';
import type { Path, Problem } from '../../shapes/problem';
import type { LevelEntry } from './level';
import { findOrigin, listReferences, resolveReference, fillReferences } from './reference';
import type { Mapping } from './mapping';
import type { Entry } from '../../shapes/spec';
import type * as z from 'zod';

type Levels = ReadonlyMap<string, LevelEntry>;

/** Settings that one schema checks, and where each of them stands. */
export interface Settings {
  readonly value: Mapping;
  /** Place in the spec of a key or a value inside the settings. */
  place(path: Path, levels: Levels, about: 'key' | 'value'): Path;
}

/** Settings of a workload, or of one role. */
export function toSettings(entry: Entry | Mapping, base: Path): Settings {
  return { value: entry, place: (path, levels, about) => findOrigin(entry, base, path, levels, about) };
}

/**
 * Settings of workloads that were asked for before: whoever asks again finds what {@link parseSettings} made of them.
 */
const WORKLOAD_CACHE = new WeakMap<Entry, { readonly of: readonly unknown[]; readonly settings: Settings }>();

/** Settings of a workload. One that runs on one role has it from the fleet where it does not say. */
export function toWorkloadSettings(
  entry: Entry,
  name: string,
  schema: z.ZodType,
  fleet: Readonly<Record<string, Mapping>>,
): Settings {
  const of = [name, schema, fleet];
  const known = WORKLOAD_CACHE.get(entry);
  if (known !== undefined && known.of.every((one, index) => one === of[index])) return known.settings;
  // What happens meanwhile is no matter of its kind: see `events.ts`.
  const { events: _, ...own } = entry;
  const lacksRole = knownKeys(schema).includes('role') && !Object.hasOwn(entry, 'role');
  const settings = toSettings(own, ['workloads', name]);
  const made = lacksRole ? { ...settings, value: { ...own, role: mountingRole(fleet) } } : settings;
  WORKLOAD_CACHE.set(entry, { of, settings: made });
  return made;
}

/** The only role whose hosts mount, else `client`. */
function mountingRole(fleet: Readonly<Record<string, Mapping>>): string {
  const [only, ...others] = Object.keys(fleet).filter((name) => fleet[name]?.['mount'] !== 'none');
  return only === undefined || others.length > 0 ? 'client' : only;
}

/** Settings of a target in one stage: what the stage says stands before what the target says. */
export function toTargetSettings(entry: Entry, name: string, stage: string | null): Settings {
  const { stages, ...own } = entry;
  const written = stage === null ? {} : ((stages as Readonly<Record<string, Mapping>>)[stage] ?? {});
  // How it is reached is no setting of its kind: see `reach.ts`.
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

/** Stages of a target in the order as written; one without a name where it has none. */
export function listStages(entry: Entry): (string | null)[] {
  const stages = entry['stages'];
  if (typeof stages !== 'object' || stages === null || Array.isArray(stages)) return [null];
  const names = Object.keys(stages).filter(
    (name) => typeof (stages as Mapping)[name] === 'object' && (stages as Mapping)[name] !== null,
  );
  return names.length === 0 ? [null] : names;
}

/** Names of the factors that settings refer to. */
export function listUsedFactors(settings: Settings): string[] {
  return [...new Set(listReferences(settings.value, []).map(({ reference }) => reference.factor))];
}

/** What a schema makes of settings. */
export interface ParsedSettings<T> {
  /** Absent where there is a problem, or a reference to something that does not exist. */
  readonly value?: T;
  readonly problems: readonly Problem[];
}

/** What became of settings at the levels of a cell: rules and cells ask for the same, thousands of times. */
const PARSED = new WeakMap<Settings, WeakMap<Levels, { readonly schema: z.ZodType; readonly settled: unknown }>>();

/** What a schema makes of settings at given levels, or what is wrong with them. */
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
  // What a reference would have given is not known: what follows from that is not the user's mistake.
  const own = result.problems.filter(({ path: [key] }) => (key === undefined ? unknown.size === 0 : !unknown.has(key)));
  return { problems: own.map((problem) => placeProblem(problem, settings, levels)) };
}

/** A problem of settings where it stands in the spec. */
function placeProblem(problem: Problem, settings: Settings, levels: Levels): Problem {
  const about = problem.code === 'UnknownKey' || problem.code === 'BadName' ? 'key' : 'value';
  return { ...problem, path: settings.place(problem.path, levels, about) };
}

/** Problems that all of several checks have, as the first of them says it. */
export function intersectProblems([first = [], ...others]: readonly (readonly Problem[])[]): readonly Problem[] {
  return first.filter((problem) =>
    others.every((problems) => problems.some((one) => toProblemKey(one) === toProblemKey(problem))),
  );
}

/**
 * Checks settings at several levels. Every distinct problem is reported once, where its value stands.
 * @param more rules beyond the schema; paths relative to the settings.
 */
export function checkSettings<T>(
  settings: Settings,
  schema: z.ZodType<T>,
  variants: readonly Levels[],
  more: (value: T) => readonly Problem[],
): Problem[] {
  const found: Problem[] = [];
  // The first variant that shows a problem at a place speaks for all.
  const reported = new Set<string>();
  for (const levels of distinctVariants(listUsedFactors(settings), variants)) {
    const settled = parseSettings(settings, schema, levels);
    const further = (settled.value === undefined ? [] : more(settled.value)).map((one) =>
      placeProblem(one, settings, levels),
    );
    const fresh = [...settled.problems, ...further].filter((problem) => !reported.has(toProblemKey(problem)));
    found.push(...fresh);
    for (const problem of fresh) reported.add(toProblemKey(problem));
  }
  return found;
}

/** Of variants that have the same levels of some factors, the first. */
export function distinctVariants(factors: readonly string[], variants: readonly Levels[]): Levels[] {
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
