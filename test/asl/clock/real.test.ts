import { makeRealClock } from '../../../lib/asl/clock/real';

describe('makeRealClock', () => {
  const clock = makeRealClock();

  it('returns the system time', () => {
    expect(clock.virtual).toBe(false);
    const times = [Date.now(), clock.now(), Date.now()];
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('sleeps for at least the given duration', async () => {
    const due = performance.now() + 18;
    expect(await clock.sleep(20)).toBe('elapsed');
    expect(performance.now()).toBeGreaterThanOrEqual(due);
  });

  it('returns cancelled from a sleep of any length when its signal aborts', async () => {
    const cancel = new AbortController();
    const year = clock.sleep(365 * 86_400_000, cancel.signal);
    cancel.abort();
    expect(await year).toBe('cancelled');
    expect(await clock.sleep(60_000, cancel.signal)).toBe('cancelled');
  });

  it('keeps sleeping when the duration exceeds the timer limit of Node.js', async () => {
    const cancel = new AbortController();
    const long = clock.sleep(2 ** 31 + 1_000, cancel.signal);
    expect(await Promise.race([long, clock.sleep(15)])).toBe('elapsed');
    cancel.abort();
    expect(await long).toBe('cancelled');
  });

  it('returns the result of the promise passed to busy', async () => {
    expect(await clock.busy(Promise.resolve(7))).toBe(7);
  });
});
