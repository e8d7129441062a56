/** How large a value in an evaluation is at least, cheaply: asked after each step that may make a large one. */
const known = new WeakMap<object, number>();

/**
 * A lower bound of the bytes of a value as JSON: cheap, since the size of an object is taken once. A value that holds
 * another one twice counts it twice, as its JSON would.
 */
export function leastBytes(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null || isFunction(value)) return 1;
  const before = known.get(value);
  if (before !== undefined) return before;
  const size = Array.isArray(value) ? listBytes(value) : objectBytes(value as Readonly<Record<string, unknown>>);
  known.set(value, size);
  return size;
}

function listBytes(list: readonly unknown[]): number {
  // A stream of tuples is how jsonata remembers what stands around its items, no list that anybody sees.
  if ('tupleStream' in list) return 1;
  let size = 1 + list.length;
  for (const item of list) size += leastBytes(item);
  return size;
}

function objectBytes(value: Readonly<Record<string, unknown>>): number {
  let size = 1;
  for (const key of Object.keys(value)) size += key.length + 4 + leastBytes(value[key]);
  return size;
}

/** Functions of jsonata are objects, and hold the whole environment. */
function isFunction(value: object): boolean {
  return '_jsonata_lambda' in value || '_jsonata_function' in value;
}
