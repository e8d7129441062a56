/** Roles of the fleet: their hosts, and how these mount each target. */
import { hasManaged } from '../../../shapes/managed';
import type { Path, Problem } from '../../../shapes/problem';
import type { Target } from '../../../targets/contract';
import type { Kinds } from '../../kinds';
import type { Factor } from '../../language/level';
import { referenceOf } from '../../language/reference';
import { isMapping, type Mapping } from '../../language/mapping';
import { factorsOfRole, type RoleOnTarget, settleRole } from '../../language/mount';
import { role as roleSchema } from '../../language/role';
import { knownKeys } from '../../language/schema-problems';
import type { Sections } from '../../language/sections';
import { checkSettings, distinctVariants, settingsOf } from '../../language/settings';
import { show } from '../../language/show-value';
import { allowedNames, listed } from '../../../shapes/suggest';
import { checkManagedFleet, checkManagedRole } from './managed';
import type { Variants } from './variants';

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

const MISSING_TYPE: Problem = {
  severity: 'error',
  code: 'MissingKey',
  path: ['instanceType'],
  message: '`instanceType` is missing; targets in AWS need EC2 hosts, e.g. c5n.2xlarge',
};

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
    (key): Problem => ({
      severity: 'error',
      code: 'Contradiction',
      path: [...path, key],
      message: `\`${key}\` stands beside \`each\`, which says all for each target alone; put it into their mappings`,
    }),
  );
  return [...alone, ...eachProblems(each, [...path, 'each'], known)];
}

function eachProblems(each: unknown, path: Path, known: Known): Problem[] {
  if (!isMapping(each)) {
    const message = `found ${show(each)}; needed here: a mapping of targets, e.g. { <target>: { … } }`;
    return [{ severity: 'error', code: 'WrongType', path, message }];
  }
  const names = known.map(({ name }) => name);
  return Object.keys(each)
    .filter((name) => !names.includes(name))
    .map((name) => {
      const message = `no target is called \`${name}\`; ${allowedNames(name, names)}`;
      return { severity: 'error', code: 'UnknownTarget', path: [...path, name], message };
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
      return { severity: 'error', code: 'UnknownKey', path: [...path, option], message };
    });
}
