import { ALL, DATA_LIMIT, listFindings, type Json, makeTask } from '../machines';

const poll = (conditions: readonly string[], assign: Json = {}): Json => ({
  Begin: { Type: 'Pass', Assign: { until: '{% $millis() + 1000 %}', n: 0 }, Next: 'Look' },
  Look: makeTask(
    'aws-sdk:s3:getObject',
    { Key: '{% $string($n) & $string($until) %}' },
    { Assign: assign, Next: 'Over' },
  ),
  Over: { Type: 'Choice', Choices: conditions.map((Condition) => ({ Condition, Next: 'Done' })), Default: 'Sleep' },
  Sleep: { Type: 'Wait', Seconds: 5, Next: 'Look' },
  Done: { Type: 'Succeed' },
});

describe('unbounded-loop rule', () => {
  it('reports a polling loop that compares neither time nor a counter', () => {
    expect(listFindings(poll(["{% $states.input.Status = 'Done' %}"]))).toEqual([
      'Look unbounded-loop: the loop Look, Over, Sleep has no bound; ' +
        'let a Choice in it compare the time or a counter with a limit',
    ]);
  });

  it('accepts a loop that compares the time with a limit', () => {
    expect(listFindings(poll(["{% $states.input.Status = 'Done' %}", '{% $millis() > $until %}']))).toEqual([]);
  });

  it('accepts a counter only when the loop itself changes it', () => {
    expect(listFindings(poll(['{% $n > 5 %}'], { n: '{% $n + 1 %}' }))).toEqual([]);
    expect(listFindings(poll(['{% $n > 5 %}']))).toHaveLength(1);
  });

  it('reports a loop through a catcher', () => {
    const states = {
      Try: makeTask(
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
