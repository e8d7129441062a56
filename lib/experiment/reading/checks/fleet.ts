/** Roles of the fleet: their hosts, and how these mount each target. */
import rules from '../../rules.json';
import { hasManaged, MOST_MANAGED } from '../../../shapes/managed';
import { problemAt, problemIf, type Path, type Problem, unknownName } from '../../../shapes/problem';
import type { Role } from '../../../shapes/spec';
import type { Target } from '../../../targets/contract';
import type { Assignment } from '../../design/space';
import type { Kinds } from '../../kinds';
import type { Factor, LevelEntry } from '../../language/level';
import { referenceOf } from '../../language/reference';
import { isMapping, type Mapping, show } from '../../language/mapping';
import { factorsOfRole, type RoleOnTarget, settleRole } from '../../language/mount';
import { role as roleSchema } from '../../../shapes/spec-schema';
import { knownKeys } from '../../language/schema-problems';
import type { Sections } from '../../language/sections';
import { checkSettings, distinctVariants, settingsOf } from '../../language/settings';
import { allowedNames, listed } from '../../../shapes/suggest';

type Levels = ReadonlyMap<string, LevelEntry>;

/** Levels of the assignments that are meant. */
export type Variants = (which: (one: Assignment) => boolean) => readonly Levels[];

/** What the design chose; where that is not known, each level alone. */
export function variantsOf(factors: readonly Factor[], assignments: readonly Assignment[] | undefined): Variants {
  if (assignments !== undefined) return (which) => assignments.filter(which).map((one) => one.levels);
  const each = alone(factors);
  return () => each;
}

/** All first levels, and every other level alone. */
function alone(factors: readonly Factor[]): Levels[] {
  const first = new Map(
    factors.flatMap(({ name, levels: [level] }) => (level === undefined ? [] : [[name, level] as const])),
  );
  const others = factors.flatMap(({ name, levels }) =>
    levels.slice(1).map((level) => new Map([...first, [name, level]])),
  );
  return [first, ...others];
}

/** Targets of known kinds, by name. */
type Known = readonly { readonly name: string; readonly target: Target }[];

/**
 * Checks every role, and what it says of mounting for every target.
 * @param mixed targets cannot be in one experiment: what hosts lack for one of them is not said.
 */
export function checkFleet(
  sections: Sections,
  factors: readonly Factor[],
  kinds: Kinds,
  variants: Variants,
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
      settingsOf(hosts, ['fleet', role]),
      roleSchema,
      variants(() => true),
      (settled) => [
        ...checkManagedRole(settled),
        ...problemIf(settled.instanceType === undefined && needsTypes, rules.instanceTypeMissing, ['instanceType']),
      ],
    );
    if (mixed) return ofHosts;
    // An option may be one of a target whose kind is misspelt.
    const ofOptions = known.length < all.length ? [] : checkOptions(role, mount, known, factors);
    return [...ofHosts, ...ofOptions, ...checkMounts(role, entry, known, variants)];
  });
  return [...roles, ...checkManagedFleet(sections.fleet, known)];
}

/** Values of the options, as the kind of each target reads them. */
function checkMounts(role: string, entry: Mapping, known: Known, variants: Variants): Problem[] {
  return known.flatMap(({ name: targetName, target }) => {
    const on: RoleOnTarget = { role, entry: { mount: entry['mount'] }, targetName, target };
    const levels = variants((one) => one.target === targetName);
    return distinctVariants(factorsOfRole(on), levels).flatMap((one) => settleRole(on, one).problems);
  });
}

/** Names of options and targets. */
function checkOptions(role: string, mount: unknown, known: Known, factors: readonly Factor[]): Problem[] {
  const path = ['fleet', role, 'mount'];
  const reference = referenceOf(mount);
  if (reference !== undefined) {
    const levels = factors.find(({ name }) => name === reference.factor)?.levels ?? [];
    return levels.flatMap(({ value, index }) => unknownOptions(value, ['factors', reference.factor, index], known));
  }
  if (!isMapping(mount) || !Object.hasOwn(mount, 'each')) return unknownOptions(mount, path, known);
  const { each, ...beside } = mount;
  const alone = Object.keys(beside).map((key) => problemAt(rules.optionBesideEach, [...path, key], { key }));
  const there = [...path, 'each'];
  const targets = known.map(({ name }) => name);
  return [
    ...alone,
    ...(isMapping(each)
      ? Object.keys(each).flatMap((name) => unknownName(rules.unknownTarget, [...there, name], name, targets))
      : [problemAt(rules.eachNeeded, there, { found: show(each) })]),
  ];
}

/** Options for all targets that the kind of none of them knows. */
function unknownOptions(mount: unknown, path: Path, known: Known): Problem[] {
  if (!isMapping(mount)) return [];
  const options = [...new Set(known.flatMap(({ target }) => knownKeys(target.mountSchema)))];
  const kinds = [...new Set(known.map(({ target }) => target.kind))];
  return Object.keys(mount).flatMap((name) =>
    options.length === 0
      ? [problemAt(rules.noMountOptions, [...path, name], { name, kinds })]
      : problemIf(!options.includes(name), rules.unknownMountOption, [...path, name], {
          name,
          allowed: allowedNames(name, [...options, 'each']),
        }),
  );
}

type Fleet = Readonly<Record<string, Mapping>>;

/** A role at some levels; paths are from its entry. */
function checkManagedRole({ managed, count, instanceType, image, placement }: Omit<Role, 'mount'>): Problem[] {
  if (managed === undefined) return [];
  const own = { instanceType, image, placement };
  return [
    ...Object.entries(own).flatMap(([key, value]) =>
      problemIf(value !== undefined, rules.makesAndManages, [key], { key }),
    ),
    ...tooManyManaged(['count'], count, `${count} managed hosts`),
  ];
}

/** All roles together. @param targets of known kinds, as they are on managed hosts */
function checkManagedFleet(fleet: Fleet, targets: Known): Problem[] {
  const managed = Object.keys(fleet).filter((role) => fleet[role]?.['managed'] !== undefined);
  if (managed.length === 0) return [];
  // Hosts of one rig are commanded by their tags or by their ids.
  const [made = ''] = Object.keys(fleet).filter((role) => !managed.includes(role));
  const which = managed.length === 1 ? 'exists' : 'exist';
  const counts = managed.map((role) => fleet[role]?.['count'] ?? 1);
  const sum = counts.reduce<number>((all, count) => all + (typeof count === 'number' ? count : 1), 0);
  // Of one alone it is said there.
  const together = managed.length === 1 ? 0 : sum;
  return [
    ...problemIf(made !== '', rules.mixedFleet, ['fleet', made], { made, managed, which }),
    ...tooManyManaged(['fleet'], together, `${sum} managed hosts of ${listed(managed)} together`),
    // What is made in AWS lets in only hosts that were made with it.
    ...targets.flatMap(({ name, target: { kind, foreign } }) =>
      problemIf(foreign === undefined, rules.madeInNetwork, ['targets', name, 'kind'], { kind }),
    ),
  ];
}

function tooManyManaged(path: Path, count: number, found: string): Problem[] {
  return problemIf(count > MOST_MANAGED, rules.tooManyManaged, path, { found, mostManaged: MOST_MANAGED });
}
