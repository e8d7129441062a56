/** How much of its CPU, network and NFS slots each host used in a trial. One of these may have limited the result. */
import { groupBy } from '../../shapes/collections';
import type { RoleUsage } from '../../shapes/verdict';
import type { HostRaw } from '../../workloads/contract';
import { readEvidence } from '../../workloads/evidence';
import { type NfsDeltas, computeDeltas } from './counter-deltas';

/** One entry per role, in the order of the hosts, without hosts that left no readable evidence. */
export function computeRoleUses(hosts: readonly HostRaw[]): readonly RoleUsage[] {
  const roles = new Map(hosts.map(({ host, status }) => [host, status?.role ?? host.replace(/-\d+$/, '')]));
  const deltas = computeDeltas(readEvidence(hosts));
  return [...groupBy(deltas, ({ host }) => roles.get(host) ?? '')].map(([role, all]) => ({
    role,
    cpu: all.map(({ deltas: { cpu } }) => roundDigits(Math.max(0, 1 - cpu.idle - cpu.stolen))),
    ...toKernelUse(all.flatMap(({ deltas: { kernel } }) => (kernel === null ? [] : [roundDigits(kernel)]))),
    network: requireKnown(all.map(({ deltas: { traffic } }) => (traffic === null ? null : roundDigits(traffic)))),
    ...toNfsUse(all.flatMap(({ deltas: { nfs } }) => (nfs === null ? [] : [nfs]))),
    delayedHosts:
      requireKnown(all.map(({ deltas: { delayedPackets } }) => delayedPackets))?.filter((count) => count > 0).length ??
      null,
  }));
}

function toKernelUse(kernel: readonly number[]): Pick<RoleUsage, 'kernel'> {
  return kernel.length === 0 ? {} : { kernel };
}

/** The operation on which hosts spent most time. */
function toNfsUse(all: readonly Readonly<Record<string, NfsDeltas>>[]): Pick<RoleUsage, 'nfs'> {
  const sums = new Map<string, NfsDeltas>();
  for (const [name, one] of all.flatMap((own) => Object.entries(own))) {
    const { operations, queued, whole: took } = sums.get(name) ?? { operations: 0, queued: 0, whole: 0 };
    const more = { queued: queued + one.queued, whole: took + one.whole };
    sums.set(name, { operations: operations + one.operations, ...more });
  }
  const [most] = [...sums].toSorted(([, a], [, b]) => b.whole - a.whole);
  if (most === undefined) return {};
  const [operation, { operations, queued, whole: took }] = most;
  const mean = (sum: number): number => roundDigits(sum / operations);
  return { nfs: { operation, operations, queuedMs: mean(queued), totalMs: mean(took) } };
}

function requireKnown(values: readonly (number | null)[]): readonly number[] | null {
  const known = values.filter((value) => value !== null);
  return known.length === values.length ? known : null;
}

/** Fewer digits, as rows are kept for long and fleets are large. */
function roundDigits(value: number): number {
  return Number(value.toPrecision(3));
}
