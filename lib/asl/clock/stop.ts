/** The lightest thing that can end a wait early: rehearsals need one for each command of each host. */
import type { Cancel } from './clock';

/**
 * As `AbortController` and its signal, for what a fleet needs by the ten thousand: one of Node's costs more than all
 * that a modelled host does with it. Listeners are called once, in the order in which they were added.
 */
export class Stop<Reason = 'over'> implements Cancel {
  /** Most are never listened to, or by one at a time. */
  private listeners: Set<() => void> | undefined;
  private over = false;
  private given: Reason | null = null;

  get aborted(): boolean {
    return this.over;
  }

  /** Why it was stopped; null before. */
  get reason(): Reason | null {
    return this.given;
  }

  /** The first reason stands. */
  stop(reason: Reason): void {
    if (this.over) return;
    this.over = true;
    this.given = reason;
    const { listeners } = this;
    this.listeners = undefined;
    if (listeners !== undefined) for (const listener of listeners) listener();
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    if (this.over) return;
    this.listeners ??= new Set();
    this.listeners.add(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.listeners?.delete(listener);
  }
}
