/**
 * Stores that others own: nothing is measured there without a lease, none is held by two, and none is left. Hosts are
 * asked to clean before their lease is released.
 */
import { lostAnswer } from '../cloud/cloud';
import type { Lease } from '../../aws/leases/lease';
import { rigOf as partOfRig } from '../../shapes/execution-names';
import { LEASES, leaseKey } from '../../shapes/layout';
import { copiesOfPlan } from '../../shapes/plan';
import { belongsTo, inOrder, membersOf, nameOf, type PlacedCall, sendsCommand } from './creates';
import type { Complaint, ExecutionFacts } from './facts';

type Facts = Pick<ExecutionFacts, 'executionId' | 'plan' | 'calls' | 'receipt'>;

/** A write of a lease that came through. */
interface Written extends PlacedCall {
  readonly key: string;
  readonly lease: Lease;
}

/** @returns a complaint about every lease that was taken from somebody, is missing or is left */
export function leasesHeld({ executionId, plan, calls, receipt }: Facts): Complaint[] {
  const ordered = inOrder(calls);
  const writes = ordered.flatMap(written);
  const copies = plan === null ? [] : copiesOfPlan(plan);
  const keys = [...new Set(copies.flatMap(({ foreign }) => foreign?.stores ?? []).map(leaseKey))];
  return keys.flatMap((key) => {
    const its = writes.filter((one) => one.key === key);
    const rigs = new Set(
      copies.flatMap(({ rig, foreign }) => (foreign?.stores.some((store) => leaseKey(store) === key) ? [rig] : [])),
    );
    return [
      ...stolen(its),
      ...unleased(its, ordered, executionId, rigs),
      // One that says what is left says of the lease, too.
      ...(receipt?.clean === true && !releasing(ordered, key, executionId) ? stillHeld(its, executionId) : []),
    ];
  });
}

function written(placed: PlacedCall): Written[] {
  const { call } = placed;
  if (call.service.toLowerCase() !== 's3' || call.action !== 'PutObject' || call.error !== undefined) return [];
  const { Key, Body } = membersOf(call.input);
  if (typeof Key !== 'string' || !Key.startsWith(LEASES) || typeof Body !== 'string') return [];
  return [{ ...placed, key: Key, lease: JSON.parse(Body) as Lease }];
}

/** Two executions never measure one store at once. */
function stolen(its: readonly Written[]): Complaint[] {
  return its.flatMap((one, index) => {
    const before = its[index - 1];
    if (before === undefined || before.lease.released || before.lease.executionId === one.lease.executionId) return [];
    if (1000 * before.lease.expiresAt <= one.at) return [];
    const { store, executionId } = one.lease;
    return [complain('LeaseStolen', `${executionId} took ${store}, which ${before.lease.executionId} held`)];
  });
}

/** A command to hosts of a rig that measures the store comes only while the lease is held. */
function unleased(
  its: readonly Written[],
  ordered: readonly PlacedCall[],
  executionId: string,
  rigs: ReadonlySet<string>,
): Complaint[] {
  return ordered.flatMap(({ call, place, at }) => {
    if (!sendsCommand(call) || !belongsTo(call, executionId) || !rigs.has(partOfRig(call.execution) ?? '')) return [];
    const last = its.filter((one) => one.place < place).at(-1)?.lease;
    const held = last?.executionId === executionId && !last.released && at <= 1000 * last.expiresAt;
    return held ? [] : [complain('NoLease', `${nameOf(call)} came while the execution held no lease`)];
  });
}

/** What is told of a write that may have come through all the same. */
const UNHEARD: ReadonlySet<string> = new Set(['TimeoutError', lostAnswer('s3').name]);

/** A release that nobody heard the end of may have come through: the next look of the teardown found it so. */
function releasing(ordered: readonly PlacedCall[], key: string, executionId: string): boolean {
  return ordered.some(({ call }) => {
    if (call.action !== 'PutObject' || !UNHEARD.has(call.error?.name ?? '')) return false;
    const { Key, Body } = membersOf(call.input);
    if (Key !== key || typeof Body !== 'string') return false;
    const lease = JSON.parse(Body) as Lease;
    return lease.executionId === executionId && lease.released;
  });
}

function stillHeld(its: readonly Written[], executionId: string): Complaint[] {
  const last = its.findLast(({ lease }) => lease.executionId === executionId)?.lease;
  if (last === undefined || last.released) return [];
  return [complain('LeaseLeft', `${executionId} has ended and still holds ${last.store}`)];
}

function complain(code: string, text: string): Complaint {
  return { checker: 'leases-held', code, text };
}
