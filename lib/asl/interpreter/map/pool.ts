/**
 * Runs `count` jobs in order, at most `width` at the same time. Rejects with the first failure, and starts no further
 * jobs.
 * @returns the results in order.
 */
export async function runPool<T>(count: number, width: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results = Array.from<T>({ length: count });
  const state = { begun: 0, failed: false };
  const lane = async (): Promise<void> => {
    while (state.begun < count && !state.failed) {
      const index = state.begun++;
      try {
        results[index] = await work(index);
      } catch (thrown) {
        state.failed = true;
        throw thrown;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, count) }, lane));
  return results;
}
