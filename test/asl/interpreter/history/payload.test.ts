import { toPayload, countPayloadBytes } from '../../../../lib/asl/interpreter/history/payload';

it.each([
  ['äé', 6],
  [{ a: [1, null] }, '{"a":[1,null]}'.length],
  [null, 4],
])('counts the compact JSON of %j as %i bytes of UTF-8', (value, bytes) => {
  expect(countPayloadBytes(value)).toBe(bytes);
});

it('keeps the size of an object once counted', () => {
  const value = { a: 1 };
  expect(countPayloadBytes(value)).toBe(7);
  value.a = 1_000;
  expect(countPayloadBytes(value)).toBe(7);
});

it('returns null from toPayload for undefined', () => {
  expect(toPayload(undefined)).toBeNull();
});
