/**
 * Every create and command follows a check that found the fence open; none follows its closing. The fence may close
 * between check and create: that create is accepted only within the guardian's settle time, and only if the last check
 * came before the closing.
 */
import { isOwnedBy, findRig as partOfRig } from '../../lib/shapes/execution-names';
import { isCleanAttempt } from '../../lib/aws/leases/leftovers';
import type { CallRecord } from '../../lib/twin/cloud/service';
import {
  isCreateCall as isCreate,
  toItems,
  type LeaseWrite,
  toMembers,
  formatCall,
  type OrderedCall,
  type CallIndex,
} from './creates';
import { complain, type ExecutionFacts, type Finding } from '../../lib/twin/checkers/facts';
import { findToken } from './tags-complete';
import { makeLostAnswer } from '../../lib/twin/cloud/cloud';
import { getLockKey } from '../../lib/shapes/layout';
import { toHostLockId } from '../../lib/aws/leases/host-locks';
import { listCopies } from '../../lib/shapes/plan';
import { MANAGED_HOST_KIND } from '../../lib/shapes/receipt';

/** @returns every create and command that the fence should have prevented, or that did not check it */
export function checkFence(
  { executionId }: Pick<ExecutionFacts, 'executionId'>,
  { aboutFence, fence, settleMs, creates, commands }: CallIndex,
): Finding[] {
  const checks = aboutFence.filter(({ call }) => call.action === 'GetObject');
  /** Calls that each fence check has admitted, by index of the check. */
  const passed = new Map<string, string>();
  // The last fence check before a create, by rig and by execution: both lists are in order.
  const byRig = new Map<string, OrderedCall>();
  const byExecution = new Map<string, OrderedCall>();
  let next = 0;

  return [...creates, ...commands.filter(({ call }) => !isCleanCommand(call))]
    .sort((a, b) => a.place - b.place)
    .flatMap((create): Finding[] => {
      for (let one = checks[next]; one !== undefined && one.place < create.place; one = checks[++next]) {
        byRig.set(getRigName(one, executionId), one);
        byExecution.set(one.call.execution, one);
      }
      // Target instances are created concurrently, so prefer a fence check by the same execution.
      const check = byExecution.get(create.call.execution) ?? byRig.get(getRigName(create, executionId));
      const what = formatCall(create.call);
      if (check === undefined) return [complain('FenceNotChecked', `${what} came before any check of the fence`)];
      const checkCall = formatCall(check.call);
      // The fence is open only if its object is certainly absent; a failed check counts as closed.
      if (!['NoSuchKey', 'NotFound'].includes(check.call.error?.name ?? ''))
        return [complain('ClosedFenceIgnored', `${what} came although ${checkCall} did not find the fence open`)];
      const late = create.at - (fence?.at ?? create.at);
      if (fence !== undefined && fence.place < create.place && (check.place > fence.place || late > settleMs))
        return [complain('AfterFence', `${what} came ${late} ms after the fence was closed at ${fence.call.time}`)];
      const pass = getFenceCheckScope(create.call);
      if (pass === null) return [];
      const key = `${check.place} ${pass.kind}`;
      const earlier = passed.get(key);
      passed.set(key, pass.name);
      if (earlier === undefined || earlier === pass.name) return [];
      return [complain('StaleFenceCheck', `${what} relies on ${checkCall}, which had already admitted ${earlier}`)];
    });
}

function getParameter(call: CallRecord, name: string): unknown {
  return toItems(toMembers(toMembers(call.input)['Parameters'])[name])[0];
}

/** A fence check admits one create call and its retries, or the commands of an attempt; null for host preparation. */
function getFenceCheckScope(call: CallRecord): { kind: string; name: string } | null {
  if (isCreate(call)) return { kind: call.action, name: findToken(call) ?? formatCall(call) };
  const attempt = getParameter(call, 'Attempt');
  return typeof attempt === 'string' && /\.a\d+$/.test(attempt) ? { kind: 'attempt', name: attempt } : null;
}

/** Removes the directories of a rig from external storage: part of every teardown, so mostly after the fence. */
function isCleanCommand(call: CallRecord): boolean {
  const attempt = getParameter(call, 'Attempt');
  return isCleanAttempt(attempt) && call.role.endsWith('delete-storage');
}

/** A check by one execution of a rig is valid for all executions of the rig. */
function getRigName({ call }: OrderedCall, executionId: string): string {
  const rig = isOwnedBy(call.execution, executionId) ? partOfRig(call.execution) : null;
  return rig ?? call.execution;
}

// External storage: measurements need a lease with one holder, released after hosts are cleaned, before the end.

/** @returns every lease that was stolen, is missing or is left */
export function checkLeases(
  { executionId, plan, receipt }: Pick<ExecutionFacts, 'executionId' | 'plan' | 'receipt'>,
  { leases, commands }: CallIndex,
): Finding[] {
  const copies = plan === null ? [] : listCopies(plan);
  const keys = [...new Set(copies.flatMap(({ external }) => external?.stores ?? []).map(getLockKey))];
  return keys.flatMap((key) => {
    const all = leases.filter((one) => one.key === key);
    const its = all.filter(({ call }) => call.error === undefined);
    const rigs = new Set(
      copies.flatMap(({ rig, external }) => (external?.stores.some((store) => getLockKey(store) === key) ? [rig] : [])),
    );
    return [
      ...checkSingleHolder(its),
      // A command to hosts of a rig that measures the storage is sent only while the lease is held.
      ...commands
        .filter(({ call }) => rigs.has(partOfRig(call.execution) ?? ''))
        .filter((command) => !isLeaseHeld(its, command, executionId))
        .map(({ call }) => complain('NoLease', `${formatCall(call)} came while the execution held no lease`)),
      // A receipt with leftovers also names the lease.
      ...(receipt?.clean === true && !all.some((one) => isReleasing(one, executionId))
        ? checkReleased(its, executionId)
        : []),
    ];
  });
}

