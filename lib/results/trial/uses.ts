/** How much the hosts of a trial used of their machines: what may have been the limit in the place of the storage. */
import { groupBy } from '../../shapes/group';
import type { RoleUse } from '../../shapes/verdict';
import type { HostRaw } from '../../workloads/contract';
import { evidenceOf } from './evidence';
import { type NfsSpent, spentTogether } from './spent';

/** One entry a role, in the order of the hosts; those that left no evidence that can be read are not counted. */
export function usesOf(hosts: readonly HostRaw[]): readonly RoleUse[] {
  const roles = new Map(hosts.map(({ host, status }) => [host, status?.role ?? host.replace(/-\d+$/, '')]));
  const spent = spentTogether(evidenceOf(hosts));
  return [...groupBy(spent, ({ host }) => roles.get(host) ?? '')].map(([role, all]) => ({
    role,
    cpu: all.map(({ spent: { cpu } }) => digits(Math.max(0, 1 - cpu.idle - cpu.stolen))),
    ...kernelOf(all.flatMap(({ spent: { kernel } }) => (kernel === null ? [] : [digits(kernel)]))),
    network: whole(all.map(({ spent: { traffic } }) => (traffic === null ? null : digits(traffic)))),
    ...nfsOf(all.flatMap(({ spent: { nfs } }) => (nfs === null ? [] : [nfs]))),
    held: whole(all.map(({ spent: { heldPackets } }) => heldPackets))?.filter((count) => count > 0).length ?? null,
  }));
}

function kernelOf(kernel: readonly number[]): Pick<RoleUse, 'kernel'> {
  return kernel.length === 0 ? {} : { kernel };
}

/** Of all operations that on which hosts spent most time. */
function nfsOf(all: readonly Readonly<Record<string, NfsSpent>>[]): Pick<RoleUse, 'nfs'> {
  const sums = new Map<string, NfsSpent>();
  for (const [name, one] of all.flatMap((own) => Object.entries(own))) {
    const { operations, queued, whole: took } = sums.get(name) ?? { operations: 0, queued: 0, whole: 0 };
    const more = { queued: queued + one.queued, whole: took + one.whole };
    sums.set(name, { operations: operations + one.operations, ...more });
  }
  const [most] = [...sums].toSorted(([, a], [, b]) => b.whole - a.whole);
  if (most === undefined) return {};
  const [operation, { operations, queued, whole: took }] = most;
  const mean = (sum: number): number => digits(sum / operations);
  return { nfs: { operation, operations, queued: mean(queued), whole: mean(took) } };
}

function whole(values: readonly (number | null)[]): readonly number[] | null {
  const known = values.filter((value) => value !== null);
  return known.length === values.length ? known : null;
}

/** Rows are kept for long, and fleets are large. */
function digits(value: number): number {
  return Number(value.toPrecision(3));
}
