/**
 * Sections that map names to entries: targets, workloads, fleet. Checks only types and names; kinds check their
 * settings later.
 */
import rules from '../rules.json';
import { problemAt, problemIf, type Path, type Problem } from '../../shapes/problem';
import type { Kinds } from '../kinds';
import { isMapping, type Mapping, quoteValue, describeType } from './mapping';
import { reachSchema } from './reach';
import { NAME_PATTERN } from '../../shapes/spec-schema';
import { checkSchema } from './schema-problems';
import type { Entry } from '../../shapes/spec';
import { formatAllowed, joinNames } from '../../shapes/suggest';

export interface Sections {
  readonly targets: Readonly<Record<string, Entry>>;
  /** Including inherited settings. */
  readonly workloads: Readonly<Record<string, Entry>>;
  readonly fleet: Readonly<Record<string, Mapping>>;
  readonly problems: readonly Problem[];
  /** Moves problems of inherited settings to their origin. */
  readonly whereWritten: ExtendedWorkloads['whereWritten'];
}

const TARGET_EXAMPLE = 'disk: { kind: directory, path: /data }';
const WORKLOAD_EXAMPLE = 'fio: { kind: fio, rw: randread }';

/** Role names: with executionId and rig they must fit into the 128 characters of a launch template's name. */
export const ROLE_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,19}$/;

/** The fleet if the spec has none: one host. */
const DEFAULT_FLEET = { client: {} };

/** Reads the three sections, without entries of a wrong type. */
export function readSections(raw: Mapping, kinds: Kinds): Sections {
  const problems: Problem[] = [];
  const written = readMapping(raw, 'targets', TARGET_EXAMPLE, problems);
  const targets = readEntries(
    written,
    { section: 'targets', example: TARGET_EXAMPLE, kinds: kinds.targetKinds },
    problems,
  );
  const { entries, broken, whereWritten, ...rest } = applyExtends(
    readMapping(raw, 'workloads', WORKLOAD_EXAMPLE, problems),
  );
  problems.push(...rest.problems);
  const how = { section: 'workloads', example: WORKLOAD_EXAMPLE, kinds: kinds.workloadKinds, broken };
  const workloads = readEntries(entries, how, problems);
  for (const [name, entry] of Object.entries(targets)) checkStages(name, entry, problems);
  const fleet = raw['fleet'] === undefined ? getDefaultFleet(targets, kinds, problems) : readFleet(raw, problems);
  return { targets, workloads, fleet, problems, whereWritten };
}

/** One host for local targets; in AWS you must name the hosts, because they are billed. */
function getDefaultFleet(targets: Sections['targets'], kinds: Kinds, problems: Problem[]): Sections['fleet'] {
  const remote = Object.entries(targets).filter(([, { kind }]) => kinds.targetOf(kind)?.local === false);
  if (remote.length > 0) {
    const which = joinNames(remote.map(([name]) => name));
    problems.push(problemAt(rules.fleetMissing, ['fleet'], { which }));
    return {};
  }
  return DEFAULT_FLEET;
}

function readFleet(raw: Mapping, problems: Problem[]): Sections['fleet'] {
  const written = readMapping(raw, 'fleet', 'client: { count: 1 }', problems);
  // An empty role means one host.
  const roles = Object.fromEntries(Object.entries(written).map(([name, role]) => [name, role ?? {}]));
  const needed = 'a mapping, e.g. { count: 2, instanceType: c5n.2xlarge }';
  const rule = 'a role name has 1 to 20 letters, digits, `-` and `_`, and starts with a letter';
  return Object.fromEntries(pickMappings(roles, ['fleet'], { pattern: ROLE_NAME, rule, needed }, problems));
}

/** Texts for messages: the rule for names in a mapping, and the values that it needs. */
interface NameRule {
  readonly pattern: RegExp;
  readonly rule: string;
  readonly needed: string;
}

