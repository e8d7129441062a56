/**
 * Hosts that others own: nobody ends them, only who has leased a host sends it commands, and what was put there is gone
 * afterwards, or the receipt names the host.
 */
import type { Lease } from '../../aws/leases/lease';
import { LEASES, leaseKey } from '../../shapes/layout';
import { hostStore } from '../../shapes/managed';
import { MANAGED_HOST_KIND } from '../../shapes/receipt';
import { belongsTo, inOrder, itemsOf, membersOf, nameOf, type PlacedCall, sendsCommand } from './creates';
import type { Complaint, ExecutionFacts } from './facts';

type Facts = Pick<ExecutionFacts, 'executionId' | 'calls' | 'receipt' | 'managed'>;

/** Calls that end a host, or take its agent from it. */
const ENDS = /^(Terminate|Stop|Reboot|Deregister)/;

/** @returns a complaint about every managed host that was ended, disturbed or left as it was not */
export function managedHosts({ executionId, calls, receipt, managed }: Facts): Complaint[] {
  if (managed === undefined || managed.ids.length === 0) return [];
  const ordered = inOrder(calls);
  const ids = new Set(managed.ids);
  return [
    ...ordered.filter(({ call }) => ENDS.test(call.action)).flatMap((one) => ended(one, ids)),
    ...withoutLease(ordered, executionId),
    ...(receipt === null ? [] : notTold(managed.left, executionId, receipt)),
  ];
}

function ended({ call }: PlacedCall, ids: ReadonlySet<string>): Complaint[] {
  return textsIn(call.input)
    .filter((text) => ids.has(text))
    .map((id) => complain('ManagedHostEnded', `${nameOf(call)} names ${id}, which others own`));
}

/** A command to a host comes only while its lease is held. */
function withoutLease(ordered: readonly PlacedCall[], executionId: string): Complaint[] {
  const leases = new Map<string, Lease>();
  return ordered.flatMap(({ call, at }) => {
    const { key, lease } = leaseIn(call) ?? {};
    if (key !== undefined && lease !== undefined) leases.set(key, lease);
    if (!sendsCommand(call) || !belongsTo(call, executionId)) return [];
    const named = itemsOf(membersOf(call.input)['Targets'])
      .map(membersOf)
      .filter(({ Key }) => Key === 'InstanceIds')
      .flatMap(({ Values }) => textsIn(Values));
    return named.flatMap((id) => {
      const last = leases.get(leaseKey(hostStore(id)));
      const held = last?.executionId === executionId && !last.released && at <= 1000 * last.expiresAt;
      const text = `${nameOf(call)} went to ${id}, of which the execution held no lease`;
      return held ? [] : [complain('NoHostLease', text)];
    });
  });
}

function leaseIn(call: PlacedCall['call']): { readonly key: string; readonly lease: Lease } | undefined {
  if (call.action !== 'PutObject' || call.error !== undefined) return undefined;
  const { Key: key, Body: body } = membersOf(call.input);
  return typeof key === 'string' && key.startsWith(LEASES) && typeof body === 'string'
    ? { key, lease: JSON.parse(body) as Lease }
    : undefined;
}

function notTold(
  left: NonNullable<Facts['managed']>['left'],
  executionId: string,
  receipt: NonNullable<Facts['receipt']>,
): Complaint[] {
  const told = new Set(receipt.left.filter(({ kind }) => kind === MANAGED_HOST_KIND).map(({ id }) => id));
  return left
    .filter((one) => one.executionId === executionId && !told.has(one.id))
    .map(({ id }) => complain('ManagedHostDirty', `something stays on ${id}, and the receipt does not say so`));
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return Object.values(membersOf(value)).flatMap(textsIn);
}

function complain(code: string, text: string): Complaint {
  return { checker: 'managed-hosts', code, text };
}
