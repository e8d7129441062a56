import { toPayload, countPayloadBytes } from '../../../../lib/asl/interpreter/history/payload';

describe('payloadBytes', () => {
  it('is the length of compact JSON in UTF-8', () => {
    expect(countPayloadBytes('äé')).toBe(6);
    expect(countPayloadBytes({ a: [1, null] })).toBe('{"a":[1,null]}'.length);
    expect(countPayloadBytes(null)).toBe(4);
  });

  it('is taken once for an object', () => {
    const value = { a: 1 };
    expect(countPayloadBytes(value)).toBe(7);
    value.a = 1_000;
    expect(countPayloadBytes(value)).toBe(7);
  });
});

describe('toPayload', () => {
  it('is plain JSON of its own', () => {
    const given = { when: new Date(0), list: [1], none: undefined };
    const payload = toPayload(given);
    given.list.push(2);
    expect(payload).toStrictEqual({ when: '1970-01-01T00:00:00.000Z', list: [1] });
    expect(countPayloadBytes(payload)).toBe(Buffer.byteLength(JSON.stringify(payload)));
  });

  it('is null for nothing', () => {
    expect(toPayload(undefined)).toBeNull();
  });
});
