/**
 * Stores that others own: nothing is measured there without a lease, none is held by two, and none is left. Hosts are
 * asked to clean before their lease is released.
 */
import { lostAnswer } from '../cloud/cloud';
import type { CallRecord } from '../cloud/service';
import { rigOf as partOfRig } from '../../shapes/execution-names';
import { leaseKey } from '../../shapes/layout';
import { hostStore } from '../../shapes/managed';
import { copiesOfPlan } from '../../shapes/plan';
import { MANAGED_HOST_KIND } from '../../shapes/receipt';
import { itemsOf, membersOf, nameOf } from './creates';
import { complain, type ExecutionFacts, type Finding } from './facts';
import type { LeaseWrite, PlacedCall, Walk } from './walk';

/** @returns every lease that was taken from somebody, is missing or is left */
export function leasesHeld(
  { executionId, plan, receipt }: Pick<ExecutionFacts, 'executionId' | 'plan' | 'receipt'>,
  { leases, commands }: Walk,
): Finding[] {
  const copies = plan === null ? [] : copiesOfPlan(plan);
  const keys = [...new Set(copies.flatMap(({ foreign }) => foreign?.stores ?? []).map(leaseKey))];
  return keys.flatMap((key) => {
    const all = leases.filter((one) => one.key === key);
    const its = all.filter(({ call }) => call.error === undefined);
    const rigs = new Set(
      copies.flatMap(({ rig, foreign }) => (foreign?.stores.some((store) => leaseKey(store) === key) ? [rig] : [])),
    );
    return [
      ...stolen(its),
      // A command to hosts of a rig that measures the store comes only while the lease is held.
      ...commands
        .filter(({ call }) => rigs.has(partOfRig(call.execution) ?? ''))
        .filter((command) => !holds(its, command, executionId))
        .map(({ call }) => complain('NoLease', `${nameOf(call)} came while the execution held no lease`)),
      // One that says what is left says of the lease, too.
      ...(receipt?.clean === true && !all.some((one) => isReleasing(one, executionId))
        ? stillHeld(its, executionId)
        : []),
    ];
  });
}

/** Two executions never measure one store at once. */
function stolen(its: readonly LeaseWrite[]): Finding[] {
  return its.flatMap((one, index) => {
    const before = its[index - 1];
    if (before === undefined || before.lease.released || before.lease.executionId === one.lease.executionId) return [];
    if (1000 * before.lease.expiresAt <= one.at) return [];
    const { store, executionId } = one.lease;
    return [complain('LeaseStolen', `${executionId} took ${store}, which ${before.lease.executionId} held`)];
  });
}

/** Whether the lease was held when a command was sent. */
function holds(its: readonly LeaseWrite[], { place, at }: PlacedCall, executionId: string): boolean {
  const last = its.findLast((one) => one.place < place)?.lease;
  return last?.executionId === executionId && !last.released && at <= 1000 * last.expiresAt;
}

/** What is told of a write that may have come through all the same. */
const UNHEARD: ReadonlySet<string> = new Set(['TimeoutError', lostAnswer('s3').name]);

/** A release that nobody heard the end of may have come through: the next look of the teardown found it so. */
function isReleasing({ call, lease }: LeaseWrite, executionId: string): boolean {
  return UNHEARD.has(call.error?.name ?? '') && lease.executionId === executionId && lease.released;
}

function stillHeld(its: readonly LeaseWrite[], executionId: string): Finding[] {
  const last = its.findLast(({ lease }) => lease.executionId === executionId)?.lease;
  if (last === undefined || last.released) return [];
  return [complain('LeaseLeft', `${executionId} has ended and still holds ${last.store}`)];
}

// * Hosts that others own: nobody ends them, only who has leased a host sends it commands, and what was put there is
// gone afterwards, or the receipt names the host.

/** Calls that end a host, or take its agent from it. */
const ENDS = /^(Terminate|Stop|Reboot|Deregister)/;

/** @returns every managed host that was ended, disturbed or left as it was not */
export function managedHosts(
  { executionId, receipt, managed }: Pick<ExecutionFacts, 'executionId' | 'receipt' | 'managed'>,
  { ordered, commands, leases }: Walk,
): Finding[] {
  if (managed === undefined || managed.ids.length === 0) return [];
  const ids = new Set(managed.ids);
  const named = new Set(receipt?.left.flatMap(({ kind, id }) => (kind === MANAGED_HOST_KIND ? [id] : [])));
  const written = leases.filter(({ call }) => call.error === undefined);
  const leaseHeld = (id: string, command: PlacedCall): boolean =>
    holds(
      written.filter(({ key }) => key === leaseKey(hostStore(id))),
      command,
      executionId,
    );
  return [
    ...ordered
      .filter(({ call }) => ENDS.test(call.action))
      .flatMap(({ call }) => textsIn(call.input).map((id) => ({ call, id })))
      .filter(({ id }) => ids.has(id))
      .map(({ call, id }) => complain('ManagedHostEnded', `${nameOf(call)} names ${id}, which others own`)),
    ...commands
      .flatMap((command) => listHosts(command.call).map((id) => ({ command, id })))
      .filter(({ command, id }) => !leaseHeld(id, command))
      .map(({ command: { call }, id }) =>
        complain('NoHostLease', `${nameOf(call)} went to ${id}, of which the execution held no lease`),
      ),
    ...(receipt === null ? [] : managed.left)
      .filter((one) => one.executionId === executionId && !named.has(one.id))
      .map(({ id }) => complain('ManagedHostDirty', `something stays on ${id}, and the receipt does not say so`)),
  ];
}

/** Hosts that a command names one by one. */
function listHosts({ input }: CallRecord): string[] {
  const targets = itemsOf(membersOf(input)['Targets']).map(membersOf);
  return targets.filter(({ Key }) => Key === 'InstanceIds').flatMap(({ Values }) => textsIn(Values));
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return Object.values(membersOf(value)).flatMap(textsIn);
}
