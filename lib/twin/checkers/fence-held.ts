/**
 * Nothing is created, and no command sent, without a look at the fence that found it open; and nothing after it was
 * closed.
 *
 * A look and the create that it lets through are two calls, and the fence may fall between them: that create is under
 * way, and the guardian's settle time is there for it. It passes only within that time, and only where the last look
 * came before the fence.
 */
import { isOf, rigOf as partOfRig } from '../../shapes/execution-names';
import { CLEAN_ATTEMPT } from '../../aws/leases/clean';
import type { CallRecord } from '../cloud/service';
import { creates as isCreate, itemsOf, membersOf, nameOf } from './creates';
import { complain, type ExecutionFacts, type Finding } from './facts';
import { tokenOf } from './tags-complete';
import type { PlacedCall, Walk } from './walk';

/** @returns every create and command that the fence should have held back, or did not know of */
export function fenceHeld(
  { executionId }: Pick<ExecutionFacts, 'executionId'>,
  { aboutFence, fence, settleMs, creates, commands }: Walk,
): Finding[] {
  const looks = aboutFence.filter(({ call }) => call.action === 'GetObject' || call.action === 'HeadObject');
  /** What each look has let through, by place of the look. */
  const passed = new Map<string, string>();

  return [...creates, ...commands.filter(({ call }) => !cleans(call))]
    .sort((a, b) => a.place - b.place)
    .flatMap((create): Finding[] => {
      const rig = rigOf(create, executionId);
      const before = looks.filter((one) => one.place < create.place && rigOf(one, executionId) === rig);
      // Copies are made beside each other: a look of its own says more than that of a neighbour.
      const own = before.filter(({ call }) => call.execution === create.call.execution);
      const look = own.at(-1) ?? before.at(-1);
      const what = nameOf(create.call);
      if (look === undefined) return [complain('NoLook', `${what} came before any look at the fence`)];
      const seen = nameOf(look.call);
      if (!foundOpen(look))
        return [complain('LookIgnored', `${what} came although ${seen} did not find the fence open`)];
      const late = create.at - (fence?.at ?? create.at);
      if (fence !== undefined && fence.place < create.place && (look.place > fence.place || late > settleMs))
        return [complain('AfterFence', `${what} came ${late} ms after the fence was closed at ${fence.call.time}`)];
      const pass = passOf(create.call);
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
function passOf(call: CallRecord): { kind: string; name: string } | null {
  if (isCreate(call)) return { kind: call.action, name: tokenOf(call) ?? nameOf(call) };
  const [attempt] = itemsOf(membersOf(membersOf(call.input)['Parameters'])['Attempt']);
  return typeof attempt === 'string' && /\.a\d+$/.test(attempt) ? { kind: 'attempt', name: attempt } : null;
}

/** Takes away what a rig has put into stores of others: part of every teardown, so mostly behind the fence. */
function cleans(call: CallRecord): boolean {
  const [attempt] = itemsOf(membersOf(membersOf(call.input)['Parameters'])['Attempt']);
  return attempt === CLEAN_ATTEMPT && call.role.endsWith('delete-storage');
}

/** Only a certain absence is open: what could not be looked at counts as closed. */
function foundOpen(look: PlacedCall): boolean {
  return ['NoSuchKey', 'NotFound'].includes(look.call.error?.name ?? '');
}

/** A look by one execution of a rig is a look for all of them. */
function rigOf({ call }: PlacedCall, executionId: string): string {
  const rig = isOf(call.execution, executionId) ? partOfRig(call.execution) : null;
  return rig ?? call.execution;
}
