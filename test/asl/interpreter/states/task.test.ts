import { StateError, type TaskCall } from '../../../../lib/asl/interpreter/tasks/task';
import { makeVirtualClock } from '../../../../lib/asl/clock/virtual';
import { event, execute, START, types } from '../execute';
import cases from './task.cases.json';

const invoke = { Type: 'Task', Resource: 'arn:aws:states:::lambda:invoke', End: true };
const caught = (errors: readonly string[], more: object = {}) => ({
  Catch: [{ ErrorEquals: errors, Next: 'C', ...more }],
});
const after = { C: { Type: 'Pass', End: true } };
const forever = () => new Promise(() => {});
const fails = (error?: string, cause?: string) => () => {
  throw new StateError(error, cause);
};

describe('a call', () => {
  it('says all that the runner needs', async () => {
    const calls: TaskCall[] = [];
    const state = {
      ...invoke,
      Arguments: { n: '{% $states.input.n %}' },
      TimeoutSeconds: '{% 60 %}',
      HeartbeatSeconds: 5,
      Credentials: { RoleArn: '{% $states.input.role %}' },
    };
    const { status } = await execute(
      { T: state },
      { input: { n: 1, role: 'arn:r' }, task: (call) => calls.push(call) },
    );
    expect(status).toBe('SUCCEEDED');
    expect(calls).toEqual([
      expect.objectContaining({
        state: 'T',
        resource: 'arn:aws:states:::lambda:invoke',
        arguments: { n: 1 },
        executionArn: 'arn:aws:states:eu-west-1:123456789012:execution:machine:one',
        executionName: 'one',
        timeoutSeconds: 60,
        heartbeatSeconds: 5,
        credentials: { RoleArn: 'arn:r' },
      }),
    ]);
    expect(calls[0]).not.toHaveProperty('taskToken');
    expect(calls[0]?.cancelled.aborted).toBe(false);
  });

  it('gets the input where there are no Arguments, and an empty object where they are empty', async () => {
    const seen: unknown[] = [];
    const task = (call: TaskCall) => seen.push(call.arguments);
    await execute({ T: invoke }, { input: [1], task });
    await execute({ T: { ...invoke, Arguments: {} } }, { input: [1], task });
    expect(seen).toEqual([[1], {}]);
  });

  it('shows its result to Output and Assign', async () => {
    const states = {
      T: {
        ...invoke,
        Output: ['{% $states.result.a %}', '{% $states.input %}'],
        Assign: { v: '{% $states.result.a %}' },
        Next: 'C',
        End: undefined,
      },
      C: { Type: 'Pass', Output: '{% [$states.input, $v] %}', End: true },
    };
    expect((await execute(states, { input: 'in', task: () => ({ a: 1 }) })).output).toEqual([1, 'in', 1]);
  });
});

