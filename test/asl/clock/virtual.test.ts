import { makeVirtualClock } from '../../../lib/asl/clock/virtual';

const DAY = 86_400_000;

describe('makeVirtualClock', () => {
  it('begins where it is told and jumps to the due moment', async () => {
    const clock = makeVirtualClock(1_000);
    expect(clock.virtual).toBe(true);
    expect(clock.now()).toBe(1_000);
    expect(await clock.sleep(365 * DAY)).toBe('elapsed');
    expect(clock.now()).toBe(1_000 + 365 * DAY);
  });

  it('fires by due moment; timers of one moment in the order in which they were made', async () => {
    const clock = makeVirtualClock(0);
    const fired: string[] = [];
    const wait = async (name: string, milliseconds: number) => {
      await clock.sleep(milliseconds);
      fired.push(`${name}@${clock.now()}`);
    };
    await Promise.all([wait('a', 20), wait('b', 10), wait('c', 20), wait('d', 10), wait('e', 0)]);
    expect(fired).toEqual(['e@0', 'b@10', 'd@10', 'a@20', 'c@20']);
  });

  it('does not jump while any branch has something to do', async () => {
    const clock = makeVirtualClock(0);
    const slept = clock.sleep(1_000);
    for (let turn = 0; turn < 1_000; turn++) await Promise.resolve();
    expect(clock.now()).toBe(0);
    await slept;
    expect(clock.now()).toBe(1_000);
  });

  it('stands still while real work is under way, and goes on when it has ended or failed', async () => {
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

  it('ends a wait early when it is cancelled, and forgets its timer', async () => {
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

  it('lets what a timer causes happen before the next timer of the same moment fires', async () => {
    const clock = makeVirtualClock(0);
    const cancel = new AbortController();
    const first = clock.sleep(10).then(() => cancel.abort());
    const second = clock.sleep(10, cancel.signal);
    await first;
    expect(await second).toBe('cancelled');
  });

  it('carries thousands of timers', async () => {
    const clock = makeVirtualClock(0);
    const lengths = Array.from({ length: 5_000 }, (_, n) => (n * 7_919) % 5_000);
    const seen: number[] = [];
    await Promise.all(lengths.map((length) => clock.sleep(length).then(() => seen.push(clock.now()))));
    expect(seen).toEqual(Array.from({ length: 5_000 }, (_, n) => n));
  });

  it('refuses a length that is no number', async () => {
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
