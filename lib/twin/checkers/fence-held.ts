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
import { fenceKey } from '../../shapes/layout';
import type { CallRecord } from '../cloud/service';
import { belongsTo, creates, inOrder, itemsOf, membersOf, nameOf, type PlacedCall, sendsCommand } from './creates';
import type { Complaint, ExecutionFacts } from './facts';
import { tokenOf } from './tokens-unique';

type Facts = Pick<ExecutionFacts, 'executionId' | 'plan' | 'calls'>;

/** @returns a complaint about every create and command that the fence should have held back, or did not know of */
export function fenceHeld(facts: Facts): Complaint[] {
  const { executionId, plan } = facts;
  const ordered = inOrder(facts.calls);
  const aboutFence = ordered.filter(({ call }) => isAboutFence(call.service, call.input, executionId));
  const fence = aboutFence.find(({ call }) => call.action === 'PutObject' && call.error === undefined);
  const looks = aboutFence.filter(({ call }) => call.action === 'GetObject' || call.action === 'HeadObject');
  const settleMs = 1000 * (plan?.timing.settleSeconds ?? 0);
  /** What each look has let through, by place of the look. */
  const passed = new Map<string, string>();

  return ordered
    .filter(({ call }) => (creates(call) || (sendsCommand(call) && !cleans(call))) && belongsTo(call, executionId))
    .flatMap((create): Complaint[] => {
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
  if (creates(call)) return { kind: call.action, name: tokenOf(call) ?? nameOf(call) };
  const [attempt] = itemsOf(membersOf(membersOf(call.input)['Parameters'])['Attempt']);
  return typeof attempt === 'string' && /\.a\d+$/.test(attempt) ? { kind: 'attempt', name: attempt } : null;
}

/** Takes away what a rig has put into stores of others: part of every teardown, so mostly behind the fence. */
function cleans(call: CallRecord): boolean {
  const [attempt] = itemsOf(membersOf(membersOf(call.input)['Parameters'])['Attempt']);
  return attempt === CLEAN_ATTEMPT && call.role.endsWith('delete-storage');
}

function isAboutFence(service: string, input: unknown, executionId: string): boolean {
  return service.toLowerCase() === 's3' && membersOf(input)['Key'] === fenceKey(executionId);
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

function complain(code: string, text: string): Complaint {
  return { checker: 'fence-held', code, text };
}
