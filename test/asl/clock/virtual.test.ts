import { Stop } from '../../../lib/asl/clock/stop';
import { makeVirtualClock } from '../../../lib/asl/clock/virtual';

const DAY = 86_400_000;

describe('makeVirtualClock', () => {
  it('starts at the given time and jumps to the due time of a sleep', async () => {
    const clock = makeVirtualClock(1_000);
    expect(clock.virtual).toBe(true);
    expect(clock.now()).toBe(1_000);
    expect(await clock.sleep(365 * DAY)).toBe('elapsed');
    expect(clock.now()).toBe(1_000 + 365 * DAY);
  });

  it('fires timers by due time, and timers with the same due time in creation order', async () => {
    const clock = makeVirtualClock(0);
    const fired: string[] = [];
    const wait = async (name: string, milliseconds: number) => {
      await clock.sleep(milliseconds);
      fired.push(`${name}@${clock.now()}`);
    };
    await Promise.all([wait('a', 20), wait('b', 10), wait('c', 20), wait('d', 10), wait('e', 0)]);
    expect(fired).toEqual(['e@0', 'b@10', 'd@10', 'a@20', 'c@20']);
  });

  it('does not advance while microtasks are pending', async () => {
    const clock = makeVirtualClock(0);
    const slept = clock.sleep(1_000);
    for (let turn = 0; turn < 1_000; turn++) await Promise.resolve();
    expect(clock.now()).toBe(0);
    await slept;
    expect(clock.now()).toBe(1_000);
  });

  it('keeps its time while a promise passed to busy is pending, and advances after it settles', async () => {
    const clock = makeVirtualClock(0);
    let finish: (value: string) => void = () => undefined;
    const work = clock.busy(
      new Promise<string>((resolve) => {
        finish = resolve;
      }),
    );
    const failing = clock.busy(Promise.reject(new Error('broken')));
    const slept = clock.sleep(5);
    await expect(failing).rejects.toThrow('broken');
    await turns(5);
    expect(clock.now()).toBe(0);
    finish('done');
    expect(await work).toBe('done');
    expect(clock.now()).toBe(0);
    await slept;
    expect(clock.now()).toBe(5);
  });

  it('returns cancelled when the signal of a sleep aborts, and discards its timer', async () => {
    const clock = makeVirtualClock(0);
    const cancel = new AbortController();
    const long = clock.sleep(DAY, cancel.signal);
    const short = clock.sleep(10);
    cancel.abort();
    expect(await long).toBe('cancelled');
    await short;
    await turns(3);
    expect(clock.now()).toBe(10);
    expect(await clock.sleep(10, cancel.signal)).toBe('cancelled');
  });

  it('runs the effects of a timer before it fires the next timer due at the same time', async () => {
    const clock = makeVirtualClock(0);
    const cancel = new AbortController();
    const first = clock.sleep(10).then(() => cancel.abort());
    const second = clock.sleep(10, cancel.signal);
    await first;
    expect(await second).toBe('cancelled');
  });

  it('fires 5000 timers in order of their due times, without those whose sleep was cancelled', async () => {
    const clock = makeVirtualClock(0);
    const stop = new Stop<string>();
    const lengths = Array.from({ length: 5_000 }, (_, n) => (n * 7_919) % 5_000);
    const seen: number[] = [];
    const sleeps = lengths.map(async (length) => {
      const ending = await clock.sleep(length, length % 3 === 0 ? stop : undefined);
      if (ending === 'elapsed') seen.push(clock.now());
    });
    stop.stop('now');
    await Promise.all(sleeps);
    expect(seen).toEqual(Array.from({ length: 5_000 }, (_, n) => n).filter((n) => n % 3 !== 0));
  });

  it('refuses a duration that is NaN', async () => {
    await expect(makeVirtualClock(0).sleep(Number.NaN)).rejects.toThrow('a sleep requires a number');
  });
});

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) {
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
  }
}
