import type { Clock } from './clock';
import { TimerHeap, type Timer } from './timer-heap';

/**
 * A clock whose waits cost nothing. It jumps to the next due timer only when every branch waits: when the microtask
 * queue has drained (one turn of `setImmediate`) and no `busy` work is pending. One timer fires a turn, in the order of
 * due moment and then of making, so that what one timer causes (a cancelled wait, say) has happened before the next one
 * fires. With nothing due it is idle.
 * @param startEpochMs the moment at which it begins, epoch milliseconds.
 */
export function virtualClock(startEpochMs: number): Clock {
  return new VirtualClock(startEpochMs);
}

class VirtualClock implements Clock {
  readonly virtual = true;
  private readonly timers = new TimerHeap();
  private made = 0;
  private working = 0;
  private armed = false;

  constructor(private moment: number) {}

  now(): number {
    return this.moment;
  }

  sleep(milliseconds: number, cancel?: AbortSignal): Promise<'elapsed' | 'cancelled'> {
    if (cancel?.aborted) return Promise.resolve('cancelled');
    if (Number.isNaN(milliseconds)) return Promise.reject(new RangeError('a sleep needs a number of milliseconds'));
    return new Promise((resolve) => {
      const due = this.moment + Math.max(0, milliseconds);
      const timer: Timer = { due, order: this.made++, place: -1, fire: () => elapse() };
      const stop = () => {
        this.timers.remove(timer);
        resolve('cancelled');
      };
      const elapse = () => {
        cancel?.removeEventListener('abort', stop);
        resolve('elapsed');
      };
      cancel?.addEventListener('abort', stop, { once: true });
      this.timers.add(timer);
      this.arm();
    });
  }

  async busy<T>(work: Promise<T>): Promise<T> {
    this.working++;
    try {
      return await work;
    } finally {
      this.working--;
      this.arm();
    }
  }

  private arm(): void {
    if (this.armed || this.working > 0 || this.timers.size === 0) return;
    this.armed = true;
    setImmediate(() => this.turn());
  }

  private turn(): void {
    this.armed = false;
    if (this.working > 0) return;
    const timer = this.timers.next();
    if (timer === undefined) return;
    this.moment = Math.max(this.moment, timer.due);
    timer.fire();
    this.arm();
  }
}
