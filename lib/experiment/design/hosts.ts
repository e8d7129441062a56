/** The hosts of cells: the roles of a fleet on one target at the levels of a cell, and what follows from them alone. */
import { canonical, shared } from '../../shapes/canonical';
import type { Mounts } from '../../shapes/fixture';
import type { Problem } from '../../shapes/problem';
import type { Role } from '../../shapes/spec';
import type { Target } from '../../targets/contract';
import type { Mapping } from '../language/mapping';
import { factorsOfRole, type RoleOnTarget, settleRole } from '../language/mount';
import type { Assignment } from './space';

type Fleet = Readonly<Record<string, Role>>;

/** Roles as their kinds make them. */
export interface Hosts {
  /** That any of them refers to. */
  readonly factors: readonly string[];
  readonly problems: readonly Problem[];
  /** None of them is wrong. */
  readonly complete: boolean;
  readonly fleet: Fleet;
  /** What hosts mount, and the texts by which cells are told apart. */
  readonly keys: { readonly mounts: Mounts; readonly fleetKey: string; readonly mountKey: string };
}

/** Roles as written, on a target, and the factors that any of them refers to. */
export function rolesOn(
  fleet: Readonly<Record<string, Mapping>>,
  targetName: string,
  target: Target,
): { readonly roles: readonly RoleOnTarget[]; readonly factors: readonly string[] } {
  const roles = Object.entries(fleet).map(([role, entry]) => ({ role, entry, targetName, target }));
  return { roles, factors: [...new Set(roles.flatMap(factorsOfRole))] };
}

/** Roles at the levels of a cell. Never throws: what is wrong is in `problems`. */
export function hostsOf(
  roles: readonly RoleOnTarget[],
  factors: readonly string[],
  levels: Assignment['levels'],
): Hosts {
  const settled = roles.map((on) => [on.role, settleRole(on, levels)] as const);
  const fleet = Object.fromEntries(settled.flatMap(([name, { value }]) => (value ? [[name, value]] : [])));
  return {
    factors,
    problems: settled.flatMap(([, { problems }]) => problems),
    complete: settled.every(([, { value }]) => value !== undefined),
    fleet: shared(fleet),
    keys: {
      mounts: mountsOf(fleet),
      fleetKey: canonical(mapped(fleet, ({ mount: _, ...hosts }) => hosts)),
      mountKey: canonical(mapped(fleet, ({ mount }) => mount ?? {})),
    },
  };
}

function mountsOf(fleet: Fleet): Mounts {
  return Object.fromEntries(
    Object.entries(fleet).flatMap(([role, { mount = {} }]) => (mount === 'none' ? [] : [[role, mount]])),
  );
}

function mapped<R>(fleet: Fleet, of: (role: Role) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(fleet).map(([name, role]) => [name, of(role)]));
}
