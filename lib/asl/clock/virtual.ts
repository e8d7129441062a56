/** The clock of rehearsals: hours pass in milliseconds, and events keep the same order in each run. */
import type { Cancel, Clock } from './clock';
import { TimerHeap, type Timer } from './timer-heap';

/**
 * Number of `setImmediate` turns to request together. Node.js drains the microtasks after each turn, but polls for I/O
 * only once for all (https://nodejs.org/api/timers.html#setimmediatecallback-args). Polling takes longer than most
 * turns.
 */
const TURNS_AT_ONCE = 64;

/**
 * A clock whose waits take no real time. It advances to the next timer only when all branches wait: the microtask queue
 * is empty (one turn of `setImmediate`) and no `busy` work is pending. It fires one timer per turn, by due time and
 * then by creation. So all effects of a timer, such as a cancelled wait, happen before the next timer fires. Without
 * timers it is idle.
 * @param startEpochMs start of the virtual time, epoch milliseconds.
 */
export function makeVirtualClock(startEpochMs: number): Clock {
  return new VirtualClock(startEpochMs);
}

class VirtualClock implements Clock {
  readonly virtual = true;
  private readonly timers = new TimerHeap();
  private made = 0;
  private working = 0;
  /** Requested turns of Node.js that have not run yet. */
  private armed = 0;
  private readonly next = (): void => this.turn();

  constructor(private moment: number) {}

  now(): number {
    return this.moment;
  }

  sleep(milliseconds: number, cancel?: Cancel): Promise<'elapsed' | 'cancelled'> {
    if (cancel?.aborted) return Promise.resolve('cancelled');
    if (Number.isNaN(milliseconds)) return Promise.reject(new RangeError('a sleep requires a number of milliseconds'));
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
    if (this.armed > 0 || this.working > 0) return;
    this.armed = Math.min(TURNS_AT_ONCE, this.timers.size);
    for (let turn = 0; turn < this.armed; turn += 1) setImmediate(this.next);
  }

  private turn(): void {
    this.armed -= 1;
    const timer = this.working > 0 ? undefined : this.timers.next();
    if (timer !== undefined) {
      this.moment = Math.max(this.moment, timer.due);
      timer.fire();
    }
    if (this.armed === 0) this.arm();
  }
}
