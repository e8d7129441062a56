/** Settings of a target, a workload or a role as written, and what becomes of them at given levels. */
import { expected } from '../../shapes/errors';
import { getOrMake } from '../../shapes/group';
import { check, knownKeys } from './schema-problems';
import type { Path, Problem } from '../../shapes/problem';
import type { LevelEntry } from './level';
import { origin, referencesIn, referred, substitute } from './reference';
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
export function settingsOf(entry: Entry | Mapping, base: Path): Settings {
  return { value: entry, place: (path, levels, about) => origin(entry, base, path, levels, about) };
}

/** Settings of workloads that were asked for before: whoever asks again finds what {@link settle} made of them. */
const OF_WORKLOADS = new WeakMap<Entry, { readonly of: readonly unknown[]; readonly settings: Settings }>();

/** Settings of a workload. One that runs on one role has it from the fleet where it does not say. */
export function settingsOfWorkload(
  entry: Entry,
  name: string,
  schema: z.ZodType,
  fleet: Readonly<Record<string, Mapping>>,
): Settings {
  const of = [name, schema, fleet];
  const known = OF_WORKLOADS.get(entry);
  if (known !== undefined && known.of.every((one, index) => one === of[index])) return known.settings;
  // What happens meanwhile is no matter of its kind: see `events.ts`.
  const { events: _, ...own } = entry;
  const lacksRole = knownKeys(schema).includes('role') && !Object.hasOwn(entry, 'role');
  const settings = settingsOf(own, ['workloads', name]);
  const made = lacksRole ? { ...settings, value: { ...own, role: mountingRole(fleet) } } : settings;
  OF_WORKLOADS.set(entry, { of, settings: made });
  return made;
}

/** The only role whose hosts mount, else `client`. */
function mountingRole(fleet: Readonly<Record<string, Mapping>>): string {
  const [only, ...others] = Object.keys(fleet).filter((name) => fleet[name]?.['mount'] !== 'none');
  return only === undefined || others.length > 0 ? 'client' : only;
}

/** Settings of a target in one stage: what the stage says stands before what the target says. */
export function settingsOfTarget(entry: Entry, name: string, stage: string | null): Settings {
  const { stages, ...own } = entry;
  const written = stage === null ? {} : ((stages as Readonly<Record<string, Mapping>>)[stage] ?? {});
  // How it is reached is no setting of its kind: see `reach.ts`.
  const { reach: _, ...changes } = written;
  const value = { ...own, ...changes };
  return {
    value,
    place: (path, levels, about) => {
      const changed = stage !== null && path[0] !== undefined && Object.hasOwn(changes, path[0]);
      return origin(value, changed ? ['targets', name, 'stages', stage] : ['targets', name], path, levels, about);
    },
  };
}

/** Stages of a target in the order as written; one without a name where it has none. */
export function stagesOf(entry: Entry): (string | null)[] {
  const stages = entry['stages'];
  if (typeof stages !== 'object' || stages === null || Array.isArray(stages)) return [null];
  const names = Object.keys(stages).filter(
    (name) => typeof (stages as Mapping)[name] === 'object' && (stages as Mapping)[name] !== null,
  );
  return names.length === 0 ? [null] : names;
}

/** Names of the factors that settings refer to. */
export function factorsIn(settings: Settings): string[] {
  return [...new Set(referencesIn(settings.value, []).map(({ reference }) => reference.factor))];
}

/** What a schema makes of settings. */
export interface Settled<T> {
  /** Absent where there is a problem, or a reference to something that does not exist. */
  readonly value?: T;
  readonly problems: readonly Problem[];
}

/** What became of settings at the levels of a cell: rules and cells ask for the same, thousands of times. */
const SETTLED = new WeakMap<Settings, WeakMap<Levels, { readonly schema: z.ZodType; readonly settled: unknown }>>();

/** What a schema makes of settings at given levels, or what is wrong with them. */
export function settle<T>(settings: Settings, schema: z.ZodType<T>, levels: Levels): Settled<T> {
  const ofSettings = getOrMake(SETTLED, settings, () => new WeakMap());
  const known = ofSettings.get(levels);
  if (known?.schema === schema) return known.settled as Settled<T>;
  const settled = settledBy(settings, schema, levels);
  ofSettings.set(levels, { schema, settled });
  return settled;
}

function settledBy<T>(settings: Settings, schema: z.ZodType<T>, levels: Levels): Settled<T> {
  const unknown = new Set(
    referencesIn(settings.value, [])
      .filter(({ reference }) => referred(reference, levels) === undefined)
      .map(({ path }) => expected(path[0], 'the setting of a reference')),
  );
  const filled = substitute(settings.value, levels) as Mapping;
  const result = check(schema, filled, []);
  if (unknown.size === 0 && 'value' in result) return { value: result.value, problems: [] };
  // What a reference would have given is not known: what follows from that is not the user's mistake.
  const own = result.problems.filter(({ path: [key] }) => (key === undefined ? unknown.size === 0 : !unknown.has(key)));
  return { problems: own.map((problem) => placed(problem, settings, levels)) };
}

/** A problem of settings where it stands in the spec. */
function placed(problem: Problem, settings: Settings, levels: Levels): Problem {
  const about = problem.code === 'UnknownKey' || problem.code === 'BadName' ? 'key' : 'value';
  return { ...problem, path: settings.place(problem.path, levels, about) };
}

/** Problems that all of several checks have, as the first of them says it. */
export function everywhere([first = [], ...others]: readonly (readonly Problem[])[]): readonly Problem[] {
  return first.filter((problem) => others.every((problems) => problems.some((one) => keyOf(one) === keyOf(problem))));
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
  for (const levels of distinctVariants(factorsIn(settings), variants)) {
    const settled = settle(settings, schema, levels);
    const further = (settled.value === undefined ? [] : more(settled.value)).map((one) =>
      placed(one, settings, levels),
    );
    const fresh = [...settled.problems, ...further].filter((problem) => !reported.has(keyOf(problem)));
    found.push(...fresh);
    for (const problem of fresh) reported.add(keyOf(problem));
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

function keyOf(problem: Problem): string {
  return JSON.stringify([problem.code, problem.path]);
}
