/** Values by key, in the order in which they come. */
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

/** Of lists that were looked into: none of them changes afterwards. */
const INDEXES = new WeakMap<readonly object[], ReadonlyMap<string, object>>();

/** The cell of that id. Looking is as quick among 10,000 cells as among ten. @param cells never changed afterwards */
export function findCell<C extends { readonly cellId: string }>(cells: readonly C[], cellId: string): C | undefined {
  let index = INDEXES.get(cells) as ReadonlyMap<string, C> | undefined;
  if (index === undefined) {
    index = new Map(cells.map((cell) => [cell.cellId, cell]));
    INDEXES.set(cells, index);
  }
  return index.get(cellId);
}
