/** The items of a Map, and the input of each iteration. */
import type { Frame } from '../frame';
import type { MapState } from '../machine';
import type { MapItem } from '../scope';

/** The items of a Map without ItemReader: its field Items, or the whole input. */
export async function getMapItems(frame: Frame<MapState>): Promise<readonly unknown[]> {
  const { items } = frame.state;
  if (items !== undefined) {
    return frame.checkSize((await frame.evaluateTyped(items, 'array', frame.view())) as readonly unknown[]);
  }
  if (Array.isArray(frame.input)) return frame.input as readonly unknown[];
  throw frame.evaluationFailure(`Map state input must be an array but was: ${JSON.stringify(frame.input)}`);
}

/** Input of one iteration: the value of ItemSelector, or the item itself. */
export async function makeItemInput(frame: Frame<MapState>, item: MapItem): Promise<unknown> {
  const { itemSelector } = frame.state;
  if (itemSelector === undefined) return item.Value;
  return frame.checkSize(await frame.evaluate(itemSelector, frame.view({ item })));
}

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
