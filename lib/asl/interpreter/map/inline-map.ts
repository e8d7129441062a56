/** An inline Map: all items inside one execution, whose history and payload limits they share. */
import { BranchEnded } from '../failure';
import type { Frame } from '../frame';
import type { MapState } from '../machine';
import { type ScopePosition, Scope, type Work } from '../scope';
import { abortParts } from '../states/parts';
import { makeItemInput } from './items';
import { runPool } from './pool';

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
  readonly parts: readonly (Scope | DoneIteration | undefined)[];
}

class DoneIteration {
  constructor(readonly output: unknown) {}
}

/**
 * Runs every item inside this execution, each iteration with a scope of its own; the first failure ends them all.
 * @param before what was done before a redrive.
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

/** @param from where the iteration stood before a redrive, which has no second MapIterationStarted. */
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
