import { ALL, DATA_LIMIT, listFindings, type Json, task } from '../machines';

const poll = (conditions: readonly string[], assign: Json = {}): Json => ({
  Begin: { Type: 'Pass', Assign: { until: '{% $millis() + 1000 %}', n: 0 }, Next: 'Look' },
  Look: task('aws-sdk:s3:getObject', { Key: '{% $string($n) & $string($until) %}' }, { Assign: assign, Next: 'Over' }),
  Over: { Type: 'Choice', Choices: conditions.map((Condition) => ({ Condition, Next: 'Done' })), Default: 'Sleep' },
  Sleep: { Type: 'Wait', Seconds: 5, Next: 'Look' },
  Done: { Type: 'Succeed' },
});

describe('unbounded-loop', () => {
  it('finds a wait that only looks at what it waits for', () => {
    expect(listFindings(poll(["{% $states.input.Status = 'Done' %}"]))).toEqual([
      'Look unbounded-loop: the loop Look, Over, Sleep has no bound; ' +
        'let a Choice in it compare the time or a counter with a limit',
    ]);
  });

  it('is satisfied by a limit of time', () => {
    expect(listFindings(poll(["{% $states.input.Status = 'Done' %}", '{% $millis() > $until %}']))).toEqual([]);
  });

  it('is satisfied by a counter, but only by one that the loop itself changes', () => {
    expect(listFindings(poll(['{% $n > 5 %}'], { n: '{% $n + 1 %}' }))).toEqual([]);
    expect(listFindings(poll(['{% $n > 5 %}']))).toHaveLength(1);
  });

  it('finds a loop over a catcher alone', () => {
    const states = {
      Try: task(
        'aws-sdk:s3:getObject',
        {},
        {
          Catch: [
            { ...DATA_LIMIT, Next: 'Sleep' },
            { ...ALL, Next: 'Sleep' },
          ],
        },
      ),
      Sleep: { Type: 'Wait', Seconds: 5, Next: 'Try' },
    };
    expect(listFindings(states)).toEqual([expect.stringContaining('Try unbounded-loop: the loop Try, Sleep')]);
  });
});
