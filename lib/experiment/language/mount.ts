/**
 * `mount` of a role for one target: missing (the defaults of its kind), `none`, one mapping for all targets (each kind
 * uses the options that it supports), or `{ each: { <target>: … } }`.
 */
import rules from '../rules.json';
import { DEFAULT_IMAGE } from '../../shapes/images';
import { problemAt, type Path, type Problem } from '../../shapes/problem';
import type { Role } from '../../shapes/spec';
import type { Target } from '../../targets/contract';
import type { LevelEntry } from './level';
import { findOrigin, parseReference, listReferences, resolveReference } from './reference';
import { roleSchema } from '../../shapes/spec-schema';
import { listKnownKeys } from './schema-problems';
import { isMapping, type Mapping, quoteValue } from './mapping';
import { type ParsedSettings, toSettings, parseSettings } from './settings';
import { canonicalize, dropUndefined, cacheJson } from '../../shapes/canonical-json';
import type { Mounts } from '../../shapes/fixture';

type Levels = ReadonlyMap<string, LevelEntry>;

export interface RoleOnTarget {
  readonly role: string;
  readonly entry: Mapping;
  readonly targetName: string;
  readonly target: Target;
}

const MOUNT_HELP = 'none, a mapping of mount options, or { each: { <target>: … } }';

/** The mount of one target, as written, with its path in the role. */
interface WrittenMount {
  readonly value: unknown;
  readonly path: Path;
  /** Whether the options are only for this target: then its kind must support every option. */
  readonly own: boolean;
}

/** Factors that a role refers to, as far as they affect the target. */
export function listRoleFactors(on: RoleOnTarget): string[] {
  const { mount: _, ...hosts } = on.entry;
  const found = [...listReferences(hosts, []), ...listReferences(pickKnownOptions(pickMount(on), on.target).value, [])];
  return [...new Set(found.map(({ reference }) => reference.factor))];
}

/** Parses a role at given factor values, with the mount options of the target's kind and their defaults. */
export function parseRole(on: RoleOnTarget, levels: Levels): ParsedSettings<Role> {
  const { mount: _, ...hosts } = on.entry;
  const ofHosts = parseSettings(toSettings(hosts, ['fleet', on.role]), roleSchema, levels);
  const ofMount = parseMount(on, levels);
  const problems = [...ofHosts.problems, ...ofMount.problems];
  const { value } = ofHosts;
  if (value === undefined || ofMount.value === undefined) return { problems };
  const { count, instanceType, placement, managed } = value;
  // Hosts with the default image are equal, whether the spec names the image or not.
  const image = value.image === DEFAULT_IMAGE ? undefined : value.image;
  const isEmpty = ofMount.value !== 'none' && Object.keys(ofMount.value).length === 0;
  const mount = isEmpty ? undefined : ofMount.value;
  return { problems, value: dropUndefined({ count, instanceType, image, placement, managed, mount }) };
}

function parseMount(on: RoleOnTarget, levels: Levels): { value?: 'none' | Mapping; problems: readonly Problem[] } {
  const found = pickMount(on);
  const { value, path } = resolveMountReference(on, found, levels);
  if (value === 'none') return { value, problems: [] };
  if (value !== undefined && !isMapping(value)) {
    // Unknown references are reported elsewhere.
    const unknown = parseReference(found.value) !== undefined && value === null;
    return {
      problems: unknown
        ? []
        : [problemAt(rules.mountNeeded, path, { found: quoteValue(value), mountHelp: MOUNT_HELP })],
    };
  }
  const { value: options } = pickKnownOptions({ ...found, value: value ?? {} }, on.target);
  const settings = {
    value: options as Mapping,
    place: (inner: Path, at: Levels, about: 'key' | 'value'): Path => findOrigin(options, path, inner, at, about),
  };
  const settled = parseSettings(settings, on.target.mounting.schema, levels);
  const { problems } = settled;
  return settled.value === undefined ? { problems } : { value: settled.value as Mapping, problems };
}

/** The value of `mount` for the target, before references are filled in. */
function pickMount({ entry, targetName }: RoleOnTarget): WrittenMount {
  const { mount } = entry;
  if (!isMapping(mount) || !Object.hasOwn(mount, 'each')) return { value: mount, path: ['mount'], own: false };
  const { each } = mount;
  const value = isMapping(each) && Object.hasOwn(each, targetName) ? each[targetName] : undefined;
  return { value, path: ['mount', 'each', targetName], own: true };
}

/** The factor value if the whole `mount` is a reference; null if the factor does not exist. */
function resolveMountReference(
  on: RoleOnTarget,
  { value, path }: WrittenMount,
  levels: Levels,
): { value: unknown; path: Path } {
  const base = ['fleet', on.role, ...path];
  const reference = parseReference(value);
  if (reference === undefined) return { value, path: base };
  return { value: resolveReference(reference, levels) ?? null, path: findOrigin(value, base, [], levels) };
}

/** Options for all targets, reduced to the options that this target's kind supports. */
function pickKnownOptions(found: WrittenMount, target: Target): WrittenMount {
  if (found.own || !isMapping(found.value)) return found;
  const known = listKnownKeys(target.mounting.schema);
  const value = Object.fromEntries(Object.entries(found.value).filter(([option]) => known.includes(option)));
  return { ...found, value };
}

type Fleet = Readonly<Record<string, Role>>;

export interface ResolvedFleet {
  /** Factors that any role refers to. */
  readonly factors: readonly string[];
  readonly problems: readonly Problem[];
  readonly complete: boolean;
  readonly fleet: Fleet;
  /** Mounts of the hosts, and keys that distinguish configurations. */
  readonly keys: { readonly mounts: Mounts; readonly fleetKey: string; readonly mountKey: string };
}

/** Roles as written, for a target, and the factors that any of them refers to. */
export function listFleetRoles(
  fleet: Readonly<Record<string, Mapping>>,
  targetName: string,
  target: Target,
): { readonly roles: readonly RoleOnTarget[]; readonly factors: readonly string[] } {
  const roles = Object.entries(fleet).map(([role, entry]) => ({ role, entry, targetName, target }));
  return { roles, factors: [...new Set(roles.flatMap(listRoleFactors))] };
}

/** Roles at the factor values of a configuration. Never throws: see `problems`. */
export function resolveFleet(
  roles: readonly RoleOnTarget[],
  factors: readonly string[],
  levels: Levels,
): ResolvedFleet {
  const settled = roles.map((on) => [on.role, parseRole(on, levels)] as const);
  const fleet = Object.fromEntries(settled.flatMap(([name, { value }]) => (value ? [[name, value]] : [])));
  return {
    factors,
    problems: settled.flatMap(([, { problems }]) => problems),
    complete: settled.every(([, { value }]) => value !== undefined),
    fleet: cacheJson(fleet),
    keys: {
      mounts: pickMounts(fleet),
      fleetKey: canonicalize(mapRoles(fleet, ({ mount: _, ...hosts }) => hosts)),
      mountKey: canonicalize(mapRoles(fleet, ({ mount }) => mount ?? {})),
    },
  };
}

function pickMounts(fleet: Fleet): Mounts {
  return Object.fromEntries(
    Object.entries(fleet).flatMap(([role, { mount = {} }]) => (mount === 'none' ? [] : [[role, mount]])),
  );
}

function mapRoles<R>(fleet: Fleet, of: (role: Role) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(fleet).map(([name, role]) => [name, of(role)]));
}
