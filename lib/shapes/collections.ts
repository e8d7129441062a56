/** Groups values by key, in order of first occurrence. */
export function groupBy<K, V>(values: Iterable<V>, keyOf: (value: V) => K): ReadonlyMap<K, readonly V[]> {
  const groups = new Map<K, V[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}

/** The value of a key; makes and stores one if it is missing. */
export function getOrMake<K, V extends object>(
  known: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: () => V,
): V {
  const value = known.get(key);
  if (value !== undefined) return value;
  const made = make();
  known.set(key, made);
  return made;
}

export function sumAll(amounts: readonly number[]): number {
  return amounts.reduce((sum, one) => sum + one, 0);
}

/** NaN without values. */
export function computeMean(values: readonly number[]): number {
  return sumAll(values) / values.length;
}