/** Entries of a mapping with a valid name and a mapping as value. */
function pickMappings(
  all: Mapping,
  path: Path,
  { pattern, rule, needed }: NameRule,
  problems: Problem[],
): [string, Mapping][] {
  return Object.entries(all).flatMap(([name, entry]): [string, Mapping][] => {
    const here = [...path, name];
    if (!pattern.test(name)) problems.push(problemAt(rules.badName, here, { name, rule }));
    else if (isMapping(entry)) return [[name, entry]];
    else problems.push(problemAt(rules.mappingNeeded, here, { found: quoteValue(entry), needed }));
    return [];
  });
}

interface EntryOptions {
  readonly section: string;
  readonly example: string;
  readonly kinds: readonly string[];
  /** Entries that may lack a kind, because the entry that they extend is missing. */
  readonly broken?: ReadonlySet<string>;
}

function readEntries(
  written: Mapping,
  { section, example, kinds, broken }: EntryOptions,
  problems: Problem[],
): Record<string, Entry> {
  const rule = 'needed here: 1 to 48 letters, digits, `-` and `_`, starting with a letter or digit';
  const needed = `a mapping with a kind, e.g. ${example}`;
  const entries = pickMappings(written, [section], { pattern: NAME_PATTERN, rule, needed }, problems).map(
    ([name, entry]): [string, Entry] => {
      const { kind } = entry;
      const excused = broken?.has(name) === true && kind === undefined;
      if (!excused) problems.push(...checkKind(kind, kinds, [section, name, 'kind']));
      // Kept even with a wrong kind, because references may name it.
      return [name, { ...entry, kind: typeof kind === 'string' ? kind : '' }];
    },
  );
  return Object.fromEntries(entries);
}

function checkKind(kind: unknown, kinds: readonly string[], path: Path): Problem[] {
  if (kind === undefined || kind === null) return [problemAt(rules.kindMissing, path, { kinds })];
  if (typeof kind !== 'string') return [problemAt(rules.kindNeeded, path, { type: describeType(kind), kinds })];
  const facts = { found: quoteValue(kind), allowed: formatAllowed(kind, kinds) };
  return problemIf(!kinds.includes(kind), rules.unknownKind, path, facts);
}

function checkStages(name: string, entry: Entry, problems: Problem[]): void {
  const stages = entry['stages'];
  if (stages === undefined) return;
  const path = ['targets', name, 'stages'];
  if (!isMapping(stages) || Object.keys(stages).length === 0) {
    problems.push(
      problemAt(rules.stagesNeeded, path, { which: isMapping(stages) ? 'an empty mapping' : quoteValue(stages) }),
    );
    return;
  }
  const rule = 'needed here: 1 to 48 letters, digits, `-` and `_`';
  const needed = 'a mapping of the settings that this stage changes';
  for (const [stage, settings] of pickMappings(stages, path, { pattern: NAME_PATTERN, rule, needed }, problems))
    if (Object.hasOwn(settings, 'reach'))
      problems.push(...checkSchema(reachSchema, settings['reach'], [...path, stage, 'reach']).problems);
}

function readMapping(raw: Mapping, section: string, example: string, problems: Problem[]): Mapping {
  const value = raw[section];
  if (isMapping(value) && Object.keys(value).length > 0) return value;
  const needed = `a mapping of names, e.g. { ${example} }`;
  problems.push(
    value === undefined
      ? problemAt(rules.sectionMissing, [section], { key: section, needed })
      : problemAt(rules.mappingNeeded, [section], {
          found: isMapping(value) ? 'an empty mapping' : quoteValue(value),
          needed,
        }),
  );
  return {};
}

export interface ExtendedWorkloads {
  /** Entries as written, without `extends`; values other than mappings stay unchanged. */
  readonly entries: Mapping;
  /** Workloads whose `extends` names no valid workload, so their inherited settings are unknown. */
  readonly broken: ReadonlySet<string>;
  readonly problems: readonly Problem[];
  /** Moves problems of inherited settings to their origin, once if the base has them too. */
  readonly whereWritten: (problems: readonly Problem[]) => Problem[];
}

