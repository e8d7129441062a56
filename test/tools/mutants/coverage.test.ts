import { History } from '../../../lib/twin/asl/history';
import { virtualClock } from '../../../lib/twin/clock/virtual';
import { statesEntered } from '../../../tools/mutants/coverage';

const entered = (name: string) => () => ({ stateEnteredEventDetails: { name } });
const history = (): History => new History(virtualClock(0), false, () => undefined);

describe('statesEntered', () => {
  it('tells the states that histories write down, and nothing else', async () => {
    const { value, states } = await statesEntered(async () => {
      const own = history();
      own.add('PassStateEntered', 0, entered('Begin'));
      own.add('PassStateExited', 1, () => ({ stateExitedEventDetails: { name: 'Begin' } }));
      await Promise.resolve();
      history().add('WaitStateEntered', 0, entered('Sleep'));
      history().add('ExecutionStarted', 0);
      return own.count;
    });
    expect(states).toEqual(['Begin', 'Sleep']);
    expect(value).toBe(2);
  });

  it('stops listening at the end, also of what fails', async () => {
    const add = History.prototype.add;
    await expect(statesEntered(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(History.prototype.add).toBe(add);
  });
});
