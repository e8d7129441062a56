import { StateError, type TaskCall } from '../../../lib/asl/interpreter/tasks/task';
import { makeVirtualClock } from '../../../lib/asl/clock/virtual';
import { execute, START, listEventTypes } from './execute';

const invoke = { Type: 'Task', Resource: 'arn:aws:states:::lambda:invoke' };
const after = { C: { Type: 'Pass', End: true } };

/** Runs a Task with these retriers whose attempts fail with these errors in turn, then succeed. */
async function runAttempts(Retry: readonly object[], errors: readonly string[], random = () => 0.5) {
  const clock = makeVirtualClock(START);
  const seconds: number[] = [];
  const counts: unknown[] = [];
  const task = (call: TaskCall) => {
    seconds.push((clock.now() - START) / 1000);
    counts.push(call.arguments);
    const error = errors[seconds.length - 1];
    if (error !== undefined) throw new StateError(error, undefined);
    return 'done';
  };
  const Arguments = '{% $states.context.State.RetryCount %}';
  const state = { ...invoke, Arguments, Retry, Catch: [{ ErrorEquals: ['States.ALL'], Next: 'C' }], Next: 'C' };
  const execution = await execute({ T: state, ...after }, { task, clock, random });
  return { execution, seconds, counts };
}

describe('Retry', () => {
  it.each<[string, object[], string[], number[], number]>([
    ['1, 2 and 4 seconds by default', [{}], ['E', 'E', 'E', 'E', 'E'], [0, 1, 3, 7], 0],
    [
      'IntervalSeconds times BackoffRate, at most MaxDelaySeconds, MaxAttempts times',
      [{ IntervalSeconds: 10, BackoffRate: 3, MaxDelaySeconds: 40, MaxAttempts: 4 }],
      ['E', 'E', 'E', 'E', 'E'],
      [0, 10, 40, 80, 120],
      0,
    ],
    [
      'the delay times a random number with JitterStrategy FULL',
      [{ IntervalSeconds: 10, JitterStrategy: 'FULL', MaxAttempts: 2 }],
      ['E', 'E', 'E'],
      [0, 2.5, 7.5],
      0.25,
    ],
    [
      'whole milliseconds, so that $millis has no fractions',
      [{ BackoffRate: 1.0001234, JitterStrategy: 'FULL', MaxAttempts: 2 }],
      ['E', 'E', 'E'],
      [0, 0.333, 0.666],
      1 / 3,
    ],
    [
      'for each retrier separately',
      [
        { ErrorEquals: ['A'], MaxAttempts: 1, IntervalSeconds: 1 },
        { ErrorEquals: ['B'], MaxAttempts: 2, IntervalSeconds: 100 },
      ],
      ['A', 'B', 'B', 'A'],
      [0, 1, 101, 301],
      0,
    ],
    [
      'not at all when the first retrier that matches has no attempt left',
      [{ ErrorEquals: ['A'], MaxAttempts: 0 }, { ErrorEquals: ['States.ALL'] }],
      ['A'],
      [0],
      0,
    ],
  ])('waits %s', async (_what, retriers, errors, times, random) => {
    const Retry = retriers.map((one) => ({ ErrorEquals: ['E'], ...one }));
    const { execution, seconds, counts } = await runAttempts(Retry, errors, () => random);
    expect(seconds).toEqual(times);
    expect(counts).toEqual(times.map((_, count) => count));
    expect(execution.output).toEqual({ Error: errors.at(-1), Cause: null });
  });

  it('records TaskScheduled and TaskStarted again for the next attempt', async () => {
    const { execution } = await runAttempts([{ ErrorEquals: ['E'] }], ['E']);
    expect(listEventTypes(execution).slice(1, -3)).toEqual([
      'TaskStateEntered',
      'TaskScheduled',
      'TaskStarted',
      'TaskFailed',
      'TaskScheduled',
      'TaskStarted',
      'TaskSucceeded',
      'TaskStateExited',
    ]);
  });

  it('discards variables assigned by a failed attempt', async () => {
    let calls = 0;
    const state = {
      ...invoke,
      Retry: [{ ErrorEquals: ['States.ALL'] }],
      Assign: { seen: '{% $exists($seen) ? "twice" : "once" %}' },
      Output: '{% $states.result %}',
      Next: 'C',
    };
    const states = { T: state, C: { Type: 'Pass', Output: '{% $seen %}', End: true } };
    const task = () => {
      calls++;
      if (calls === 1) throw new StateError('E', undefined);
      return 1;
    };
    expect((await execute(states, { task })).output).toBe('once');
  });
});

describe('Catch', () => {
  const parallel = (state: object, more: object = {}) => ({
    P: { Type: 'Parallel', Branches: [{ StartAt: 'F', States: { F: state } }], Next: 'C', ...more },
    ...after,
  });
  const all = [{ ErrorEquals: ['States.ALL'], Next: 'C' }];

  it('passes errorOutput on as input when it has no Output', async () => {
    const states = parallel({ Type: 'Fail', Error: 'E' }, { Catch: all });
    expect((await execute(states)).output).toEqual({ Error: 'E', Cause: null });
  });

  it('uses the first entry that matches', async () => {
    const Catch = [
      { ErrorEquals: ['X', 'E'], Next: 'C', Output: 'first' },
      { ErrorEquals: ['E'], Next: 'C', Output: 'second' },
    ];
    expect((await execute(parallel({ Type: 'Fail', Error: 'E' }, { Catch }))).output).toBe('first');
  });

  it('does not catch States.Runtime, even when ErrorEquals names it', async () => {
    const wait = { Type: 'Wait', Timestamp: "{% '2150-01-01T00:00:00Z' %}", End: true };
    const Catch = [{ ErrorEquals: ['States.Runtime'], Next: 'C' }, ...all];
    expect((await execute(parallel(wait, { Catch }))).error).toBe('States.Runtime');
  });

  it('does not catch or retry States.Runtime from a task', async () => {
    const { execution, seconds } = await runAttempts([{ ErrorEquals: ['States.ALL'] }], ['States.Runtime']);
    expect(seconds).toEqual([0]);
    expect(await execution.done).toMatchObject({ status: 'FAILED', error: 'States.Runtime' });
  });

  it('catches States.QueryEvaluationError and States.NoChoiceMatched of inner states', async () => {
    const choice = { Type: 'Choice', Choices: [{ Condition: false, Next: 'F' }] };
    const end = { StartAt: 'F', States: { F: choice, G: { Type: 'Succeed' } } };
    const states = parallel({ Type: 'Succeed', Output: '{% $none %}' }, { Catch: all });
    expect((await execute(states)).output).toMatchObject({ Error: 'States.QueryEvaluationError' });
    end.States.F.Choices.push({ Condition: false, Next: 'G' });
    const withChoice = { P: { Type: 'Parallel', Branches: [end], Next: 'C', Catch: all }, ...after };
    expect((await execute(withChoice)).output).toMatchObject({ Error: 'States.NoChoiceMatched' });
  });

  it('fails the state with States.QueryEvaluationError when the Output of Catch fails', async () => {
    const Catch = [{ ErrorEquals: ['E'], Next: 'C', Output: { v: '{% $none %}' } }, ...all];
    const execution = await execute(parallel({ Type: 'Fail', Error: 'E' }, { Catch }));
    expect(execution.error).toBe('States.QueryEvaluationError');
    expect(execution.cause).toContain("specified for the field 'Catch[0]/Output/v' returned nothing");
  });
});
