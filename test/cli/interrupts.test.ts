import { makeProcessInterrupts } from '../../lib/cli/interrupts';

/** Signals that a test sends, at moments that it sets. */
class SignalSource {
  readonly listeners = new Map<string, Set<() => void>>();
  readonly exits: number[] = [];
  at = 0;

  on(signal: string, listener: () => void): void {
    const found = this.listeners.get(signal) ?? new Set();
    this.listeners.set(signal, found.add(listener));
  }

  removeListener(signal: string, listener: () => void): void {
    this.listeners.get(signal)?.delete(listener);
  }

  exit(code: number): void {
    this.exits.push(code);
  }

  send(signal: string, at: number): void {
    this.at = at;
    for (const listener of this.listeners.get(signal) ?? []) listener();
  }

  /** Signals that somebody listens to; all others end the program, as the system has it. */
  listTaken(): string[] {
    return [...this.listeners].filter(([, found]) => found.size > 0).map(([signal]) => signal);
  }
}

function takeInterrupts(): { source: SignalSource; events: string[]; release: () => void } {
  const source = new SignalSource();
  const events: string[] = [];
  const release = makeProcessInterrupts(source, () => source.at).take({
    first: () => void events.push('first'),
    second: () => {
      // The third press must find nobody: not even this one, which may never return.
      events.push(`second, handled: ${source.listTaken().join()}`);
      return 4;
    },
  });
  return { source, events, release };
}

it('registers signal handlers on take, and removes them on release', () => {
  const source = new SignalSource();
  const interrupts = makeProcessInterrupts(source);
  expect(source.listTaken()).toEqual([]);
  const release = interrupts.take({ first: () => undefined, second: () => 130 });
  expect(source.listTaken()).toEqual(expect.arrayContaining(['SIGINT', 'SIGTERM']));
  release();
  expect(source.listTaken()).toEqual([]);
});

it('runs `first`, then `second` and exits with its code, and leaves a third signal to the system', () => {
  const { source, events } = takeInterrupts();
  source.send('SIGINT', 1000);
  expect([events, source.exits]).toEqual([['first'], []]);
  source.send('SIGTERM', 3000);
  expect([events, source.exits]).toEqual([['first', 'second, handled: '], [4]]);
  expect(source.listTaken()).toEqual([]);
});

it('ignores a second SIGINT within 20 ms, which npx forwards for the same key press', () => {
  const { source, events } = takeInterrupts();
  source.send('SIGINT', 1000);
  source.send('SIGINT', 1020);
  expect([events, source.exits]).toEqual([['first'], []]);
  source.send('SIGINT', 1300);
  expect(source.exits).toEqual([4]);
});
