/** Which states are entered while something runs: a scenario that never enters a state cannot notice what changed in it. */
import { History } from '../../lib/twin/asl/history';

type Add = typeof History.prototype.add;

/** The latest recording; states are entered on behalf of whoever began last. */
let entered: Set<string> | null = null;

/**
 * Runs something and tells which states were entered meanwhile, in whichever machine. Listens to the histories that the
 * interpreter writes, and so needs nothing from those who run it.
 */
export async function statesEntered<T>(
  run: () => Promise<T>,
): Promise<{ readonly value: T; readonly states: string[] }> {
  const add = Reflect.get(History.prototype, 'add') as Add;
  const own = new Set<string>();
  entered = own;
  History.prototype.add = function listening(this: History, type, previous, details) {
    const name: unknown = type.endsWith('StateEntered') ? details?.()['stateEnteredEventDetails']?.['name'] : undefined;
    if (typeof name === 'string') entered?.add(name);
    return add.call(this, type, previous, details);
  };
  try {
    return { value: await run(), states: [...own] };
  } finally {
    History.prototype.add = add;
    entered = null;
  }
}
