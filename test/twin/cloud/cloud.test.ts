import {
  LOGGED_BODY_CHARACTERS,
  toLogRecord,
  keepCallForCheckers,
  makeCloud,
  UnknownActionError,
  VIRTUAL_LATENCY_MS,
} from '../../../lib/twin/cloud/cloud';
import { type CallRecord, type Service, ServiceError } from '../../../lib/twin/cloud/service';
import { ArgumentError } from '../../../lib/twin/cloud/sdk-shape';
import { makeVirtualClock } from '../../../lib/asl/clock/virtual';
import { CALLER, expectRefusal, T0 } from './services';
import { getFenceKey } from '../../../lib/shapes/layout';
import cases from './cloud.cases.json';

function setUp(options: Partial<Parameters<typeof makeCloud>[0]> = {}) {
  const clock = makeVirtualClock(T0);
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
      'things:Destroy is not simulated; simulated are Make, Refuse, Misuse, Echo',
    );
    await expect(cloud.call('things', 'toString', {}, CALLER)).rejects.toThrow(UnknownActionError);
    expect(calls).toEqual([]);
  });

  it('records time, caller, input and output of a call', async () => {
    const { cloud, calls } = setUp();
    await cloud.call('things', 'Make', { Size: 3, Left: undefined, List: [{ Out: undefined, In: 1 }] }, CALLER);
    expect(calls).toEqual(cases.recorded);
  });

  it('records what a service refuses', async () => {
    const { cloud, calls } = setUp();
    await expectRefusal(cloud.call('things', 'Refuse', {}, CALLER), 'NoSuchThing');
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

const CALL: CallRecord = {
  time: '2026-01-01T00:00:00.000Z',
  execution: 'e1',
  state: 'Look',
  role: 'r',
  service: 's3',
  action: 'GetObject',
  input: { Key: 'k' },
};

describe('toLogRecord', () => {
  it('cuts long bodies, those that were received more than those that were sent', () => {
    const Body = 'x'.repeat(5000);
    const output = {
      Body,
      get ETag() {
        return '"1"';
      },
    };
    const logged = toLogRecord({ ...CALL, input: { Key: 'k', Body }, output });
    const cut = (length: number): string => `${'x'.repeat(length)}... [5000 characters]`;
    expect(logged.input).toEqual({ Key: 'k', Body: cut(LOGGED_BODY_CHARACTERS.sent) });
    expect(logged.output).toEqual({ Body: cut(LOGGED_BODY_CHARACTERS.received), ETag: '"1"' });
    expect(output.Body).toBe(Body);
  });

  it('tells of bytes how many they were', () => {
    const logged = toLogRecord({ ...CALL, action: 'PutObject', input: { Key: 'k', Body: new Uint8Array(70_000) } });
    expect(logged.input).toEqual({ Key: 'k', Body: '[70000 bytes]' });
  });

  it('leaves everything else as it is', () => {
    const call = {
      ...CALL,
      input: { Body: 'x'.repeat(LOGGED_BODY_CHARACTERS.sent) },
      output: { Body: 1, Contents: [] },
    };
    expect(toLogRecord(call)).toBe(call);
    expect(toLogRecord(CALL)).not.toHaveProperty('output');
  });
});

describe('keepCallForCheckers', () => {
  const kept = (call: CallRecord): CallRecord[] => {
    const calls: CallRecord[] = [];
    keepCallForCheckers(calls, call);
    return calls;
  };

  it.each(['GetObject', 'ListExecutions', 'DescribeInstances'])('drops an answered %s', (action) => {
    expect(kept({ ...CALL, action, output: { a: 1 } })).toEqual([]);
  });

  it.each(['GetObject'])('keeps a %s that found a fence, without the answer', (action) => {
    const look = { ...CALL, action, input: { Key: getFenceKey('e1') } };
    expect(kept({ ...look, output: { Body: '{}' } })).toEqual([look]);
  });

  it.each(['CreateFleet', 'DeleteFileSystem', 'SendCommand', 'PutObject'])('keeps the answer of %s', (action) => {
    const call = { ...CALL, action, output: { a: 1 } };
    expect(kept(call)).toEqual([call]);
  });

  it('keeps errors', () => {
    const call = { ...CALL, error: { name: 'NoSuchKey', message: '' } };
    expect(kept(call)).toEqual([call]);
  });
});
