/** The call log of an execution, walked once for all checkers. */
import type { Lease } from '../../aws/leases/lease';
import { fenceKey, LEASES } from '../../shapes/layout';
import type { CallRecord } from '../cloud/service';
import { belongsTo, creates, membersOf, sendsCommand } from './creates';
import type { ExecutionFacts, Finding } from './facts';

/** A call with its place in the order of beginning: by time, and at the same instant by the order of the log. */
export interface PlacedCall {
  readonly call: CallRecord;
  /** Epoch milliseconds at which it began. */
  readonly at: number;
  readonly place: number;
}

/** A write of a lease, whether or not it came through. */
export interface LeaseWrite extends PlacedCall {
  readonly key: string;
  readonly lease: Lease;
}

export interface Walk {
  /** All calls, in the order in which they began. */
  readonly ordered: readonly PlacedCall[];
  /** What the execution made, and what it sent to hosts. */
  readonly creates: readonly PlacedCall[];
  readonly commands: readonly PlacedCall[];
  /** Looks at the fence, and writes of it. */
  readonly aboutFence: readonly PlacedCall[];
  /** The write that closed it. */
  readonly fence: PlacedCall | undefined;
  /** What was under way when it fell has so long, milliseconds. */
  readonly settleMs: number;
  /** Of everybody. */
  readonly leases: readonly LeaseWrite[];
}

/** What must hold of an execution. @returns whatever does not */
export type Checker = (facts: ExecutionFacts, walk: Walk) => Finding[];

export function walkCalls({ executionId, plan, calls }: Pick<ExecutionFacts, 'executionId' | 'plan' | 'calls'>): Walk {
  const ordered = inOrder(calls);
  const own = (test: (call: CallRecord) => boolean): PlacedCall[] =>
    ordered.filter(({ call }) => test(call) && belongsTo(call, executionId));
  const aboutFence = ordered.filter(
    ({ call }) => call.service.toLowerCase() === 's3' && membersOf(call.input)['Key'] === fenceKey(executionId),
  );
  return {
    ordered,
    creates: own(creates),
    commands: own(sendsCommand),
    aboutFence,
    fence: aboutFence.find(({ call }) => call.action === 'PutObject' && call.error === undefined),
    settleMs: 1000 * (plan?.timing.settleSeconds ?? 0),
    leases: ordered.flatMap(leaseWritten),
  };
}

/** Calls in the order in which they began. */
export function inOrder(calls: readonly CallRecord[]): PlacedCall[] {
  return calls
    .map((call, index) => ({ call, at: Date.parse(call.time), index }))
    .sort((a, b) => a.at - b.at || a.index - b.index)
    .map(({ call, at }, place) => ({ call, at, place }));
}

function leaseWritten(placed: PlacedCall): LeaseWrite[] {
  const { call } = placed;
  const { Key: key, Body } = membersOf(call.input);
  if (call.action !== 'PutObject' || typeof key !== 'string' || !key.startsWith(LEASES)) return [];
  return typeof Body === 'string' ? [{ ...placed, key, lease: JSON.parse(Body) as Lease }] : [];
}
