/** JSON values, and changes of one value in a copy. */

export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/** Keys and list indexes that lead to a value. */
export type Path = readonly (string | number)[];

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Formats a value for a message or an id. */
export function toWord(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

/** The value at a path; undefined where there is none. */
export function valueAt(root: Json, path: Path): Json | undefined {
  return path.reduce<Json | undefined>((value, key) => {
    if (Array.isArray(value)) return value[Number(key)];
    return isObject(value) ? value[key] : undefined;
  }, root);
}

/** A copy with one value replaced. */
export function withValue(root: JsonObject, path: Path, value: Json): JsonObject {
  return changeCopy(root, (copy) => {
    const holder = getHolder(copy, path);
    if (Array.isArray(holder)) holder[Number(path.at(-1))] = value;
    else if (isObject(holder)) holder[String(path.at(-1))] = value;
  });
}

/** A copy without one key or list member. */
export function without(root: JsonObject, path: Path): JsonObject {
  return changeCopy(root, (copy) => {
    const holder = getHolder(copy, path);
    const key = path.at(-1);
    if (Array.isArray(holder)) holder.splice(Number(key), 1);
    else if (isObject(holder)) delete holder[String(key)];
  });
}

/** A deep copy, changed by `change`. */
export function changeCopy(root: JsonObject, change: (copy: JsonObject) => void): JsonObject {
  const copy = structuredClone(root);
  change(copy);
  return copy;
}

/** All values below a root, itself first, with their paths. */
export function* walkValues(value: Json, path: Path = []): Generator<{ readonly path: Path; readonly value: Json }> {
  yield { path, value };
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* walkValues(item, [...path, index]);
  else if (isObject(value)) for (const [key, item] of Object.entries(value)) yield* walkValues(item, [...path, key]);
}

function getHolder(root: Json, path: Path): Json | undefined {
  return valueAt(root, path.slice(0, -1));
}