describe('events', () => {
  const names = (...middle: string[]) => [
    'ExecutionStarted',
    'TaskStateEntered',
    ...middle,
    'TaskStateExited',
    'ExecutionSucceeded',
  ];

  it.each(cases.events as [string, string[]][])('of %s', async (Resource, middle) => {
    expect(types(await execute({ T: { ...invoke, Resource } }))).toEqual(names(...middle));
  });

  it('hold what was asked and answered', async () => {
    const state = {
      ...invoke,
      Resource: 'arn:aws:states:::aws-sdk:ec2:createFleet',
      TimeoutSeconds: 9,
      Arguments: { a: 1 },
    };
    const execution = await execute({ T: state }, { task: () => ({ b: 2 }) });
    const resource = { resourceType: 'aws-sdk:ec2', resource: 'createFleet' };
    expect(event(execution, 'TaskScheduled')?.['taskScheduledEventDetails']).toEqual({
      ...resource,
      region: 'eu-west-1',
      parameters: '{"a":1}',
      timeoutInSeconds: 9,
    });
    expect(event(execution, 'TaskStarted')?.['taskStartedEventDetails']).toEqual(resource);
    expect(event(execution, 'TaskSucceeded')?.['taskSucceededEventDetails']).toMatchObject({
      ...resource,
      output: '{"b":2}',
    });
  });

  it('hold the answer of the call itself where the runner tells it', async () => {
    const state = { ...invoke, Resource: 'arn:aws:states:::states:startExecution.sync:2' };
    const clock = makeVirtualClock(START);
    const task = async (call: TaskCall) => {
      call.submitted?.({ ExecutionArn: 'arn:e' });
      await clock.sleep(5_000);
      return 'final';
    };
    const execution = await execute({ T: state }, { task, clock });
    const submitted = event(execution, 'TaskSubmitted');
    expect(submitted?.['taskSubmittedEventDetails']).toMatchObject({ output: '{"ExecutionArn":"arn:e"}' });
    expect(submitted?.timestamp.getTime()).toBe(START);
    expect(types(execution).filter((type) => type === 'TaskSubmitted')).toHaveLength(1);
  });

  it('show the token to Arguments and to the runner, the same one', async () => {
    let call: TaskCall | undefined;
    const state = {
      ...invoke,
      Resource: 'arn:aws:states:::sqs:sendMessage.waitForTaskToken',
      Arguments: { t: '{% $states.context.Task.Token %}' },
    };
    await execute({ T: state }, { task: (each) => void (call = each) });
    expect(call?.taskToken).toMatch(/./);
    expect(call?.arguments).toEqual({ t: call?.taskToken });
  });
});

describe('failure', () => {
  it('ends the execution with error and cause', async () => {
    const execution = await execute({ T: invoke }, { task: fails('EC2.Fault', 'why') });
    expect(await execution.done).toEqual({ status: 'FAILED', error: 'EC2.Fault', cause: 'why' });
    expect(event(execution, 'TaskFailed')?.['taskFailedEventDetails']).toEqual({
      resourceType: 'lambda',
      resource: 'invoke',
      error: 'EC2.Fault',
      cause: 'why',
    });
  });

  it.each(cases.caught as [string, string[], boolean][])('is caught by %s', async (_case, errors, matches) => {
    const states = { T: { ...invoke, ...caught(errors), Next: 'C', End: undefined }, ...after };
    const execution = await execute(states, { task: fails('EC2.Fault', 'why') });
    expect(execution.status).toBe(matches ? 'SUCCEEDED' : 'FAILED');
    if (matches) expect(execution.output).toEqual({ Error: 'EC2.Fault', Cause: 'why' });
  });

  it('without a name is caught by States.ALL, with nulls', async () => {
    const states = { T: { ...invoke, ...caught(['States.ALL']), Next: 'C', End: undefined }, ...after };
    expect((await execute(states, { task: fails() })).output).toEqual({ Error: null, Cause: null });
    expect(await (await execute({ T: invoke }, { task: fails() })).done).toEqual({ status: 'FAILED' });
  });

  it('is handled by Output and Assign of the catcher, not of the state', async () => {
    const more = { Output: '{% $states.errorOutput.Error %}', Assign: { v: '{% $states.input %}' } };
    const states = {
      T: { ...invoke, Output: 'state', Assign: { w: 1 }, ...caught(['States.ALL'], more), Next: 'C', End: undefined },
      C: { Type: 'Pass', Output: '{% [$states.input, $v, $exists($w)] %}', End: true },
    };
    expect((await execute(states, { input: 'in', task: fails('E') })).output).toEqual(['E', 'in', false]);
  });

  it('of an expression can be caught', async () => {
    const states = {
      T: { ...invoke, Output: '{% $none %}', ...caught(['States.QueryEvaluationError']), Next: 'C', End: undefined },
      ...after,
    };
    const execution = await execute(states);
    expect(execution.output).toMatchObject({ Error: 'States.QueryEvaluationError' });
    expect(types(execution)).toContain('EvaluationFailed');
  });
});