/** Fills in inherited settings of workloads; own settings take precedence. */
export function applyExtends(workloads: Mapping): ExtendedWorkloads {
  const entries = new Map<string, unknown>();
  const owners = new Map<string, ReadonlyMap<string, string>>();
  const broken = new Set<string>();
  const problems: Problem[] = [];
  for (const [name, entry] of Object.entries(workloads)) {
    if (!isMapping(entry)) {
      entries.set(name, entry);
      continue;
    }
    const { chain, complete } = followExtends(workloads, name);
    if (!complete) broken.add(name);
    problems.push(...checkExtends(workloads, name, chain));
    const merged = new Map<string, unknown>();
    const owner = new Map<string, string>();
    for (const one of chain) {
      for (const [key, value] of Object.entries(workloads[one] as Mapping)) {
        if (key === 'extends' || merged.has(key)) continue;
        merged.set(key, value);
        owner.set(key, one);
      }
    }
    entries.set(name, Object.fromEntries(merged));
    owners.set(name, owner);
  }
  return {
    entries: Object.fromEntries(entries),
    broken,
    problems,
    whereWritten: (found) => relocateProblems(found, owners),
  };
}

/** A workload and all workloads that it extends, directly or indirectly; incomplete with an unknown name or a cycle. */
function followExtends(workloads: Mapping, name: string): { chain: readonly string[]; complete: boolean } {
  const chain = [name];
  for (let at = workloads[name]; ; ) {
    if (!isMapping(at)) return { chain: chain.slice(0, -1), complete: false };
    if (!Object.hasOwn(at, 'extends')) return { chain, complete: true };
    const base = at['extends'];
    const known = typeof base === 'string' && Object.hasOwn(workloads, base) && !chain.includes(base);
    if (!known) return { chain, complete: false };
    chain.push(base);
    at = workloads[base];
  }
}

/** Problems of the `extends` of this workload. Problems of extended workloads are reported at those workloads. */
function checkExtends(workloads: Mapping, name: string, chain: readonly string[]): Problem[] {
  const base = (workloads[name] as Mapping)['extends'];
  if (base === undefined) return [];
  const path = ['workloads', name, 'extends'];
  if (typeof base !== 'string') return [problemAt(rules.extendsNeeded, path, { found: quoteValue(base) })];
  if (!Object.hasOwn(workloads, base)) {
    const others = Object.keys(workloads).filter((one) => one !== name);
    return [problemAt(rules.unknownWorkload, path, { found: quoteValue(base), allowed: formatAllowed(base, others) })];
  }
  const last = workloads[chain.at(-1) ?? name];
  const closes = isMapping(last) && last['extends'] === name;
  // One problem for each cycle, at its first workload.
  const order = Object.keys(workloads);
  if (!closes || chain.some((one) => order.indexOf(one) < order.indexOf(name))) return [];
  const circle = [...chain, name].map((one) => `\`${one}\``).join(' extends ');
  return [problemAt(rules.circle, path, { circle })];
}

/** Moves problems of inherited settings to the workload that defines them. */
function relocateProblems(
  problems: readonly Problem[],
  owners: ReadonlyMap<string, ReadonlyMap<string, string>>,
): Problem[] {
  const ownerOf = ({ path: [section, name, key] }: Problem): string | undefined => {
    const owner = section === 'workloads' ? owners.get(String(name))?.get(String(key)) : undefined;
    return owner === name ? undefined : owner;
  };
  const keyOf = (code: string, path: Problem['path']): string => JSON.stringify([code, path]);
  const said = new Set(problems.filter((one) => ownerOf(one) === undefined).map(({ code, path }) => keyOf(code, path)));
  return problems.flatMap((problem) => {
    const owner = ownerOf(problem);
    if (owner === undefined) return [problem];
    const path = ['workloads', owner, ...problem.path.slice(2)];
    const key = keyOf(problem.code, path);
    if (said.has(key)) return [];
    said.add(key);
    const whom = `in \`${String(problem.path[1])}\`, which inherits it from \`${owner}\``;
    return [{ ...problem, path, message: `${problem.message} (${whom})` }];
  });
}
