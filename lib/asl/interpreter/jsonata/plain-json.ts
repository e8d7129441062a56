/** Thrown by {@link toPlainJson} if a value contains a function, which has no JSON form. */
export class UnsupportedResult extends Error {
  constructor() {
    super('returned an unsupported result type.');
    this.name = 'UnsupportedResult';
  }
}

/**
 * Converts a JSONata result to plain JSON. JSONata marks arrays with extra properties and may share arrays with its
 * input. Only marked arrays are copied, so that large inputs pass without a copy. Numbers that are not finite become
 * texts (`"Infinity"`, `"NaN"`), as in Step Functions; -0 becomes 0; undefined members are dropped.
 * @throws {UnsupportedResult} if the value is or contains a function.
 */
export function toPlainJson(value: unknown): unknown {
  if (typeof value === 'number') return plainNumber(value);
  if (typeof value === 'function') throw new UnsupportedResult();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return plainArray(value);
  return plainObject(value as Record<string, unknown>);
}

function plainNumber(value: number): number | string {
  if (!Number.isFinite(value)) return String(value);
  return value === 0 ? 0 : value;
}

/** Properties that jsonata 2 sets on arrays: see `createSequence` and `evaluatePath` in its source. */
const MARKS = ['sequence', 'keepSingleton', 'cons', 'tupleStream', 'outerWrapper'];

function plainArray(value: readonly unknown[]): unknown[] {
  const copy = value.map((item) => (item === undefined ? null : toPlainJson(item)));
  const marked = MARKS.some((mark) => mark in value);
  return marked || copy.some((item, index) => !Object.is(item, value[index])) ? copy : (value as unknown[]);
}

function plainObject(value: Record<string, unknown>): Record<string, unknown> {
  if (value['_jsonata_lambda'] === true || value['_jsonata_function'] === true) throw new UnsupportedResult();
  const copy: Record<string, unknown> = {};
  let changed = false;
  for (const key of Object.keys(value)) {
    const before = value[key];
    const after = toPlainJson(before);
    if (!Object.is(before, after) || after === undefined) changed = true;
    if (after !== undefined) Object.defineProperty(copy, key, toDescriptor(after));
  }
  return changed ? copy : value;
}

/** Defines an ordinary member, even with the name `__proto__`, which an assignment would not create. */
function toDescriptor(value: unknown): PropertyDescriptor {
  return { value, enumerable: true, configurable: true, writable: true };
}
