import { History } from '../../../../lib/asl/interpreter/history/history';
import { makeVirtualClock } from '../../../../lib/asl/clock/virtual';
import { recordCoverage } from '../../../../checks/mutants/judge/coverage';

const entered = (name: string) => () => ({ stateEnteredEventDetails: { name } });
const exited = (name: string) => () => ({ stateExitedEventDetails: { name } });
const history = (): History => new History(makeVirtualClock(0), false, () => undefined);

/** One state after another, as the interpreter writes it down. */
function walk(on: History, names: readonly string[]): void {
  let previous = 0;
  for (const name of names) {
    previous = on.add('PassStateEntered', previous, entered(name));
    previous = on.add('PassStateExited', previous, exited(name));
  }
}

describe('recordCoverage', () => {
  it('returns the entered states and the transitions between them', async () => {
    const { value, coverage } = await recordCoverage(async () => {
      const own = history();
      own.add('ExecutionStarted', 0);
      walk(own, ['Begin', 'Look', 'Begin']);
      await Promise.resolve();
      walk(history(), ['Sleep']);
      return own.count;
    });
    expect(coverage).toEqual({ states: ['Begin', 'Look', 'Sleep'], ways: ['Begin > Look', 'Look > Begin'] });
    expect(value).toBe(7);
  });

  it('records no transition between branches of a history or between separate histories', async () => {
    const { coverage } = await recordCoverage(() => {
      const [one, other] = [history(), history()];
      const left = one.add('PassStateExited', 1, exited('A'));
      other.add('PassStateEntered', left, entered('Elsewhere'));
      one.add('PassStateEntered', 0, entered('Branch'));
      one.add('PassStateEntered', left, entered('B'));
      return Promise.resolve();
    });
    expect(coverage.ways).toEqual(['A > B']);
  });

  it('stops recording at the end, even when the function fails', async () => {
    const add: unknown = Reflect.get(History.prototype, 'add');
    await expect(recordCoverage(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(Reflect.get(History.prototype, 'add')).toBe(add);
  });
});
