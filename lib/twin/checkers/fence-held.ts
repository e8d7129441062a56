/**
 * Nothing is created, and no command sent, without a look at the fence that found it open; and nothing after it was
 * closed.
 *
 * A look and the create that it lets through are two calls, and the fence may fall between them: that create is under
 * way, and the guardian's settle time is there for it. It passes only within that time, and only where the last look
 * came before the fence.
 */
import { isOwnedBy, findRig as partOfRig } from '../../shapes/execution-names';
import { CLEAN_ATTEMPT } from '../../aws/leases/clean';
import type { CallRecord } from '../cloud/service';
import {
  isCreateCall as isCreate,
  toItems,
  type LeaseWrite,
  toMembers,
  formatCall,
  type PlacedCall,
  type CallIndex,
} from './creates';
import { complain, type ExecutionFacts, type Finding } from './facts';
import { findToken } from './tags-complete';
import { makeLostAnswer } from '../cloud/cloud';
import { leaseKey } from '../../shapes/layout';
import { hostStore } from '../../shapes/managed-hosts';
import { listCopies } from '../../shapes/plan';
import { MANAGED_HOST_KIND } from '../../shapes/receipt';

/** @returns every create and command that the fence should have held back, or did not know of */
export function checkFence(
  { executionId }: Pick<ExecutionFacts, 'executionId'>,
  { aboutFence, fence, settleMs, creates, commands }: CallIndex,
): Finding[] {
  const looks = aboutFence.filter(({ call }) => call.action === 'GetObject');
  /** What each look has let through, by place of the look. */
  const passed = new Map<string, string>();

  return [...creates, ...commands.filter(({ call }) => !isCleanCommand(call))]
    .sort((a, b) => a.place - b.place)
    .flatMap((create): Finding[] => {
      const rig = getRigName(create, executionId);
      const before = looks.filter((one) => one.place < create.place && getRigName(one, executionId) === rig);
      // Copies are made beside each other: a look of its own says more than that of a neighbour.
      const own = before.filter(({ call }) => call.execution === create.call.execution);
      const look = own.at(-1) ?? before.at(-1);
      const what = formatCall(create.call);
      if (look === undefined) return [complain('NoLook', `${what} came before any look at the fence`)];
      const seen = formatCall(look.call);
      if (!isOpenLook(look))
        return [complain('LookIgnored', `${what} came although ${seen} did not find the fence open`)];
      const late = create.at - (fence?.at ?? create.at);
      if (fence !== undefined && fence.place < create.place && (look.place > fence.place || late > settleMs))
        return [complain('AfterFence', `${what} came ${late} ms after the fence was closed at ${fence.call.time}`)];
      const pass = findLookScope(create.call);
      if (pass === null) return [];
      const key = `${look.place} ${pass.kind}`;
      const earlier = passed.get(key);
      passed.set(key, pass.name);
      if (earlier === undefined || earlier === pass.name) return [];
      return [complain('StaleLook', `${what} rests on ${seen}, which had let ${earlier} through before`)];
    });
}

/**
 * A look is good for one create of a kind, with its retries, and for the commands of one attempt of a trial; null for
 * commands that prepare hosts: they follow a create, or each other.
 */
function findLookScope(call: CallRecord): { kind: string; name: string } | null {
  if (isCreate(call)) return { kind: call.action, name: findToken(call) ?? formatCall(call) };
  const [attempt] = toItems(toMembers(toMembers(call.input)['Parameters'])['Attempt']);
  return typeof attempt === 'string' && /\.a\d+$/.test(attempt) ? { kind: 'attempt', name: attempt } : null;
}

/** Takes away what a rig has put into stores of others: part of every teardown, so mostly behind the fence. */
function isCleanCommand(call: CallRecord): boolean {
  const [attempt] = toItems(toMembers(toMembers(call.input)['Parameters'])['Attempt']);
  return attempt === CLEAN_ATTEMPT && call.role.endsWith('delete-storage');
}

/** Only a certain absence is open: what could not be looked at counts as closed. */
function isOpenLook(look: PlacedCall): boolean {
  return ['NoSuchKey', 'NotFound'].includes(look.call.error?.name ?? '');
}

/** A look by one execution of a rig is a look for all of them. */
function getRigName({ call }: PlacedCall, executionId: string): string {
  const rig = isOwnedBy(call.execution, executionId) ? partOfRig(call.execution) : null;
  return rig ?? call.execution;
}

// * * Stores that others own: nothing is measured there without a lease, none is held by two, and none is left. Hosts
// are asked to clean before their lease is released.

