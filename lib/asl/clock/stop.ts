/** The lightest thing that can end a wait early: rehearsals need one for each command of each host. */
import type { Cancel } from './clock';

/**
 * As `AbortController` and its signal, for what a fleet needs by the ten thousand: one of Node's costs more than all
 * that a modelled host does with it. Listeners are called once, in the order in which they were added.
 */
export class Stop<Reason = 'over'> implements Cancel {
  private listeners: Set<() => void> | null = new Set();
  private given: Reason | null = null;

  get aborted(): boolean {
    return this.listeners === null;
  }

  /** Why it was stopped; null before. */
  get reason(): Reason | null {
    return this.given;
  }

  /** The first reason stands. */
  stop(reason: Reason): void {
    const listeners = this.listeners;
    if (listeners === null) return;
    this.listeners = null;
    this.given = reason;
    for (const listener of listeners) listener();
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    this.listeners?.add(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.listeners?.delete(listener);
  }
}
