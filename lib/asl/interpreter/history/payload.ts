/** Size of values as JSON, for the limits of payloads in bytes; and plain copies of values. */
const sizes = new WeakMap<object, number>();

/** Size as compact UTF-8 JSON, bytes. Values never change, so the size of each object is calculated once and cached. */
export function countPayloadBytes(value: unknown): number {
  if (typeof value !== 'object' || value === null) return measureBytes(value);
  const known = sizes.get(value);
  if (known !== undefined) return known;
  const bytes = measureBytes(value);
  sizes.set(value, bytes);
  return bytes;
}

/**
 * Copies an external value as plain JSON. Values without a JSON form are dropped; undefined becomes null. The copy
 * protects against later changes by the caller.
 */
export function toPayload(value: unknown): unknown {
  const text = JSON.stringify(value) ?? 'null';
  const payload: unknown = JSON.parse(text);
  if (typeof payload === 'object' && payload !== null) sizes.set(payload, Buffer.byteLength(text, 'utf8'));
  return payload;
}

function measureBytes(value: unknown): number {
  // Counters of loops are measured in each state.
  if (typeof value === 'number' && Number.isFinite(value)) return String(value).length;
  return Buffer.byteLength(JSON.stringify(value) ?? '', 'utf8');
}
