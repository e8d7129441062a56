import { BranchEnded } from '../../../../lib/asl/interpreter/failure';
import { History } from '../../../../lib/asl/interpreter/history/history';
import { makeVirtualClock } from '../../../../lib/asl/clock/virtual';

describe('History', () => {
  it('numbers events from 1 and creates their details only when events are read', () => {
    const history = new History(makeVirtualClock(5), true, () => undefined);
    let made = 0;
    const details = () => {
      made++;
      return { taskFailedEventDetails: { error: 'E' } };
    };
    expect(history.add('A', 0)).toBe(1);
    expect(history.add('B', 1, details)).toBe(2);
    expect(made).toBe(0);
    expect(history.events()).toEqual([
      { id: 1, previousEventId: 0, timestamp: new Date(5), type: 'A' },
      { id: 2, previousEventId: 1, timestamp: new Date(5), type: 'B', taskFailedEventDetails: { error: 'E' } },
    ]);
  });

  it('refuses events after the end of the execution', () => {
    const history = new History(makeVirtualClock(0), true, () => undefined);
    history.close('ExecutionAborted');
    expect(() => history.add('A', 0)).toThrow(BranchEnded);
    expect(history.count).toBe(1);
  });
});
