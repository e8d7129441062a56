/** Places at which something can go wrong: every AWS call of machines and handlers, every task of a machine. */
import type { TaskCall } from '../../../../lib/asl/interpreter/tasks/task';
import type { PendingCall } from '../../../../lib/twin/cloud/cloud';

export interface Place {
  /** Who calls, in which state, what. */
  readonly name: string;
  /** Which of the calls of this name, from 1. */
  readonly nth: number;
  /** Made by a handler, in the name of its function. */
  readonly handler: boolean;
}

/** Roles of those who call from outside of machines and handlers. */
const OUTSIDE = ['command-line', 'person'];

/** Null for who calls from outside. */
export function nameOfCall({ caller, service, action }: PendingCall): string | null {
  const who = caller.role.split('/').at(-1) ?? '';
  return OUTSIDE.includes(who) ? null : `${who} ${caller.state} ${service}:${action}`;
}

export function nameOfTask({ executionArn, state, resource }: TaskCall): string {
  const machine = executionArn.split(':')[6] ?? '';
  return `${machine} ${state} ${resource.split(':::').at(-1) ?? ''}`;
}

/** Counts names as they come; a call of the same history has the same number. */
export class Counter {
  private readonly counts = new Map<string, number>();

  next(name: string): number {
    const nth = (this.counts.get(name) ?? 0) + 1;
    this.counts.set(name, nth);
    return nth;
  }

  /** Of each name the first, a middle and the last. */
  places(isHandler: (name: string) => boolean = () => false): Place[] {
    return [...this.counts].flatMap(([name, count]) => {
      const chosen = new Set([1, Math.ceil(count / 2), count]);
      return [...chosen].map((nth) => ({ name, nth, handler: isHandler(name) }));
    });
  }
}
