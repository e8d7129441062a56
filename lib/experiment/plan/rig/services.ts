/**
 * Services on hosts, as the plan of a rig knows them. All target instances of a rig share its hosts, so a host has one
 * service in a slot: that of the instance whose setup command came last. Fixtures that stay, e.g. mounts and data,
 * belong to one instance.
 */
import type { Fixture } from '../../../shapes/fixture';

/** Fixtures of one target instance, as the plan knows them. */
interface InstanceFixtures {
  fixtures: readonly Fixture[];
}

/** Replaces the services of all other instances by those of one. @param from the instance whose command came last */
export function shareServices(standing: ReadonlyMap<string, InstanceFixtures>, from: string): void {
  const services = standing.get(from)?.fixtures.filter(({ stays }) => stays !== true) ?? [];
  for (const [copy, other] of standing)
    if (copy !== from) other.fixtures = [...other.fixtures.filter(({ stays }) => stays === true), ...services];
}

/** Forgets all services, e.g. after an event that kills one: the next trial sends its setup command again. */
export function dropServices(standing: ReadonlyMap<string, InstanceFixtures>): void {
  for (const one of standing.values()) one.fixtures = one.fixtures.filter(({ stays }) => stays === true);
}

/** Preparations of several instances run at the same time: only services that are equal in all are known to run. */
export function dropUnknownServices(standing: ReadonlyMap<string, InstanceFixtures>): void {
  const all = [...standing.values()].map(({ fixtures }) => fixtures);
  for (const one of standing.values())
    one.fixtures = one.fixtures.filter(
      ({ slot, key, stays }) =>
        stays === true || all.every((own) => own.some((other) => other.slot === slot && other.key === key)),
    );
}
