/** An inline Map: all items inside one execution, whose history and payload limits they share. */
import { Ended } from '../failure';
import type { Frame } from '../frame';
import type { MapState } from '../machine';
import { Scope } from '../scope';
import { abortParts } from '../states/parts';
import { itemInput } from './items';
import { pool } from './pool';

/**
 * Iterations at once where MaxConcurrency is 0 or absent
 * (https://docs.aws.amazon.com/step-functions/latest/dg/state-map-inline.html).
 */
const CONCURRENCY = 40;

/** Runs every item inside this execution, each iteration with a scope of its own; the first failure ends them all. */
export async function inlineMap(
  frame: Frame<MapState>,
  items: readonly unknown[],
  maxConcurrency: number | undefined,
): Promise<unknown[]> {
  const open = new Set<Scope>();
  let failed: Scope | undefined;
  const iterate = async (index: number): Promise<unknown> => {
    const item = { Index: index, Value: items[index] };
    const input = await itemInput(frame, item);
    const scope = new Scope(frame.scope, { item, iteration: { name: frame.state.name, index } });
    open.add(scope);
    try {
      const output = await iteration(frame, scope, input);
      open.delete(scope);
      return output;
    } catch (thrown) {
      if (!(thrown instanceof Ended)) failed ??= scope;
      throw thrown;
    } finally {
      scope.leave();
    }
  };
  try {
    return await pool(items.length, Math.min(maxConcurrency || CONCURRENCY, CONCURRENCY), iterate);
  } catch (thrown) {
    frame.scope.check();
    abortParts(frame, [...open], failed);
    throw thrown;
  }
}

async function iteration(frame: Frame<MapState>, scope: Scope, input: unknown): Promise<unknown> {
  const { history } = frame.interpreter;
  const details = { ...scope.options.iteration };
  scope.lastEvent = history.add('MapIterationStarted', scope.lastEvent, () => ({
    mapIterationStartedEventDetails: details,
  }));
  const output = await frame.interpreter.run(frame.state.processor, input, scope);
  scope.check();
  scope.lastEvent = history.add('MapIterationSucceeded', scope.lastEvent, () => ({
    mapIterationSucceededEventDetails: details,
  }));
  return output;
}
