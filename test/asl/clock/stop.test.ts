import { Stop } from '../../../lib/asl/clock/stop';
import { makeVirtualClock } from '../../../lib/asl/clock/virtual';

describe('Stop', () => {
  it('calls each listener once, in order, and keeps the first reason when stopped twice', () => {
    const stop = new Stop<string>();
    const heard: string[] = [];
    for (const name of ['a', 'b']) stop.addEventListener('abort', () => heard.push(name));
    expect([stop.aborted, stop.reason]).toEqual([false, null]);
    stop.stop('first');
    stop.stop('second');
    expect([stop.aborted, stop.reason]).toEqual([true, 'first']);
    expect(heard).toEqual(['a', 'b']);
  });

  it('skips listeners that were removed or added after the stop', () => {
    const stop = new Stop<string>();
    const listener = jest.fn();
    stop.addEventListener('abort', listener);
    stop.removeEventListener('abort', listener);
    stop.stop('now');
    stop.addEventListener('abort', listener);
    expect(listener).not.toHaveBeenCalled();
  });

  it('cancels the current sleep and every later one', async () => {
    const clock = makeVirtualClock(0);
    const stop = new Stop<string>();
    const waiting = clock.sleep(1000, stop);
    stop.stop('enough');
    expect(await waiting).toBe('cancelled');
    expect(await clock.sleep(1000, stop)).toBe('cancelled');
    expect(clock.now()).toBe(0);
  });
});
