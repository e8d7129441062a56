/** How large a value is as JSON, and plain copies of values: limits of payloads are in bytes. */
const sizes = new WeakMap<object, number>();

/**
 * Bytes of a value as compact UTF-8 JSON. Values are never changed once made, so the size of an object is taken once
 * and then known, however many states it passes through.
 */
export function payloadBytes(value: unknown): number {
  if (typeof value !== 'object' || value === null) return measureBytes(value);
  const known = sizes.get(value);
  if (known !== undefined) return known;
  const bytes = measureBytes(value);
  sizes.set(value, bytes);
  return bytes;
}

/**
 * A copy of a value from outside as plain JSON: what JSON cannot say is gone, nothing means null, and whoever gave it
 * may change its own object later.
 */
export function toPayload(value: unknown): unknown {
  const text = JSON.stringify(value) ?? 'null';
  const payload: unknown = JSON.parse(text);
  if (typeof payload === 'object' && payload !== null) sizes.set(payload, Buffer.byteLength(text, 'utf8'));
  return payload;
}

function measureBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '', 'utf8');
}