/** @returns every rig whose last command wrote to external storage after its cleanup, unless the receipt names it */
export function checkCleaned(
  { plan, receipt }: Pick<ExecutionFacts, 'plan' | 'receipt'>,
  { commands }: Pick<CallIndex, 'commands'>,
): Finding[] {
  const copies = plan === null || receipt === null ? [] : listCopies(plan);
  const rigs = new Set(copies.flatMap(({ rig, external }) => ((external?.stores ?? []).length > 0 ? [rig] : [])));
  return [...rigs].flatMap((rig) => {
    const last = commands.findLast(({ call }) => String(getParameter(call, 'OutputPrefix')).includes(`/raw/${rig}/`));
    if (last === undefined || isCleanCommand(last.call)) return [];
    if (receipt?.notCleaned?.some((one) => one.includes(`of rig ${rig}: `)) === true) return [];
    return [complain('StorageDirty', `${formatCall(last.call)} followed the cleanup; the receipt omits rig ${rig}`)];
  });
}

/** Two executions never measure the same storage at once. */
function checkSingleHolder(its: readonly LeaseWrite[]): Finding[] {
  return its.flatMap((one, index) => {
    const before = its[index - 1];
    if (before === undefined || before.lease.released || before.lease.executionId === one.lease.executionId) return [];
    if (1000 * before.lease.expiresAt <= one.at) return [];
    const { store, executionId } = one.lease;
    return [complain('LeaseStolen', `${executionId} took ${store}, which ${before.lease.executionId} held`)];
  });
}

function isLeaseHeld(its: readonly LeaseWrite[], { place, at }: OrderedCall, executionId: string): boolean {
  const last = its.findLast((one) => one.place < place)?.lease;
  return last?.executionId === executionId && !last.released && at <= 1000 * last.expiresAt;
}

/** Errors after which a write may have succeeded. */
const LOST_ANSWER_ERRORS: ReadonlySet<string> = new Set(['TimeoutError', makeLostAnswer('s3').name]);

/** A release without an answer may have succeeded: the next check of the teardown confirmed it. */
function isReleasing({ call, lease }: LeaseWrite, executionId: string): boolean {
  return LOST_ANSWER_ERRORS.has(call.error?.name ?? '') && lease.executionId === executionId && lease.released;
}

function checkReleased(its: readonly LeaseWrite[], executionId: string): Finding[] {
  const last = its.findLast(({ lease }) => lease.executionId === executionId)?.lease;
  if (last === undefined || last.released) return [];
  return [complain('LeaseLeft', `${executionId} has ended and still holds ${last.store}`)];
}

// External hosts are never terminated; only the lease holder commands; leftovers are removed, or in the receipt.

/** Calls that end a host or deregister its agent. */
const HOST_ENDING_ACTION = /^(Terminate|Stop|Reboot|Deregister)/;

/** @returns every external host that was terminated, used without a lease, or not cleaned */
export function checkManagedHosts(
  { executionId, receipt, managed }: Pick<ExecutionFacts, 'executionId' | 'receipt' | 'managed'>,
  { ordered, commands, leases }: CallIndex,
): Finding[] {
  if (managed === undefined || managed.ids.length === 0) return [];
  const ids = new Set(managed.ids);
  const named = new Set(receipt?.remaining.flatMap(({ kind, id }) => (kind === MANAGED_HOST_KIND ? [id] : [])));
  const written = leases.filter(({ call }) => call.error === undefined);
  const leaseHeld = (id: string, command: OrderedCall): boolean =>
    isLeaseHeld(
      written.filter(({ key }) => key === getLockKey(toHostLockId(id))),
      command,
      executionId,
    );
  return [
    ...ordered
      .filter(({ call }) => HOST_ENDING_ACTION.test(call.action))
      .flatMap(({ call }) => listTexts(call.input).map((id) => ({ call, id })))
      .filter(({ id }) => ids.has(id))
      .map(({ call, id }) => complain('ManagedHostEnded', `${formatCall(call)} names ${id}, an external host`)),
    ...commands
      .flatMap((command) => listHosts(command.call).map((id) => ({ command, id })))
      .filter(({ command, id }) => !leaseHeld(id, command))
      .map(({ command: { call }, id }) =>
        complain('NoHostLease', `${formatCall(call)} went to ${id}, without a lease of the execution`),
      ),
    ...(receipt === null ? [] : managed.left)
      .filter((one) => one.executionId === executionId && !named.has(one.id))
      .map(({ id }) => complain('ManagedHostDirty', `${id} has leftovers that the receipt does not name`)),
  ];
}

/** Hosts that a command names individually. */
function listHosts({ input }: CallRecord): string[] {
  const targets = toItems(toMembers(input)['Targets']).map(toMembers);
  return targets.filter(({ Key }) => Key === 'InstanceIds').flatMap(({ Values }) => listTexts(Values));
}

function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(listTexts);
  return Object.values(toMembers(value)).flatMap(listTexts);
}
