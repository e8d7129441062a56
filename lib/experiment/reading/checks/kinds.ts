/** Checks targets, workloads and roles with their kinds, at every factor value of the design. */
import rules from '../../rules.json';
import type * as z from 'zod';
import { problemAt, problemIf, type Problem, type Path, checkName } from '../../../shapes/problem';
import type { Entry, Role } from '../../../shapes/spec';
import type { Assignment } from '../../design/space';
import type { Kinds } from '../../kinds';
import { eventsSchema, toEventSettings } from '../../language/events';
import type { Factor, LevelEntry } from '../../language/level';
import { isMapping, type Mapping, quoteValue } from '../../language/mapping';
import { parseReach } from '../../language/reach';
import type { Sections } from '../../language/sections';
import {
  checkSettings,
  intersectProblems,
  type Settings,
  toTargetSettings,
  toWorkloadSettings,
  listStages,
  listDistinctVariants,
  toSettings,
} from '../../language/settings';
import { hasManaged, MAX_MANAGED_HOSTS } from '../../../shapes/managed-hosts';
import type { Target } from '../../../targets/contract';
import { parseReference } from '../../language/reference';
import { listRoleFactors, type RoleOnTarget, parseRole } from '../../language/mount';
import { roleSchema } from '../../../shapes/spec-schema';
import { listKnownKeys } from '../../language/schema-problems';
import { formatAllowed, joinNames } from '../../../shapes/suggest';

/**
 * Checks every target, workload and role with the rules of its kind.
 * @param assignments of the design. If undefined, the checks try each factor value alone
 */
export function checkKinds(
  sections: Sections,
  factors: readonly Factor[],
  kinds: Kinds,
  assignments: readonly Assignment[] | undefined,
): Problem[] {
  const variants = makeVariants(factors, assignments);
  const each = makeVariants(factors, undefined)(() => true);
  const mixed = checkMixedTargets(sections, kinds);
  return [
    ...mixed,
    ...checkTargets(sections, kinds, { variants, each }),
    ...checkWorkloads(sections, kinds, { variants, each }),
    // If targets cannot be combined, missing host settings for one of them are not a second problem.
    ...checkFleet(sections, factors, kinds, variants, mixed.length > 0),
  ];
}

/** Factor values to check entries with: those of their configurations, or each value alone for unused entries. */
interface CheckedLevels {
  readonly variants: PickLevels;
  readonly each: ReturnType<PickLevels>;
}

/**
 * Checks an entry at the factor values of its configurations. Of an unused entry, it reports only problems that occur
 * at every value, and no settings that extending entries may add.
 */
function checkEntry<T>(
  settings: Settings,
  schema: z.ZodType<T>,
  { levels, each }: { readonly levels: CheckedLevels['each']; readonly each: CheckedLevels['each'] },
  more: (value: T) => readonly Problem[],
): readonly Problem[] {
  if (levels.length > 0) return checkSettings(settings, schema, levels, more);
  return intersectProblems(each.map((one) => checkSettings(settings, schema, [one], more))).filter(
    ({ code }) => code !== 'MissingKey',
  );
}

function checkTargets({ targets }: Sections, kinds: Kinds, { variants, each }: CheckedLevels): Problem[] {
  return Object.entries(targets).flatMap(([name, entry]) => {
    const target = kinds.targetOf(entry.kind);
    if (target === undefined) return [];
    const stages = listStages(entry);
    const kept = target.local || target.external !== undefined;
    const unreached = stages.slice(1).filter((stage) => parseReach(entry, stage) === null);
    const fixed = kept ? unreached.flatMap((stage) => (stage === null ? [] : checkNoStages(name, stage, entry))) : [];
    const own = stages.flatMap((stage) =>
      checkEntry(
        toTargetSettings(entry, name, stage),
        target.schema,
        { levels: variants((one) => one.target === name && one.stage === stage), each },
        (config) => target.check(config),
      ),
    );
    return [...fixed, ...own];
  });
}

