/** An inline Map: all items run inside one execution and share its history and payload limits. */
import { BranchEnded } from '../failure';
import type { Frame } from '../frame';
import type { MapState } from '../machine';
import { type ScopePosition, Scope, type Work } from '../scope';
import { abortParts } from '../states/parts';
import { makeItemInput, runPool } from './items';

/**
 * Concurrent iterations if MaxConcurrency is 0 or absent
 * (https://docs.aws.amazon.com/step-functions/latest/dg/state-map-inline.html).
 */
const CONCURRENCY = 40;

/** The items of one attempt. A redrive continues the unfinished ones from their position. */
export interface ItemsWork extends Work {
  readonly of: 'items';
  readonly items: readonly unknown[];
  /** By index: started iterations; finished ones keep only the output. Other items have no entry. */
  readonly parts: readonly (Scope | DoneIteration | undefined)[];
}

class DoneIteration {
  constructor(readonly output: unknown) {}
}

/**
 * Runs every item inside this execution, each iteration with its own scope. The first failure ends all iterations.
 * @param before the progress before a redrive.
 */
export async function runInlineMap(
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
    if (old instanceof DoneIteration) return old.output;
    if (old?.isDone === true) return old.place.value;
    const item = { Index: index, Value: items[index] };
    const input = await makeItemInput(frame, item);
    const scope =
      old?.revive(frame.scope) ?? new Scope(frame.scope, { item, iteration: { name: frame.state.name, index } });
    parts[index] = scope;
    open.add(scope);
    try {
      const output = await runIteration(frame, scope, input, old?.place);
      open.delete(scope);
      parts[index] = new DoneIteration(output);
      return output;
    } catch (thrown) {
      if (!(thrown instanceof BranchEnded)) failed ??= scope;
      throw thrown;
    } finally {
      scope.leave();
    }
  };
  try {
    return await runPool(items.length, Math.min(maxConcurrency || CONCURRENCY, CONCURRENCY), iterate);
  } catch (thrown) {
    frame.scope.check();
    abortParts(frame, [...open], failed);
    throw thrown;
  }
}

/** @param from position of the iteration before a redrive; a redrive adds no second MapIterationStarted. */
async function runIteration(
  frame: Frame<MapState>,
  scope: Scope,
  input: unknown,
  from?: ScopePosition,
): Promise<unknown> {
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
