import { toPayload, countPayloadBytes } from '../../../../lib/asl/interpreter/history/payload';

describe('countPayloadBytes', () => {
  it('returns the length of the compact JSON in UTF-8 bytes', () => {
    expect(countPayloadBytes('äé')).toBe(6);
    expect(countPayloadBytes({ a: [1, null] })).toBe('{"a":[1,null]}'.length);
    expect(countPayloadBytes(null)).toBe(4);
  });

  it('caches the size of an object', () => {
    const value = { a: 1 };
    expect(countPayloadBytes(value)).toBe(7);
    value.a = 1_000;
    expect(countPayloadBytes(value)).toBe(7);
  });
});

describe('toPayload', () => {
  it('returns plain JSON that later changes of the given object do not affect', () => {
    const given = { when: new Date(0), list: [1], none: undefined };
    const payload = toPayload(given);
    given.list.push(2);
    expect(payload).toStrictEqual({ when: '1970-01-01T00:00:00.000Z', list: [1] });
    expect(countPayloadBytes(payload)).toBe(Buffer.byteLength(JSON.stringify(payload)));
  });

  it('returns null for undefined', () => {
    expect(toPayload(undefined)).toBeNull();
  });
});
