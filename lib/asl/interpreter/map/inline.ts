/** An inline Map: all items inside one execution, whose history and payload limits they share. */
import { Ended } from '../failure';
import type { Frame } from '../frame';
import type { MapState } from '../machine';
import { type Place, Scope, type Work } from '../scope';
import { abortParts } from '../states/parts';
import { itemInput } from './items';
import { pool } from './pool';

/**
 * Iterations at once where MaxConcurrency is 0 or absent
 * (https://docs.aws.amazon.com/step-functions/latest/dg/state-map-inline.html).
 */
const CONCURRENCY = 40;

/** The items of one attempt. A redrive goes on with those that were not through, from where they stood. */
export interface ItemsWork extends Work {
  readonly of: 'items';
  readonly items: readonly unknown[];
  /** By index: iterations that were begun, of those that are through only the output; holes where nothing was. */
  readonly parts: readonly (Scope | Through | undefined)[];
}

class Through {
  constructor(readonly output: unknown) {}
}

/**
 * Runs every item inside this execution, each iteration with a scope of its own; the first failure ends them all.
 * @param before what was done before a redrive.
 */
export async function inlineMap(
  frame: Frame<MapState>,
  items: readonly unknown[],
  maxConcurrency: number | undefined,
  before?: ItemsWork,
): Promise<unknown[]> {
  const parts = [...(before?.parts ?? [])];
  const work: ItemsWork = { of: 'items', items, parts };
  frame.keepWork(work);
  const open = new Set<Scope>();
  let failed: Scope | undefined;
  const iterate = async (index: number): Promise<unknown> => {
    const old = parts[index];
    if (old instanceof Through) return old.output;
    if (old?.through === true) return old.place.value;
    const item = { Index: index, Value: items[index] };
    const input = await itemInput(frame, item);
    const scope =
      old?.revived(frame.scope) ?? new Scope(frame.scope, { item, iteration: { name: frame.state.name, index } });
    parts[index] = scope;
    open.add(scope);
    try {
      const output = await iteration(frame, scope, input, old?.place);
      open.delete(scope);
      parts[index] = new Through(output);
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

/** @param from where the iteration stood before a redrive, which has no second MapIterationStarted. */
async function iteration(frame: Frame<MapState>, scope: Scope, input: unknown, from?: Place): Promise<unknown> {
  const { history } = frame.interpreter;
  const details = { ...scope.options.iteration };
  if (from === undefined) {
    scope.lastEvent = history.add('MapIterationStarted', scope.lastEvent, () => ({
      mapIterationStartedEventDetails: details,
    }));
  }
  const output = await frame.interpreter.run(frame.state.processor, input, scope, from);
  scope.check();
  scope.lastEvent = history.add('MapIterationSucceeded', scope.lastEvent, () => ({
    mapIterationSucceededEventDetails: details,
  }));
  return output;
}
