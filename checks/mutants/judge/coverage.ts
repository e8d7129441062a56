/**
 * States entered and transitions taken during a run: a scenario cannot detect a change of a state that it never enters.
 */
import { History } from '../../../lib/asl/interpreter/history/history';

type Add = typeof History.prototype.add;

/** Entered states, and transitions from a state to the next as `from > to`, in any machine. */
export interface Coverage {
  readonly states: readonly string[];
  readonly ways: readonly string[];
}

/** A transition in the form of {@link Coverage}. */
export function formatWay(from: string, to: string): string {
  return `${from} > ${to}`;
}

/**
 * Records the coverage of a run. It listens to the histories that the interpreter writes, so callers need no change.
 * One at a time.
 */
export async function recordCoverage<T>(
  run: () => Promise<T>,
): Promise<{ readonly value: T; readonly coverage: Coverage }> {
  const add = Reflect.get<typeof History.prototype, 'add'>(History.prototype, 'add');
  const recorder = new Recorder();
  History.prototype.add = function listening(this: History, type, previous, details) {
    const id = add.call(this, type, previous, details);
    recorder.event(this, { id, type, previous, details });
    return id;
  };
  try {
    return { value: await run(), coverage: recorder.coverage() };
  } finally {
    History.prototype.add = add;
  }
}

interface Event {
  readonly id: number;
  readonly type: string;
  readonly previous: number;
  readonly details: Parameters<Add>[2];
}

class Recorder {
  private readonly states = new Set<string>();
  private readonly ways = new Set<string>();
  /** The state left by an exit event, by event id, in each history. */
  private readonly left = new WeakMap<History, Map<number, string>>();

  event(history: History, { id, type, previous, details }: Event): void {
    if (type.endsWith('StateEntered')) {
      const name = nameIn(details?.()['stateEnteredEventDetails']);
      const from = this.left.get(history)?.get(previous);
      this.states.add(name);
      if (from !== undefined) this.ways.add(formatWay(from, name));
    }
    if (type.endsWith('StateExited')) {
      const exits = this.left.get(history) ?? new Map<number, string>();
      this.left.set(history, exits.set(id, nameIn(details?.()['stateExitedEventDetails'])));
    }
  }

  coverage(): Coverage {
    return { states: [...this.states], ways: [...this.ways] };
  }
}

function nameIn(details: Readonly<Record<string, unknown>> | undefined): string {
  const name = details?.['name'];
  return typeof name === 'string' ? name : '';
}