function checkWorkloads({ workloads, fleet }: Sections, kinds: Kinds, { variants, each }: CheckedLevels): Problem[] {
  const known = Object.keys(fleet);
  // A missing fleet is reported already.
  const lacks = (role: string): boolean => known.length > 0 && !known.includes(role);
  return Object.entries(workloads).flatMap(([name, entry]) => {
    const workload = kinds.workloadOf(entry.kind);
    if (workload === undefined) return [];
    const settings = toWorkloadSettings(entry, name, workload.schema, fleet);
    const levels = variants((one) => one.workload === name);
    const ofEvents = checkEntry(toEventSettings(entry, name), eventsSchema, { levels, each }, () => []);
    const own = checkEntry(settings, workload.schema, { levels, each }, (params) => [
      ...workload.check(params),
      ...workload
        .roles(params, known)
        .flatMap(({ role }) => problemIf(lacks(role), rules.missingRole, [], { kind: entry.kind, role, names: known })),
    ]);
    return [...own, ...ofEvents];
  });
}

/** Hosts of an experiment are either all local processes or all EC2 instances. */
function checkMixedTargets(sections: Sections, kinds: Kinds): Problem[] {
  const targets = Object.entries(sections.targets);
  const [here, there] = [true, false].map((local) =>
    targets.find(([, { kind }]) => kinds.targetOf(kind)?.local === local),
  );
  if (here === undefined || there === undefined) return [];
  const [[name, { kind }], [name2, { kind: kind2 }]] = [here, there];
  return [problemAt(rules.mixedTargets, ['targets', name, 'kind'], { name, kind, name2, kind2 })];
}

/** An invalid `reach` is reported elsewhere. */
function checkNoStages(name: string, stage: string, entry: Entry): Problem[] {
  const written = (entry['stages'] as Mapping)[stage];
  const isReached = isMapping(written) && Object.hasOwn(written, 'reach');
  return problemIf(!isReached, rules.noStages, ['targets', name, 'stages', stage], { kind: entry.kind, stage });
}

type Levels = ReadonlyMap<string, LevelEntry>;

type PickLevels = (which: (one: Assignment) => boolean) => readonly Levels[];

/** Factor values of the design. If the design is unknown, each value alone. */
function makeVariants(factors: readonly Factor[], assignments: readonly Assignment[] | undefined): PickLevels {
  if (assignments !== undefined) return (which) => assignments.filter(which).map((one) => one.levels);
  const each = listSingleLevels(factors);
  return () => each;
}

/** All first values, and every other value alone. */
function listSingleLevels(factors: readonly Factor[]): Levels[] {
  const first = new Map(
    factors.flatMap(({ name, levels: [level] }) => (level === undefined ? [] : [[name, level] as const])),
  );
  const others = factors.flatMap(({ name, levels }) =>
    levels.slice(1).map((level) => new Map([...first, [name, level]])),
  );
  return [first, ...others];
}

type KnownTargets = readonly { readonly name: string; readonly target: Target }[];

/**
 * Checks every role, and its mounts for every target.
 * @param mixed targets cannot be combined: missing host settings for one of them are not reported
 */
function checkFleet(
  sections: Sections,
  factors: readonly Factor[],
  kinds: Kinds,
  variants: PickLevels,
  mixed: boolean,
): Problem[] {
  const all = Object.entries(sections.targets);
  const known = all.flatMap(([name, { kind }]) => {
    const target = kinds.targetOf(kind);
    return target === undefined ? [] : [{ name, target }];
  });
  const needsTypes = known.some(({ target }) => !target.local) && !mixed && !hasManaged(sections.fleet);
  const roles = Object.entries(sections.fleet).flatMap(([role, entry]) => {
    const { mount, ...hosts } = entry;
    const ofHosts = checkSettings(
      toSettings(hosts, ['fleet', role]),
      roleSchema,
      variants(() => true),
      (settled) => [
        ...checkManagedRole(settled),
        ...problemIf(settled.instanceType === undefined && needsTypes, rules.instanceTypeMissing, ['instanceType']),
      ],
    );
    if (mixed) return ofHosts;
    // Skip the check: an unknown option may belong to a target with a misspelt kind.
    const ofOptions = known.length < all.length ? [] : checkOptions(role, mount, known, factors);
    return [...ofHosts, ...ofOptions, ...checkMounts(role, entry, known, variants)];
  });
  return [...roles, ...checkManagedFleet(sections.fleet, known)];
}