describe('a result above the payload limit', () => {
  const large = () => 'x'.repeat(262_143);

  it('is a failed task, which States.ALL catches too', async () => {
    const states = { T: { ...invoke, ...caught(['States.ALL']), Next: 'C', End: undefined }, ...after };
    const execution = await execute(states, { task: large });
    expect(types(execution)).toContain('TaskFailed');
    expect(execution.output).toEqual({
      Error: 'States.DataLimitExceeded',
      Cause:
        "The state/task 'lambda' returned a result with a size exceeding the maximum number of bytes service limit.",
    });
  });

  it('is told apart from an Output above it, which only its name catches', async () => {
    const Output = 'a'.repeat(262_143);
    const all = { T: { ...invoke, Output, ...caught(['States.ALL']), Next: 'C', End: undefined }, ...after };
    expect((await execute(all)).status).toBe('FAILED');
    const named = {
      T: { ...invoke, Output, ...caught(['States.DataLimitExceeded']), Next: 'C', End: undefined },
      ...after,
    };
    expect((await execute(named)).status).toBe('SUCCEEDED');
  });
});

describe('time-outs', () => {
  it('fail with States.Timeout, without a cause, and cancel the call', async () => {
    let call: TaskCall | undefined;
    const task = (each: TaskCall) => {
      call = each;
      return forever();
    };
    const execution = await execute({ T: { ...invoke, TimeoutSeconds: 5 } }, { task });
    expect(await execution.done).toEqual({ status: 'FAILED', error: 'States.Timeout' });
    expect(execution.stopDate).toBe(START + 5_000);
    expect(types(execution)).toContain('TaskTimedOut');
    expect(call?.cancelled.aborted).toBe(true);
  });

  it.each(cases.catchers as [string, object, boolean][])(
    '%s catches a miss of %j: %s',
    async (name, limits, matches) => {
      const states = { T: { ...invoke, ...limits, ...caught([name]), Next: 'C', End: undefined }, ...after };
      const execution = await execute(states, { task: forever });
      expect(execution.stopDate).toBe(START + 5_000);
      expect(execution.status).toBe(matches ? 'SUCCEEDED' : 'FAILED');
      if (matches) expect(execution.output).toEqual({ Error: 'States.Timeout', Cause: '' });
    },
  );

  it('of a heartbeat begin anew with each heartbeat', async () => {
    const clock = makeVirtualClock(START);
    const task = async (call: TaskCall) => {
      for (let beat = 0; beat < 4; beat++) {
        await clock.sleep(4_000);
        call.heartbeat?.();
      }
      return forever();
    };
    const execution = await execute({ T: { ...invoke, HeartbeatSeconds: 5 } }, { task, clock });
    expect(execution.stopDate).toBe(START + 21_000);
  });

  it('are for each attempt', async () => {
    const Retry = [{ ErrorEquals: ['States.Timeout'], MaxAttempts: 1, IntervalSeconds: 3 }];
    const execution = await execute({ T: { ...invoke, TimeoutSeconds: 5, Retry } }, { task: forever });
    expect(execution.stopDate).toBe(START + 13_000);
  });

  it('are not needed for an end: no execution lasts longer than a year', async () => {
    const execution = await execute({ T: invoke }, { task: forever });
    expect(execution.stopDate).toBe(START + 365 * 86_400_000);
    expect([execution.status, execution.error]).toEqual(['TIMED_OUT', undefined]);
  });

  it('are not among what States.TaskFailed catches, also when the service reports them', async () => {
    const handled = { ...invoke, Catch: [{ ErrorEquals: ['States.TaskFailed'], Next: 'C' }] };
    const task = () => Promise.reject(new StateError('States.Timeout', undefined));
    const execution = await execute({ T: handled, C: { Type: 'Succeed' } }, { task });
    expect(execution.error).toBe('States.Timeout');
  });

  it('end an activity that no worker took without an event of its start', async () => {
    const activity = { ...invoke, Resource: 'arn:aws:states:eu-west-1:1:activity:a', TimeoutSeconds: 5 };
    const execution = await execute({ T: activity }, { task: forever });
    expect(types(execution)).not.toContain('ActivityStarted');
    expect(types(execution)).toContain('ActivityTimedOut');
  });
});
