/** The system clock, for local executions. */
import type { Cancel, Clock } from './clock';

/**
 * Longest delay that a Node.js timer accepts: a signed 32-bit number of milliseconds
 * (https://nodejs.org/api/timers.html).
 */
const TIMER_MAX_MS = 2 ** 31 - 1;

/** The system clock. It splits long sleeps into delays that a Node.js timer accepts. */
export function makeRealClock(): Clock {
  return { virtual: false, now: () => Date.now(), sleep, busy: (work) => work };
}

function sleep(milliseconds: number, cancel?: Cancel): Promise<'elapsed' | 'cancelled'> {
  if (cancel?.aborted) return Promise.resolve('cancelled');
  return new Promise((resolve) => {
    const due = Date.now() + milliseconds;
    let timer: NodeJS.Timeout;
    const arm = () => {
      const left = Math.max(0, due - Date.now());
      timer = left > TIMER_MAX_MS ? setTimeout(arm, TIMER_MAX_MS) : setTimeout(elapse, left);
    };
    const elapse = () => {
      cancel?.removeEventListener('abort', stop);
      resolve('elapsed');
    };
    const stop = () => {
      clearTimeout(timer);
      resolve('cancelled');
    };
    cancel?.addEventListener('abort', stop, { once: true });
    arm();
  });
}
