/** Roles of the fleet: their hosts, and how these mount each target. */
import texts from '../../messages.json';
import { hasManaged, MOST_MANAGED } from '../../../shapes/managed';
import { errorAt, type Path, type Problem, say } from '../../../shapes/problem';
import type { Role } from '../../../shapes/spec';
import type { Target } from '../../../targets/contract';
import type { Assignment } from '../../design/space';
import type { Kinds } from '../../kinds';
import type { Factor, LevelEntry } from '../../language/level';
import { referenceOf } from '../../language/reference';
import { isMapping, type Mapping, show } from '../../language/mapping';
import { factorsOfRole, type RoleOnTarget, settleRole } from '../../language/mount';
import { role as roleSchema } from '../../language/role';
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
  const remote = known.some(({ target }) => !target.local);
  const roles = Object.entries(sections.fleet).flatMap(([role, entry]) => {
    const { mount, ...hosts } = entry;
    const ofHosts = checkSettings(
      settingsOf(hosts, ['fleet', role]),
      roleSchema,
      variants(() => true),
      (settled) => [
        ...checkManagedRole(settled),
        ...(settled.instanceType === undefined && remote && !mixed && !hasManaged(sections.fleet)
          ? [MISSING_TYPE]
          : []),
      ],
    );
    if (mixed) return ofHosts;
    // An option may be one of a target whose kind is misspelt.
    const ofOptions = known.length < all.length ? [] : checkOptions(role, mount, known, factors);
    return [...ofHosts, ...ofOptions, ...checkMounts(role, entry, known, variants)];
  });
  return [...roles, ...checkManagedFleet(sections.fleet, known)];
}

const MISSING_TYPE: Problem = errorAt(
  'MissingKey',
  ['instanceType'],
  '`instanceType` is missing; targets in AWS need EC2 hosts, e.g. c5n.2xlarge',
);

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
  const alone = Object.keys(beside).map(
    (key): Problem =>
      errorAt(
        'Contradiction',
        [...path, key],
        `\`${key}\` stands beside \`each\`, which says all for each target alone; put it into their mappings`,
      ),
  );
  return [...alone, ...eachProblems(each, [...path, 'each'], known)];
}

function eachProblems(each: unknown, path: Path, known: Known): Problem[] {
  if (!isMapping(each)) {
    const message = `found ${show(each)}; needed here: a mapping of targets, e.g. { <target>: { … } }`;
    return [errorAt('WrongType', path, message)];
  }
  const names = known.map(({ name }) => name);
  return Object.keys(each)
    .filter((name) => !names.includes(name))
    .map((name) => {
      const message = `no target is called \`${name}\`; ${allowedNames(name, names)}`;
      return errorAt('UnknownTarget', [...path, name], message);
    });
}

/** Options for all targets that the kind of none of them knows. */
function unknownOptions(mount: unknown, path: Path, known: Known): Problem[] {
  if (!isMapping(mount)) return [];
  const options = [...new Set(known.flatMap(({ target }) => knownKeys(target.mountSchema)))];
  return Object.keys(mount)
    .filter((option) => !options.includes(option))
    .map((option) => {
      const kinds = [...new Set(known.map(({ target }) => target.kind))];
      const rest =
        options.length === 0
          ? `mounts of ${listed(kinds)} have no options; take it out`
          : allowedNames(option, [...options, 'each']);
      const message = `no target of the experiment knows the option \`${option}\`; ${rest}`;
      return errorAt('UnknownKey', [...path, option], message);
    });
}

type Fleet = Readonly<Record<string, Mapping>>;

const SEND = 'https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_SendCommand.html';

/** A role at some levels; paths are from its entry. */
function checkManagedRole({ managed, count, instanceType, image, placement }: Omit<Role, 'mount'>): Problem[] {
  if (managed === undefined) return [];
  const own = { instanceType, image, placement };
  const beside = Object.entries(own).flatMap(([key, value]) => (value === undefined ? [] : [key]));
  const message = (key: string): string =>
    `\`${key}\` stands beside \`managed\`, whose hosts exist already: it says what hosts to make; take one of them out`;
  return [
    ...beside.map((key) => errorAt('Contradiction', [key], message(key))),
    ...(count > MOST_MANAGED ? [tooMany(['count'], `${count} managed hosts`)] : []),
  ];
}

/** All roles together. @param targets of known kinds, as they are on managed hosts */
function checkManagedFleet(fleet: Fleet, targets: Known): Problem[] {
  const managed = Object.keys(fleet).filter((role) => fleet[role]?.['managed'] !== undefined);
  if (managed.length === 0) return [];
  return [...checkMade(fleet, managed), ...checkSum(fleet, managed), ...checkManagedTargets(targets)];
}

/** Hosts of one rig are commanded by their tags or by their ids. */
function checkMade(fleet: Fleet, managed: readonly string[]): Problem[] {
  const [made] = Object.keys(fleet).filter((role) => !managed.includes(role));
  if (made === undefined) return [];
  const message =
    `\`${made}\` is to be made and ${listed(managed)} ${managed.length === 1 ? 'exists' : 'exist'} already: this ` +
    'version has all hosts of an experiment managed, or none; write `managed` here too';
  return [errorAt('MixedFleet', ['fleet', made], message)];
}

function checkSum(fleet: Fleet, managed: readonly string[]): Problem[] {
  const counts = managed.map((role) => fleet[role]?.['count'] ?? 1);
  const sum = counts.reduce<number>((all, count) => all + (typeof count === 'number' ? count : 1), 0);
  // Of one alone it is said there.
  if (sum <= MOST_MANAGED || managed.length === 1) return [];
  return [tooMany(['fleet'], `${sum} managed hosts of ${listed(managed)} together`)];
}

function tooMany(path: Path, found: string): Problem {
  const message = `found ${found}; allowed: at most ${MOST_MANAGED}, as one command names so many ids (${SEND})`;
  return errorAt('OutOfRange', path, message);
}

/** What is made in AWS lets in only hosts that were made with it. */
function checkManagedTargets(targets: Known): Problem[] {
  return targets
    .filter(({ target }) => target.foreign === undefined)
    .map(({ name, target }) => {
      const message = say(texts.madeInNetwork, { kind: target.kind });
      return errorAt('NotOnManaged', ['targets', name, 'kind'], message);
    });
}
