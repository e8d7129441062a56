import { makeCloud, UnknownActionError, VIRTUAL_LATENCY_MS } from '../../../lib/twin/cloud/cloud';
import { type CallRecord, type Service, ServiceError } from '../../../lib/twin/cloud/service';
import { ArgumentError } from '../../../lib/twin/cloud/shape';
import { virtualClock } from '../../../lib/asl/clock/virtual';
import { CALLER, T0 } from './world';

function setUp(options: Partial<Parameters<typeof makeCloud>[0]> = {}) {
  const clock = virtualClock(T0);
  const calls: CallRecord[] = [];
  const effects: unknown[] = [];
  const things: Service = {
    Make: (input: unknown) => {
      effects.push(input);
      return { Made: true };
    },
    Refuse: () => {
      throw new ServiceError('NoSuchThing', 'There is no such thing', 404);
    },
    Misuse: () => {
      throw new ArgumentError('things:Misuse', ['nonsense']);
    },
    Echo: (input: unknown) => input,
  };
  const cloud = makeCloud({ clock, services: { things }, record: (call) => calls.push(call), ...options });
  return { cloud, clock, calls, effects };
}

describe('makeCloud', () => {
  it('refuses a service and an action that it does not model, and names what it does', async () => {
    const { cloud, calls } = setUp();
    await expect(cloud.call('thing', 'Make', {}, CALLER)).rejects.toThrow(UnknownActionError);
    await expect(cloud.call('things', 'Destroy', {}, CALLER)).rejects.toThrow(
      'The twin does not know things:Destroy; modelled are Make, Refuse, Misuse, Echo',
    );
    await expect(cloud.call('things', 'toString', {}, CALLER)).rejects.toThrow(UnknownActionError);
    expect(calls).toEqual([]);
  });

  it('records time, caller, input and output of a call', async () => {
    const { cloud, calls } = setUp();
    await cloud.call('things', 'Make', { Size: 3, Left: undefined, List: [{ Out: undefined, In: 1 }] }, CALLER);
    expect(calls).toEqual([
      {
        time: '2026-11-21T10:00:00.000Z',
        execution: 'e1',
        state: 'Create',
        role: 'rig-role',
        service: 'things',
        action: 'Make',
        input: { Size: 3, List: [{ In: 1 }] },
        output: { Made: true },
      },
    ]);
  });

  it('records what a service refuses', async () => {
    const { cloud, calls } = setUp();
    await expect(cloud.call('things', 'Refuse', {}, CALLER)).rejects.toMatchObject({ name: 'NoSuchThing' });
    expect(calls[0]?.error).toEqual({ name: 'NoSuchThing', message: 'There is no such thing' });
    expect(calls[0]).not.toHaveProperty('output');
  });

  it('records no call that was never sent', async () => {
    const { cloud, calls } = setUp();
    await expect(cloud.call('things', 'Misuse', {}, CALLER)).rejects.toThrow(ArgumentError);
    expect(calls).toEqual([]);
  });

  it('lets a fault come before the effect', async () => {
    const throttled = new ServiceError('RequestLimitExceeded', 'Request limit exceeded.', 503);
    const { cloud, effects, calls } = setUp({ fault: ({ action }) => (action === 'Make' ? throttled : undefined) });
    await expect(cloud.call('things', 'Make', {}, CALLER)).rejects.toBe(throttled);
    expect(effects).toEqual([]);
    expect(calls[0]?.error?.name).toBe('RequestLimitExceeded');
    await expect(cloud.call('things', 'Echo', { A: 1 }, CALLER)).resolves.toEqual({ A: 1 });
  });

  it('lets an answer be lost after the effect', async () => {
    const { cloud, effects, calls } = setUp({ fault: () => 'lost' });
    await expect(cloud.call('things', 'Make', { A: 1 }, CALLER)).rejects.toMatchObject({ statusCode: 500 });
    expect(effects).toEqual([{ A: 1 }]);
    expect(calls[0]).toHaveProperty('error');
    expect(calls[0]).not.toHaveProperty('output');
  });

  it('gives the fault all it needs to choose', async () => {
    const seen: unknown[] = [];
    const { cloud } = setUp({ fault: (call) => void seen.push(call) });
    await cloud.call('things', 'Make', { A: 1 }, CALLER);
    expect(seen).toEqual([{ service: 'things', action: 'Make', input: { A: 1 }, caller: CALLER, at: T0 }]);
  });

  it('takes modelled time under a virtual clock, errors included', async () => {
    const { cloud, clock } = setUp();
    await cloud.call('things', 'Make', {}, CALLER);
    expect(clock.now()).toBe(T0 + VIRTUAL_LATENCY_MS);
    await cloud.call('things', 'Refuse', {}, CALLER).catch(() => {});
    expect(clock.now()).toBe(T0 + 2 * VIRTUAL_LATENCY_MS);
  });

  it('takes no time of its own under a real clock', async () => {
    const slept: number[] = [];
    const sleep = async (milliseconds: number) => {
      slept.push(milliseconds);
      return 'elapsed' as const;
    };
    const clock = { virtual: false, now: () => T0, sleep, busy: <T>(work: Promise<T>) => work };
    const { cloud } = setUp({ clock });
    await cloud.call('things', 'Make', {}, CALLER);
    expect(slept).toEqual([]);
  });
});
