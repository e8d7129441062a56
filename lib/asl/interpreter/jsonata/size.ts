/** How large a value counts in an evaluation, as far as AWS was measured: see `VALUE_MAX_BYTES`. */
const sizeCache = new WeakMap<object, number>();

/** Of a number, a boolean, null. */
const SCALAR = 8;

/**
 * Bytes of a value: a character is one, and so is a list or an object beside what it holds. The size of an object is
 * taken once; what a value holds twice counts twice.
 */
export function valueBytes(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null || isFunction(value)) return SCALAR;
  const before = sizeCache.get(value);
  if (before !== undefined) return before;
  const size = Array.isArray(value) ? listBytes(value) : objectBytes(value as Readonly<Record<string, unknown>>);
  sizeCache.set(value, size);
  return size;
}

function listBytes(list: readonly unknown[]): number {
  // A stream of tuples is how jsonata remembers what stands around its items, no list that anybody sees.
  if ('tupleStream' in list) return 1;
  let size = 1;
  for (const item of list) size += valueBytes(item);
  return size;
}

function objectBytes(value: Readonly<Record<string, unknown>>): number {
  let size = 1;
  for (const key of Object.keys(value)) size += key.length + valueBytes(value[key]);
  return size;
}

/** Functions of jsonata are objects, and hold the whole environment. */
function isFunction(value: object): boolean {
  return '_jsonata_lambda' in value || '_jsonata_function' in value;
}
