/** Work on many things, some of them side by side. */

/**
 * Batch after batch: what comes in the next begins when the last of the batch before is through.
 * @param size how many at once
 * @returns what each gave, in their order
 */
export async function inBatches<T, R>(all: readonly T[], size: number, work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let first = 0; first < all.length; first += size)
    results.push(...(await Promise.all(all.slice(first, first + size).map(work))));
  return results;
}
