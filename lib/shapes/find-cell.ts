/** Finds a configuration by its id. */

/** Indexes of searched lists; the lists must not change. */
const INDEXES = new WeakMap<readonly object[], ReadonlyMap<string, object>>();

/**
 * Finds a configuration by id in constant time, since plans may have 10,000. @param cells must not change afterwards
 */
export function findCell<C extends { readonly cellId: string }>(cells: readonly C[], cellId: string): C | undefined {
  let index = INDEXES.get(cells) as ReadonlyMap<string, C> | undefined;
  if (index === undefined) {
    index = new Map(cells.map((cell) => [cell.cellId, cell]));
    INDEXES.set(cells, index);
  }
  return index.get(cellId);
}
