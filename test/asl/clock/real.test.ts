import { makeRealClock } from '../../../lib/asl/clock/real';

describe('makeRealClock', () => {
  const clock = makeRealClock();

  it('tells the time of the machine', () => {
    expect(clock.virtual).toBe(false);
    const times = [Date.now(), clock.now(), Date.now()];
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('sleeps at least as long as asked', async () => {
    const due = performance.now() + 18;
    expect(await clock.sleep(20)).toBe('elapsed');
    expect(performance.now()).toBeGreaterThanOrEqual(due);
  });

  it('ends a wait of any length when it is cancelled', async () => {
    const cancel = new AbortController();
    const year = clock.sleep(365 * 86_400_000, cancel.signal);
    cancel.abort();
    expect(await year).toBe('cancelled');
    expect(await clock.sleep(60_000, cancel.signal)).toBe('cancelled');
  });

  it('does not end at once what is longer than a timer of Node.js can be', async () => {
    const cancel = new AbortController();
    const long = clock.sleep(2 ** 31 + 1_000, cancel.signal);
    expect(await Promise.race([long, clock.sleep(15)])).toBe('elapsed');
    cancel.abort();
    expect(await long).toBe('cancelled');
  });

  it('gives the result of real work', async () => {
    expect(await clock.busy(Promise.resolve(7))).toBe(7);
  });
});
