/** A lightweight cancel signal: rehearsals need one for each command of each host. */
import type { Cancel } from './clock';

/**
 * Replaces `AbortController`, because a simulated fleet needs tens of thousands, and one costs more time than all other
 * work of a simulated host. Listeners are called once, in the order in which they were added.
 */
export class Stop<Reason = 'over'> implements Cancel {
  /** Undefined until the first listener: most signals get at most one. */
  private listeners: Set<() => void> | undefined;
  private over = false;
  private given: Reason | null = null;

  get aborted(): boolean {
    return this.over;
  }

  /** The reason of the stop; null before the stop. */
  get reason(): Reason | null {
    return this.given;
  }

  /** Only the first call has an effect. */
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
