import { execute, START, listEventTypes } from '../execute';

const end = { Type: 'Pass', End: true };

describe('output of Pass and Succeed', () => {
  it('is the input without Output, otherwise the JSON value of Output', async () => {
    expect((await execute({ A: end }, { input: [1] })).output).toEqual([1]);
    expect((await execute({ A: { Type: 'Succeed', Output: null } })).output).toBeNull();
    const literal = { 'a.$': '$.x', t: ' {% x %} ', f: 'States.Format(1)' };
    expect((await execute({ A: { ...end, Output: literal } })).output).toEqual(literal);
  });

  it('fails with States.QueryEvaluationError and the field when an expression returns undefined', async () => {
    const failed = await execute({ A: { ...end, Output: { a: ['{% 1 %}', '{% $none %}'] } } });
    expect(failed.error).toBe('States.QueryEvaluationError');
    expect(failed.cause).toBe(
      "An error occurred while executing the state 'A' (entered at the event id #2). " +
        "The JSONata expression '$none' specified for the field 'Output/a[1]' returned nothing (undefined).",
    );
    expect(listEventTypes(failed)).toEqual([
      'ExecutionStarted',
      'PassStateEntered',
      'EvaluationFailed',
      'ExecutionFailed',
    ]);
  });
});

describe('state variable', () => {
  it('keeps the value that it had on entry of a state in all fields of the state', async () => {
    const states = {
      A: { Type: 'Pass', Assign: { x: 1 }, Next: 'B' },
      B: { Type: 'Pass', Assign: { x: '{% $x + 1 %}', y: '{% $x %}' }, Output: '{% $x %}', Next: 'C' },
      C: { ...end, Output: '{% [$states.input, $x, $y] %}' },
    };
    expect((await execute(states)).output).toEqual([1, 2, 1]);
  });

  it('exists only in its scope: a branch reads outer variables and assigns its own', async () => {
    const branch = (n: number) => ({
      StartAt: `B${n}`,
      States: {
        [`B${n}`]: { Type: 'Pass', Assign: { mine: '{% $outer + 1 %}' }, Next: `E${n}` },
        [`E${n}`]: { ...end, Output: '{% [$outer, $mine] %}' },
      },
    });
    const states = {
      A: { Type: 'Pass', Assign: { outer: 5 }, Next: 'P' },
      P: { Type: 'Parallel', Branches: [branch(1), branch(2)], Next: 'Z' },
      Z: { ...end, Output: { result: '{% $states.input %}', gone: '{% $exists($mine) %}' } },
    };
    expect((await execute(states)).output).toEqual({
      result: [
        [5, 6],
        [5, 6],
      ],
      gone: false,
    });
  });

  it('fails with States.DataLimitExceeded above 262,144 bytes', async () => {
    const failed = await execute({ A: { ...end, Assign: { x: 'a'.repeat(262_150) } } });
    expect(failed.error).toBe('States.DataLimitExceeded');
  });
});

describe('Choice', () => {
  const choice = (rules: readonly object[], more: object = {}) => ({
    A: { Type: 'Choice', Choices: rules, ...more },
    B: { ...end, Output: { from: 'B', input: '{% $states.input %}' } },
    C: { ...end, Output: { from: 'C', input: '{% $states.input %}' } },
  });

  it('uses the first rule that is true and evaluates no later rule', async () => {
    const states = choice([
      { Condition: false, Next: 'C' },
      { Condition: '{% $states.input.n = 1 %}', Next: 'B', Output: 'chosen' },
      { Condition: '{% $none %}', Next: 'C' },
    ]);
    expect((await execute(states, { input: { n: 1 } })).output).toEqual({ from: 'B', input: 'chosen' });
  });

  it('uses Default and the Output of the state when no rule matches', async () => {
    const states = choice([{ Condition: false, Next: 'B', Output: 1 }], { Default: 'C', Output: 'otherwise' });
    expect((await execute(states)).output).toEqual({ from: 'C', input: 'otherwise' });
  });

  it('fails with States.NoChoiceMatched when no rule matches and Default is missing', async () => {
    const failed = await execute(
      choice([
        { Condition: false, Next: 'B' },
        { Condition: false, Next: 'C' },
      ]),
    );
    expect(failed.error).toBe('States.NoChoiceMatched');
    expect(failed.cause).toBe(
      "An error occurred while executing the state 'A' (entered at the event id #2). " +
        'Failed to transition out of the state. The state does not point to a next state.',
    );
  });

  it('fails when a Condition returns a number instead of a boolean', async () => {
    const failed = await execute(
      choice([
        { Condition: '{% 1 %}', Next: 'B' },
        { Condition: true, Next: 'C' },
      ]),
    );
    expect(failed.cause).toContain(
      "'1' specified for the field 'Choices[0]/Condition' returned an unexpected result type. " +
        "Expected 'boolean', but was 'number' for value: 1",
    );
  });
});

describe('Fail', () => {
  it('ends with the values of its Error and Cause expressions', async () => {
    const failed = await execute(
      { A: { Type: 'Fail', Error: '{% $states.input.e %}', Cause: "{% 'because' %}" } },
      { input: { e: 'E' } },
    );
    expect(await failed.done).toEqual({ status: 'FAILED', error: 'E', cause: 'because' });
  });

  it('fails with States.QueryEvaluationError when Error is not a string', async () => {
    const failed = await execute({ A: { Type: 'Fail', Error: '{% 1 %}' } });
    expect(failed.cause).toContain(
      "specified for the field 'Error' returned an unexpected result type. Expected 'string'",
    );
  });
});

describe('payload limit of 262,144 bytes', () => {
  const large = (count: number) => 'a'.repeat(count);

  it('fails a larger Output with States.DataLimitExceeded and without an EvaluationFailed event', async () => {
    const failed = await execute({ State_1: { ...end, Output: large(262_143) } });
    expect(await failed.done).toEqual({
      status: 'FAILED',
      error: 'States.DataLimitExceeded',
      cause:
        "The state/task 'State_1' returned a result with a size exceeding the maximum number of bytes service limit.",
    });
    expect(listEventTypes(failed)).toEqual(['ExecutionStarted', 'PassStateEntered', 'ExecutionFailed']);
    expect(failed.stopDate).toBe(START);
  });

  it('allows an Output of exactly 262,144 bytes', async () => {
    const execution = await execute({ A: { ...end, Output: large(262_142) } });
    expect(execution.status).toBe('SUCCEEDED');
    expect(execution.history.largestPayloadBytes).toBe(262_144);
  });
});