/** @returns every lease that was taken from somebody, is missing or is left */
export function checkLeases(
  { executionId, plan, receipt }: Pick<ExecutionFacts, 'executionId' | 'plan' | 'receipt'>,
  { leases, commands }: CallIndex,
): Finding[] {
  const copies = plan === null ? [] : listCopies(plan);
  const keys = [...new Set(copies.flatMap(({ foreign }) => foreign?.stores ?? []).map(leaseKey))];
  return keys.flatMap((key) => {
    const all = leases.filter((one) => one.key === key);
    const its = all.filter(({ call }) => call.error === undefined);
    const rigs = new Set(
      copies.flatMap(({ rig, foreign }) => (foreign?.stores.some((store) => leaseKey(store) === key) ? [rig] : [])),
    );
    return [
      ...checkSingleHolder(its),
      // A command to hosts of a rig that measures the store comes only while the lease is held.
      ...commands
        .filter(({ call }) => rigs.has(partOfRig(call.execution) ?? ''))
        .filter((command) => !isLeaseHeld(its, command, executionId))
        .map(({ call }) => complain('NoLease', `${formatCall(call)} came while the execution held no lease`)),
      // One that says what is left says of the lease, too.
      ...(receipt?.clean === true && !all.some((one) => isReleasing(one, executionId))
        ? checkReleased(its, executionId)
        : []),
    ];
  });
}

/** Two executions never measure one store at once. */
function checkSingleHolder(its: readonly LeaseWrite[]): Finding[] {
  return its.flatMap((one, index) => {
    const before = its[index - 1];
    if (before === undefined || before.lease.released || before.lease.executionId === one.lease.executionId) return [];
    if (1000 * before.lease.expiresAt <= one.at) return [];
    const { store, executionId } = one.lease;
    return [complain('LeaseStolen', `${executionId} took ${store}, which ${before.lease.executionId} held`)];
  });
}

/** Whether the lease was held when a command was sent. */
function isLeaseHeld(its: readonly LeaseWrite[], { place, at }: PlacedCall, executionId: string): boolean {
  const last = its.findLast((one) => one.place < place)?.lease;
  return last?.executionId === executionId && !last.released && at <= 1000 * last.expiresAt;
}

/** What is told of a write that may have come through all the same. */
const LOST_ANSWERS: ReadonlySet<string> = new Set(['TimeoutError', makeLostAnswer('s3').name]);

/** A release that nobody heard the end of may have come through: the next look of the teardown found it so. */
function isReleasing({ call, lease }: LeaseWrite, executionId: string): boolean {
  return LOST_ANSWERS.has(call.error?.name ?? '') && lease.executionId === executionId && lease.released;
}

function checkReleased(its: readonly LeaseWrite[], executionId: string): Finding[] {
  const last = its.findLast(({ lease }) => lease.executionId === executionId)?.lease;
  if (last === undefined || last.released) return [];
  return [complain('LeaseLeft', `${executionId} has ended and still holds ${last.store}`)];
}

// * Hosts that others own: nobody ends them, only who has leased a host sends it commands, and what was put there is
// gone afterwards, or the receipt names the host.

/** Calls that end a host, or take its agent from it. */
const ENDING_ACTIONS = /^(Terminate|Stop|Reboot|Deregister)/;

/** @returns every managed host that was ended, disturbed or left as it was not */
export function checkManagedHosts(
  { executionId, receipt, managed }: Pick<ExecutionFacts, 'executionId' | 'receipt' | 'managed'>,
  { ordered, commands, leases }: CallIndex,
): Finding[] {
  if (managed === undefined || managed.ids.length === 0) return [];
  const ids = new Set(managed.ids);
  const named = new Set(receipt?.left.flatMap(({ kind, id }) => (kind === MANAGED_HOST_KIND ? [id] : [])));
  const written = leases.filter(({ call }) => call.error === undefined);
  const leaseHeld = (id: string, command: PlacedCall): boolean =>
    isLeaseHeld(
      written.filter(({ key }) => key === leaseKey(hostStore(id))),
      command,
      executionId,
    );
  return [
    ...ordered
      .filter(({ call }) => ENDING_ACTIONS.test(call.action))
      .flatMap(({ call }) => listTexts(call.input).map((id) => ({ call, id })))
      .filter(({ id }) => ids.has(id))
      .map(({ call, id }) => complain('ManagedHostEnded', `${formatCall(call)} names ${id}, which others own`)),
    ...commands
      .flatMap((command) => listHosts(command.call).map((id) => ({ command, id })))
      .filter(({ command, id }) => !leaseHeld(id, command))
      .map(({ command: { call }, id }) =>
        complain('NoHostLease', `${formatCall(call)} went to ${id}, of which the execution held no lease`),
      ),
    ...(receipt === null ? [] : managed.left)
      .filter((one) => one.executionId === executionId && !named.has(one.id))
      .map(({ id }) => complain('ManagedHostDirty', `something stays on ${id}, and the receipt does not say so`)),
  ];
}

/** Hosts that a command names one by one. */
function listHosts({ input }: CallRecord): string[] {
  const targets = toItems(toMembers(input)['Targets']).map(toMembers);
  return targets.filter(({ Key }) => Key === 'InstanceIds').flatMap(({ Values }) => listTexts(Values));
}

function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(listTexts);
  return Object.values(toMembers(value)).flatMap(listTexts);
}
