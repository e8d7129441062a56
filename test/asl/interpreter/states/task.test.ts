import { StateError, type TaskCall } from '../../../../lib/asl/interpreter/tasks/task';
import { makeVirtualClock } from '../../../../lib/asl/clock/virtual';
import { findEvent, execute, START, listEventTypes } from '../execute';
import cases from './task.cases.json';

const invoke = { Type: 'Task', Resource: 'arn:aws:states:::lambda:invoke', End: true };
const caught = (errors: readonly string[], more: object = {}) => ({
  Catch: [{ ErrorEquals: errors, Next: 'C', ...more }],
});
/** A Task with these fields, and the state C after it. */
const continued = (fields: object) => ({
  T: { ...invoke, ...fields, Next: 'C', End: undefined },
  C: { Type: 'Pass', End: true },
});
const forever = () => new Promise(() => {});
const fails = (error?: string, cause?: string) => () => {
  throw new StateError(error, cause);
};

describe('Task call', () => {
  it('passes state, resource, arguments, limits and credentials to the task runner', async () => {
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

  it('has the input as arguments when Arguments are missing, and {} when they are empty', async () => {
    const seen: unknown[] = [];
    const task = (call: TaskCall) => seen.push(call.arguments);
    await execute({ T: invoke }, { input: [1], task });
    await execute({ T: { ...invoke, Arguments: {} } }, { input: [1], task });
    expect(seen).toEqual([[1], {}]);
  });

  it('provides its result to Output and Assign', async () => {
    const Output = ['{% $states.result.a %}', '{% $states.input %}'];
    const states = {
      ...continued({ Output, Assign: { v: '{% $states.result.a %}' } }),
      C: { Type: 'Pass', Output: '{% [$states.input, $v] %}', End: true },
    };
    expect((await execute(states, { input: 'in', task: () => ({ a: 1 }) })).output).toEqual([1, 'in', 1]);
  });
});

describe('history of a Task', () => {
  const names = (...middle: string[]) => [
    'ExecutionStarted',
    'TaskStateEntered',
    ...middle,
    'TaskStateExited',
    'ExecutionSucceeded',
  ];

  it.each(cases.events as [string, string[]][])('has for %s the events %j', async (Resource, middle) => {
    expect(listEventTypes(await execute({ T: { ...invoke, Resource } }))).toEqual(names(...middle));
  });

  it('has resource, region, parameters, timeout and output in event details', async () => {
    const state = {
      ...invoke,
      Resource: 'arn:aws:states:::aws-sdk:ec2:createFleet',
      TimeoutSeconds: 9,
      Arguments: { a: 1 },
    };
    const execution = await execute({ T: state }, { task: () => ({ b: 2 }) });
    const resource = { resourceType: 'aws-sdk:ec2', resource: 'createFleet' };
    expect(findEvent(execution, 'TaskScheduled')?.['taskScheduledEventDetails']).toEqual({
      ...resource,
      region: 'eu-west-1',
      parameters: '{"a":1}',
      timeoutInSeconds: 9,
    });
    expect(findEvent(execution, 'TaskStarted')?.['taskStartedEventDetails']).toEqual(resource);
    expect(findEvent(execution, 'TaskSucceeded')?.['taskSucceededEventDetails']).toMatchObject({
      ...resource,
      output: '{"b":2}',
    });
  });

  it('has the response of the call in TaskSubmitted when the runner reports it', async () => {
    const state = { ...invoke, Resource: 'arn:aws:states:::states:startExecution.sync:2' };
    const clock = makeVirtualClock(START);
    const task = async (call: TaskCall) => {
      call.submitted?.({ ExecutionArn: 'arn:e' });
      await clock.sleep(5_000);
      return 'final';
    };
    const execution = await execute({ T: state }, { task, clock });
    const submitted = findEvent(execution, 'TaskSubmitted');
    expect(submitted?.['taskSubmittedEventDetails']).toMatchObject({ output: '{"ExecutionArn":"arn:e"}' });
    expect(submitted?.timestamp.getTime()).toBe(START);
    expect(listEventTypes(execution).filter((type) => type === 'TaskSubmitted')).toHaveLength(1);
  });

  it('passes the same task token to Arguments and to the task runner', async () => {
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

describe('failed Task', () => {
  it('ends the execution with its error and cause', async () => {
    const execution = await execute({ T: invoke }, { task: fails('EC2.Fault', 'why') });
    expect(await execution.done).toEqual({ status: 'FAILED', error: 'EC2.Fault', cause: 'why' });
    expect(findEvent(execution, 'TaskFailed')?.['taskFailedEventDetails']).toEqual({
      resourceType: 'lambda',
      resource: 'invoke',
      error: 'EC2.Fault',
      cause: 'why',
    });
  });

  it.each(cases.caught as [string, string[], boolean][])(
    'matches a Catch with %s %j: %s',
    async (_case, errors, matches) => {
      const execution = await execute(continued(caught(errors)), { task: fails('EC2.Fault', 'why') });
      expect(execution.status).toBe(matches ? 'SUCCEEDED' : 'FAILED');
      if (matches) expect(execution.output).toEqual({ Error: 'EC2.Fault', Cause: 'why' });
    },
  );

  it('has null as Error and Cause without an error name, and is caught by States.ALL', async () => {
    expect((await execute(continued(caught(['States.ALL'])), { task: fails() })).output).toEqual({
      Error: null,
      Cause: null,
    });
    expect(await (await execute({ T: invoke }, { task: fails() })).done).toEqual({ status: 'FAILED' });
  });

  it('uses Output and Assign of the catcher instead of those of the state', async () => {
    const more = { Output: '{% $states.errorOutput.Error %}', Assign: { v: '{% $states.input %}' } };
    const states = {
      ...continued({ Output: 'state', Assign: { w: 1 }, ...caught(['States.ALL'], more) }),
      C: { Type: 'Pass', Output: '{% [$states.input, $v, $exists($w)] %}', End: true },
    };
    expect((await execute(states, { input: 'in', task: fails('E') })).output).toEqual(['E', 'in', false]);
  });

  it('is caught by States.QueryEvaluationError when an expression fails', async () => {
    const fields = { Output: '{% $none %}', ...caught(['States.QueryEvaluationError']) };
    const execution = await execute(continued(fields));
    expect(execution.output).toMatchObject({ Error: 'States.QueryEvaluationError' });
    expect(listEventTypes(execution)).toContain('EvaluationFailed');
  });
});

describe('Task result above the payload limit', () => {
  const large = () => 'x'.repeat(262_143);

  it('fails the Task with States.DataLimitExceeded, which States.ALL catches', async () => {
    const execution = await execute(continued(caught(['States.ALL'])), { task: large });
    expect(listEventTypes(execution)).toContain('TaskFailed');
    expect(execution.output).toEqual({
      Error: 'States.DataLimitExceeded',
      Cause:
        "The state/task 'lambda' returned a result with a size exceeding the maximum number of bytes service limit.",
    });
  });

  it('differs from an Output above the limit, which only States.DataLimitExceeded catches', async () => {
    const Output = 'a'.repeat(262_143);
    const getStatus = async (name: string) => (await execute(continued({ Output, ...caught([name]) }))).status;
    expect([await getStatus('States.ALL'), await getStatus('States.DataLimitExceeded')]).toEqual([
      'FAILED',
      'SUCCEEDED',
    ]);
  });
});

describe('Task timeout', () => {
  it('fails with States.Timeout without a cause, and cancels the call', async () => {
    let call: TaskCall | undefined;
    const task = (each: TaskCall) => {
      call = each;
      return forever();
    };
    const execution = await execute({ T: { ...invoke, TimeoutSeconds: 5 } }, { task });
    expect(await execution.done).toEqual({ status: 'FAILED', error: 'States.Timeout' });
    expect(execution.stopDate).toBe(START + 5_000);
    expect(listEventTypes(execution)).toContain('TaskTimedOut');
    expect(call?.cancelled.aborted).toBe(true);
  });

  it.each(cases.catchers as [string, object, boolean][])(
    'is caught by %s with %j: %s',
    async (name, limits, matches) => {
      const execution = await execute(continued({ ...limits, ...caught([name]) }), { task: forever });
      expect(execution.stopDate).toBe(START + 5_000);
      expect(execution.status).toBe(matches ? 'SUCCEEDED' : 'FAILED');
      if (matches) expect(execution.output).toEqual({ Error: 'States.Timeout', Cause: '' });
    },
  );

  it('restarts HeartbeatSeconds at each heartbeat', async () => {
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

  it('applies to each attempt separately', async () => {
    const Retry = [{ ErrorEquals: ['States.Timeout'], MaxAttempts: 1, IntervalSeconds: 3 }];
    const execution = await execute({ T: { ...invoke, TimeoutSeconds: 5, Retry } }, { task: forever });
    expect(execution.stopDate).toBe(START + 13_000);
  });

  it('ends the execution as TIMED_OUT after 365 days when the Task has no limit', async () => {
    const execution = await execute({ T: invoke }, { task: forever });
    expect(execution.stopDate).toBe(START + 365 * 86_400_000);
    expect([execution.status, execution.error]).toEqual(['TIMED_OUT', undefined]);
  });

  it('is not caught by States.TaskFailed, even when the service reports it as an error', async () => {
    const execution = await execute(continued(caught(['States.TaskFailed'])), { task: fails('States.Timeout') });
    expect(execution.error).toBe('States.Timeout');
  });

  it('records ActivityTimedOut without ActivityStarted when no worker took the activity', async () => {
    const activity = { ...invoke, Resource: 'arn:aws:states:eu-west-1:1:activity:a', TimeoutSeconds: 5 };
    const execution = await execute({ T: activity }, { task: forever });
    expect(listEventTypes(execution)).not.toContain('ActivityStarted');
    expect(listEventTypes(execution)).toContain('ActivityTimedOut');
  });
});

describe('Task time limit from an expression', () => {
  it.each([
    [{ TimeoutSeconds: '{% 10 %}', HeartbeatSeconds: 10 }, 10],
    [{ TimeoutSeconds: 10, HeartbeatSeconds: '{% 20 %}' }, 20],
    [{ TimeoutSeconds: '{% 10 %}', HeartbeatSeconds: '{% 20 %}' }, 20],
  ])('refuses a heartbeat that is not below the timeout: %j', async (limits, found) => {
    const execution = await execute({ T: { ...invoke, ...limits } });
    const rule = `must be smaller than TimeoutSeconds (10) but was: ${found}`;
    expect(execution.error).toBe('States.QueryEvaluationError');
    expect(execution.cause).toContain(`The HeartbeatSeconds field ${rule}`);
    expect(listEventTypes(execution)).not.toContain('TaskScheduled');
    const fine = await execute({ T: { ...invoke, TimeoutSeconds: '{% 10 %}', HeartbeatSeconds: '{% 9 %}' } });
    expect(fine.status).toBe('SUCCEEDED');
  });

  it('refuses a TimeoutSeconds of 0', async () => {
    const execution = await execute({ T: { ...invoke, TimeoutSeconds: '{% 0 %}' } });
    expect(execution.cause).toContain('The TimeoutSeconds field must be a whole number from 1 to 99999999 but was: 0');
  });
});