function checkMounts(role: string, entry: Mapping, known: KnownTargets, variants: PickLevels): Problem[] {
  return known.flatMap(({ name: targetName, target }) => {
    const on: RoleOnTarget = { role, entry: { mount: entry['mount'] }, targetName, target };
    const levels = variants((one) => one.target === targetName);
    return listDistinctVariants(listRoleFactors(on), levels).flatMap((one) => parseRole(on, one).problems);
  });
}

function checkOptions(role: string, mount: unknown, known: KnownTargets, factors: readonly Factor[]): Problem[] {
  const path = ['fleet', role, 'mount'];
  const reference = parseReference(mount);
  if (reference !== undefined) {
    const levels = factors.find(({ name }) => name === reference.factor)?.levels ?? [];
    return levels.flatMap(({ value, index }) => checkOptionNames(value, ['factors', reference.factor, index], known));
  }
  if (!isMapping(mount) || !Object.hasOwn(mount, 'each')) return checkOptionNames(mount, path, known);
  const { each, ...beside } = mount;
  const alone = Object.keys(beside).map((key) => problemAt(rules.optionBesideEach, [...path, key], { key }));
  const there = [...path, 'each'];
  const targets = known.map(({ name }) => name);
  return [
    ...alone,
    ...(isMapping(each)
      ? Object.keys(each).flatMap((name) => checkName(rules.unknownTarget, [...there, name], name, targets))
      : [problemAt(rules.eachNeeded, there, { found: quoteValue(each) })]),
  ];
}

function checkOptionNames(mount: unknown, path: Path, known: KnownTargets): Problem[] {
  if (!isMapping(mount)) return [];
  const options = [...new Set(known.flatMap(({ target }) => listKnownKeys(target.mounting.schema)))];
  const kinds = [...new Set(known.map(({ target }) => target.kind))];
  return Object.keys(mount).flatMap((name) =>
    options.length === 0
      ? [problemAt(rules.noMountOptions, [...path, name], { name, kinds })]
      : problemIf(!options.includes(name), rules.unknownMountOption, [...path, name], {
          name,
          allowed: formatAllowed(name, [...options, 'each']),
        }),
  );
}

/** Rules for a managed role; paths are relative to its entry. */
function checkManagedRole({ managed, count, instanceType, image, placement }: Omit<Role, 'mount'>): Problem[] {
  if (managed === undefined) return [];
  const own = { instanceType, image, placement };
  return [
    ...Object.entries(own).flatMap(([key, value]) =>
      problemIf(value !== undefined, rules.makesAndManages, [key], { key }),
    ),
    ...checkManagedCount(['count'], count, `${count} managed hosts`),
  ];
}

/** Rules for all roles together. @param targets of known kinds, adapted to managed hosts */
function checkManagedFleet(fleet: Readonly<Record<string, Mapping>>, targets: KnownTargets): Problem[] {
  const managed = Object.keys(fleet).filter((role) => fleet[role]?.['managed'] !== undefined);
  if (managed.length === 0) return [];
  // A command addresses the hosts of a rig either by tags or by ids.
  const [made = ''] = Object.keys(fleet).filter((role) => !managed.includes(role));
  const which = managed.length === 1 ? 'exists' : 'exist';
  const counts = managed.map((role) => fleet[role]?.['count'] ?? 1);
  const sum = counts.reduce<number>((all, count) => all + (typeof count === 'number' ? count : 1), 0);
  // A single role reports it itself.
  const together = managed.length === 1 ? 0 : sum;
  return [
    ...problemIf(made !== '', rules.mixedFleet, ['fleet', made], { made, managed, which }),
    ...checkManagedCount(['fleet'], together, `${sum} managed hosts of ${joinNames(managed)} together`),
    // Resources in AWS admit only hosts created with them.
    ...targets.flatMap(({ name, target: { kind, external: foreign } }) =>
      problemIf(foreign === undefined, rules.madeInNetwork, ['targets', name, 'kind'], { kind }),
    ),
  ];
}

function checkManagedCount(path: Path, count: number, found: string): Problem[] {
  return problemIf(count > MAX_MANAGED_HOSTS, rules.tooManyManaged, path, { found, mostManaged: MAX_MANAGED_HOSTS });
}
