import { ServiceError } from '../../../../lib/twin/cloud/service';
import { makeCallMachine, FAIL, makeMachine, makeWaitMachine } from '../machines';
import { loseFirst, makeServices, startExecution, T0 } from '../services';
import cases from './runner.optimised.cases.json';

const NESTED = 'arn:aws:states:::states:startExecution';

function setUp(options: Parameters<typeof makeServices>[0] = {}) {
  const services = makeServices(options);
  const childArn = services.sfn.register('child', makeWaitMachine(60), 'child-role');
  const failing = services.sfn.register('failing', FAIL, 'child-role');
  let parents = 0;
  const startParent = async (suffix: string, args: object, more: object = {}) => {
    const machine = makeCallMachine(`${NESTED}${suffix}`, { StateMachineArn: childArn, Name: 'c1', ...args }, more);
    const stateMachineArn = services.sfn.register(`parent-${parents++}`, machine, 'parent-role');
    return startExecution(services, stateMachineArn);
  };
  const child = () => services.sfn.executions().find(({ name }) => name === 'c1');
  return { services, childArn, failing, startParent, child };
}

const formatTime = (seconds: number): string => new Date(T0 + seconds * 1000).toISOString();

describe('startExecution.sync:2', () => {
  it('waits for the child, and returns its description with parsed input and output', async () => {
    const { services, childArn, startParent, child } = setUp();
    const parent = await startParent('.sync:2', { Input: { rig: 'r1' } });
    expect(await parent.done).toEqual({
      status: 'SUCCEEDED',
      output: {
        ExecutionArn: child()?.arn,
        Input: { rig: 'r1' },
        InputDetails: { Included: true },
        Name: 'c1',
        Output: { rig: 'r1' },
        OutputDetails: { Included: true },
        StartDate: formatTime(0),
        StateMachineArn: childArn,
        Status: 'SUCCEEDED',
        StopDate: formatTime(60),
      },
    });
    expect(parent.history.events().map(({ type }) => type)).toContain('TaskSubmitted');
    const input = { stateMachineArn: childArn, name: 'c1', input: '{"rig":"r1"}' };
    const sent = services.calls.filter(({ role }) => role === 'parent-role');
    expect(sent).toMatchObject([{ action: 'StartExecution', input }]);
  });

  it('fails with States.TaskFailed and the description of the failed child', async () => {
    const { failing, startParent } = setUp();
    const { status, error, cause } = await (await startParent('.sync:2', { StateMachineArn: failing })).done;
    expect([status, error]).toEqual(['FAILED', 'States.TaskFailed']);
    const described = JSON.parse(cause ?? '') as Record<string, unknown>;
    expect(Object.keys(described)).toEqual(cases.members);
    expect(described).toMatchObject({ Error: 'Rig.Broken', Cause: 'no disk', Status: 'FAILED', Input: '{}' });
  });

  it('fails when the child is aborted or times out', async () => {
    const { services, startParent, child } = setUp();
    const stopped = await startParent('.sync:2', {});
    await services.pass(10_000);
    await services.call('sfn', 'StopExecution', { executionArn: child()?.arn, error: 'User' });
    expect(JSON.parse((await stopped.done).cause ?? '')).toMatchObject({ Status: 'ABORTED', Error: 'User' });
    const slow = makeMachine({ Wait: { Type: 'Wait', Seconds: 60, End: true } }, { TimeoutSeconds: 5 });
    const StateMachineArn = services.sfn.register('slow', slow, 'child-role');
    const timedOut = await startParent('.sync:2', { StateMachineArn, Name: 'c2' });
    expect(JSON.parse((await timedOut.done).cause ?? '')).toMatchObject({ Status: 'TIMED_OUT' });
  });

  it('stops the child and its child when the parent is stopped', async () => {
    const { services, childArn, startParent } = setUp();
    const middle = makeCallMachine(`${NESTED}.sync:2`, { StateMachineArn: childArn, Name: 'grandchild' });
    const middleArn = services.sfn.register('middle', middle, 'middle-role');
    const parent = await startParent('.sync:2', { StateMachineArn: middleArn });
    await services.pass(10_000);
    await services.call('sfn', 'StopExecution', { executionArn: parent.arn });
    await services.pass(1);
    const ended = { status: 'ABORTED', stopDate: T0 + 10_000 };
    const names = [parent.name, 'c1', 'grandchild'];
    expect(services.sfn.executions()).toMatchObject(names.map((name) => ({ name, ...ended })));
  });

  it('stops the child when the task of the parent times out', async () => {
    const { startParent, child } = setUp();
    const { status, error } = await (await startParent('.sync:2', {}, { TimeoutSeconds: 5 })).done;
    expect([status, error]).toEqual(['FAILED', 'States.Timeout']);
    await child()?.done;
    expect(child()).toMatchObject({ status: 'ABORTED', stopDate: T0 + 5_000 });
  });

  it('stops a child whose start completes after the parent was stopped', async () => {
    let slow = false;
    const latencyMs = (): number => (slow ? 4_000 : 0);
    const { services, startParent, child } = setUp({ latencyMs });
    const starting = startParent('.sync:2', {});
    slow = true;
    const parent = await starting;
    await services.pass(500);
    expect(child()).toBeUndefined();
    parent.stop();
    await services.pass(60_000);
    expect(child()).toMatchObject({ status: 'ABORTED', startDate: T0 + 2_000, stopDate: T0 + 6_000 });
  });

  it('leaves the child running when StopExecution is throttled', async () => {
    const { services, startParent, child } = setUp({
      fault: ({ action, caller: { role } }) =>
        action === 'StopExecution' && role === 'parent-role' ? new ServiceError('Throttled', 'x', 400) : undefined,
    });
    const parent = await startParent('.sync:2', {});
    await services.pass(1_000);
    await services.call('sfn', 'StopExecution', { executionArn: parent.arn });
    await services.pass(1_000);
    expect(parent.status).toBe('ABORTED');
    expect(child()?.status).toBe('RUNNING');
  });

  it('fails with ExecutionAlreadyExistsException when the name is used with another input', async () => {
    const { startParent } = setUp();
    await startParent('.sync:2', { Input: { a: 1 } });
    const { error, cause } = await (await startParent('.sync:2', { Input: { a: 2 } })).done;
    expect(error).toBe('StepFunctions.ExecutionAlreadyExistsException');
    expect(cause).toContain('Execution Already Exists:');
  });

  it('waits for the same child after a retry with the same name and input', async () => {
    const { services, startParent } = setUp({ fault: loseFirst('StartExecution', 'parent-role') });
    const Retry = [{ ErrorEquals: ['States.ALL'], IntervalSeconds: 1, MaxAttempts: 1 }];
    const { status } = await (await startParent('.sync:2', {}, { Retry })).done;
    expect(status).toBe('SUCCEEDED');
    expect(services.sfn.executions()).toHaveLength(2);
  });
});

it('returns immediately without .sync:2, and the child continues after the parent has ended', async () => {
  const { startParent, child } = setUp();
  const { output } = await (await startParent('', { Input: { a: 1 } })).done;
  expect(output).toMatchObject({
    ExecutionArn: child()?.arn,
    StartDate: formatTime(0),
    SdkHttpMetadata: { HttpStatusCode: 200 },
    SdkResponseMetadata: { RequestId: expect.any(String) },
  });
  expect(child()?.status).toBe('RUNNING');
  await child()?.done;
  expect(child()?.status).toBe('SUCCEEDED');
});
