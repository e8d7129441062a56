/** The size of a value in an evaluation, as measured on AWS: see `VALUE_MAX_BYTES`. */
const sizeCache = new WeakMap<object, number>();

/** A number, a boolean or null. */
const SCALAR = 8;

/**
 * Size in bytes: one for each character, and one for each list or object in addition to its content. The size of each
 * object is cached; a value that occurs twice counts twice.
 */
export function countValueBytes(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null || isFunction(value)) return SCALAR;
  const before = sizeCache.get(value);
  if (before !== undefined) return before;
  const size = Array.isArray(value) ? listBytes(value) : objectBytes(value as Readonly<Record<string, unknown>>);
  sizeCache.set(value, size);
  return size;
}

function listBytes(list: readonly unknown[]): number {
  // jsonata keeps the context of items in a list of tuples, which expressions never see.
  if ('tupleStream' in list) return 1;
  let size = 1;
  for (const item of list) size += countValueBytes(item);
  return size;
}

function objectBytes(value: Readonly<Record<string, unknown>>): number {
  let size = 1;
  for (const key of Object.keys(value)) size += key.length + countValueBytes(value[key]);
  return size;
}

/** Functions of jsonata are objects that contain the whole environment, so they are not measured. */
function isFunction(value: object): boolean {
  return '_jsonata_lambda' in value || '_jsonata_function' in value;
}
