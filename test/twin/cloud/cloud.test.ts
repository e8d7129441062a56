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
    Make: (input: unknown) => ({ Made: effects.push(input) > 0 }),
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
  it('refuses unknown services and actions, and lists the simulated actions, without a record', async () => {
    const { cloud, calls } = setUp();
    await expect(cloud.call('thing', 'Make', {}, CALLER)).rejects.toThrow(UnknownActionError);
    await expect(cloud.call('things', 'toString', {}, CALLER)).rejects.toThrow(UnknownActionError);
    const message = 'things:Destroy is not simulated; simulated are Make, Refuse, Misuse, Echo';
    await expect(cloud.call('things', 'Destroy', {}, CALLER)).rejects.toThrow(message);
    // As for one with invalid arguments.
    await expect(cloud.call('things', 'Misuse', {}, CALLER)).rejects.toThrow(ArgumentError);
    expect(calls).toEqual([]);
  });

  it('records time, caller, input and output of a call', async () => {
    const { cloud, calls } = setUp();
    await cloud.call('things', 'Make', { Size: 3, Left: undefined, List: [{ Out: undefined, In: 1 }] }, CALLER);
    expect(calls).toEqual(cases.recorded);
  });

  it('records the error of a refused call', async () => {
    const { cloud, calls } = setUp();
    await expectRefusal(cloud.call('things', 'Refuse', {}, CALLER), 'NoSuchThing');
    const { output: _, ...recorded } = { ...cases.recorded[0], action: 'Refuse', input: {} };
    expect(calls).toEqual([{ ...recorded, error: { name: 'NoSuchThing', message: 'There is no such thing' } }]);
  });

  it('throws an injected error before the call has an effect', async () => {
    const throttled = new ServiceError('RequestLimitExceeded', 'Request limit exceeded.', 503);
    const { cloud, effects, calls } = setUp({ fault: ({ action }) => (action === 'Make' ? throttled : undefined) });
    await expect(cloud.call('things', 'Make', {}, CALLER)).rejects.toBe(throttled);
    expect(effects).toEqual([]);
    expect(calls[0]?.error?.name).toBe('RequestLimitExceeded');
    await expect(cloud.call('things', 'Echo', { A: 1 }, CALLER)).resolves.toEqual({ A: 1 });
  });

  it('throws status 500 after the effect when the response is lost', async () => {
    const { cloud, effects, calls } = setUp({ fault: () => 'lost' });
    await expect(cloud.call('things', 'Make', { A: 1 }, CALLER)).rejects.toMatchObject({ statusCode: 500 });
    expect(effects).toEqual([{ A: 1 }]);
    expect(calls[0]).toHaveProperty('error');
    expect(calls[0]).not.toHaveProperty('output');
  });

  it('passes service, action, input, caller and time of the call to the fault function', async () => {
    const seen: unknown[] = [];
    const { cloud } = setUp({ fault: (call) => void seen.push(call) });
    await cloud.call('things', 'Make', { A: 1 }, CALLER);
    expect(seen).toEqual([{ service: 'things', action: 'Make', input: { A: 1 }, caller: CALLER, at: T0 }]);
  });

  it('advances a virtual clock by the modelled latency, also for errors', async () => {
    const { cloud, clock } = setUp();
    await cloud.call('things', 'Make', {}, CALLER);
    expect(clock.now()).toBe(T0 + VIRTUAL_LATENCY_MS);
    await cloud.call('things', 'Refuse', {}, CALLER).catch(() => {});
    expect(clock.now()).toBe(T0 + 2 * VIRTUAL_LATENCY_MS);
  });

  it('does not sleep under a real clock', async () => {
    const sleep = jest.fn();
    const clock = { virtual: false, now: () => T0, sleep, busy: <T>(work: Promise<T>) => work };
    await setUp({ clock }).cloud.call('things', 'Make', {}, CALLER);
    expect(sleep).not.toHaveBeenCalled();
  });
});

const TIME = '2026-01-01T00:00:00.000Z';
const CALL: CallRecord = { time: TIME, ...CALLER, service: 's3', action: 'GetObject', input: { Key: 'k' } };

describe('toLogRecord', () => {
  it('truncates long bodies, received ones to fewer characters than sent ones', () => {
    const Body = 'x'.repeat(5000);
    const output = Object.defineProperty({ Body }, 'ETag', { get: () => '"1"', enumerable: true });
    const logged = toLogRecord({ ...CALL, input: { Key: 'k', Body }, output });
    const cut = (length: number): string => `${'x'.repeat(length)}... [5000 characters]`;
    expect(logged.input).toEqual({ Key: 'k', Body: cut(LOGGED_BODY_CHARACTERS.sent) });
    expect(logged.output).toEqual({ Body: cut(LOGGED_BODY_CHARACTERS.received), ETag: '"1"' });
    expect(output.Body).toBe(Body);
  });

  it('replaces binary bodies by their number of bytes', () => {
    const logged = toLogRecord({ ...CALL, action: 'PutObject', input: { Key: 'k', Body: new Uint8Array(70_000) } });
    expect(logged.input).toEqual({ Key: 'k', Body: '[70000 bytes]' });
  });

  it('returns short bodies and other fields unchanged', () => {
    const input = { Body: 'x'.repeat(LOGGED_BODY_CHARACTERS.sent) };
    const call = { ...CALL, input, output: { Body: 1, Contents: [] } };
    expect(toLogRecord(call)).toBe(call);
    expect(toLogRecord(CALL)).not.toHaveProperty('output');
  });
});

describe('keepCallForCheckers', () => {
  const { input } = CALL;
  const fence = { Key: getFenceKey('e1') };
  const output = { Body: '{}' };

  it.each<[string, Partial<CallRecord>, Partial<CallRecord> | null]>([
    ['a GetObject that succeeded', { output }, null],
    ['a ListExecutions that succeeded', { action: 'ListExecutions', output }, null],
    ['a DescribeInstances that succeeded', { action: 'DescribeInstances', output }, null],
    ['a GetObject of a cleanup fence, without the response', { input: fence, output }, { input: fence }],
    ['the response of CreateFleet', { action: 'CreateFleet', output }, { input, output }],
    ['the response of DeleteFileSystem', { action: 'DeleteFileSystem', output }, { input, output }],
    ['the response of SendCommand', { action: 'SendCommand', output }, { input, output }],
    ['the response of PutObject', { action: 'PutObject', output }, { input, output }],
    ['a call that failed', { error: { name: 'NoSuchKey', message: '' } }, { input }],
  ])('drops reads that succeeded, and keeps other calls: %s', (_what, change, expected) => {
    const [kept, call]: [CallRecord[], CallRecord] = [[], { ...CALL, ...change }];
    keepCallForCheckers(kept, call);
    const { output: _, ...common } = call;
    expect(kept).toEqual(expected === null ? [] : [{ ...common, ...expected }]);
  });
});
