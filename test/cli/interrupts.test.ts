import { makeProcessInterrupts } from '../../lib/cli/interrupts';

/** Signals that a test sends, at moments that it sets. */
class Source {
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
  taken(): string[] {
    return [...this.listeners].filter(([, found]) => found.size > 0).map(([signal]) => signal);
  }
}

function taken(): { source: Source; told: string[]; release: () => void } {
  const source = new Source();
  const told: string[] = [];
  const release = makeProcessInterrupts(source, () => source.at).take({
    first: () => void told.push('first'),
    second: () => {
      // The third press must find nobody: not even this one, which may never return.
      told.push(`second, taken: ${source.taken().join()}`);
      return 4;
    },
  });
  return { source, told, release };
}

it('takes nothing before it is asked to, and gives everything back', () => {
  const source = new Source();
  const interrupts = makeProcessInterrupts(source);
  expect(source.taken()).toEqual([]);
  const release = interrupts.take({ first: () => undefined, second: () => 130 });
  expect(source.taken()).toEqual(expect.arrayContaining(['SIGINT', 'SIGTERM']));
  release();
  expect(source.taken()).toEqual([]);
});

it('ends well the first time, at once the second time, and leaves the third to the system', () => {
  const { source, told } = taken();
  source.send('SIGINT', 1000);
  expect([told, source.exits]).toEqual([['first'], []]);
  source.send('SIGTERM', 3000);
  expect([told, source.exits]).toEqual([['first', 'second, taken: '], [4]]);
  expect(source.taken()).toEqual([]);
});

it('takes what npx passes on for the same press of the key', () => {
  const { source, told } = taken();
  source.send('SIGINT', 1000);
  source.send('SIGINT', 1020);
  expect([told, source.exits]).toEqual([['first'], []]);
  source.send('SIGINT', 1300);
  expect(source.exits).toEqual([4]);
});
