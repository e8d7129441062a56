import { FAIL, PASS, makeWaitMachine } from '../machines';
import { makeServices, T0, expectRefusal } from '../services';

const ROLE = 'arn:aws:iam::000000000000:role/rig';

function setUp(options: Parameters<typeof makeServices>[0] = {}) {
  const services = makeServices(options);
  const stateMachineArn = services.sfn.register('rig', () => makeWaitMachine(60), ROLE);
  const start = (input: object) =>
    services.call<{ executionArn: string; startDate: Date }>('sfn', 'StartExecution', input);
  const describe = (executionArn: string) => services.call('sfn', 'DescribeExecution', { executionArn });
  return { services, stateMachineArn, start, describe };
}

describe('StartExecution', () => {
  it('starts an execution with its ARN, input and role', async () => {
    const { services, stateMachineArn, start, describe } = setUp();
    expect(stateMachineArn).toBe('arn:aws:states:xx-local-1:000000000000:stateMachine:rig');
    const { executionArn, startDate } = await start({ stateMachineArn, name: 'e1__r1', input: '{ "rig": "r1" }' });
    expect(executionArn).toBe('arn:aws:states:xx-local-1:000000000000:execution:rig:e1__r1');
    expect(startDate).toEqual(new Date(T0));
    expect(await describe(executionArn)).toEqual({
      executionArn,
      stateMachineArn,
      name: 'e1__r1',
      status: 'RUNNING',
      startDate,
      input: '{ "rig": "r1" }',
      inputDetails: { included: true },
      redriveCount: 0,
      redriveStatus: 'NOT_REDRIVABLE',
      redriveStatusReason: 'Execution is RUNNING and cannot be redriven',
    });
    expect(services.sfn.roleOf(executionArn)).toBe(ROLE);
    await services.pass(60_000);
    expect(await describe(executionArn)).toMatchObject({
      status: 'SUCCEEDED',
      stopDate: new Date(T0 + 60_000),
      output: '{"rig":"r1"}',
      outputDetails: { included: true },
    });
  });

  it('uses an empty input and a UUID as name by default', async () => {
    const { stateMachineArn, start, describe } = setUp();
    const { executionArn } = await start({ stateMachineArn });
    expect(await describe(executionArn)).toMatchObject({ input: '{}', name: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  });

  it('returns a running execution for the same name and input, and refuses the name otherwise', async () => {
    const { services, stateMachineArn, start } = setUp();
    const first = await start({ stateMachineArn, name: 'e1', input: '{"a":1}' });
    await services.pass(10_000);
    expect(await start({ stateMachineArn, name: 'e1', input: '{"a":1}' })).toEqual(first);
    expect(services.sfn.executions()).toHaveLength(1);
    const exists = {
      name: 'ExecutionAlreadyExists',
      message: `Execution Already Exists: '${first.executionArn}'`,
    };
    await expect(start({ stateMachineArn, name: 'e1', input: '{"a":2}' })).rejects.toMatchObject(exists);
    await services.pass(60_000);
    await expect(start({ stateMachineArn, name: 'e1', input: '{"a":1}' })).rejects.toMatchObject(exists);
  });

  it('accepts the same name for another state machine', async () => {
    const { services, stateMachineArn, start } = setUp();
    const other = services.sfn.register('guardian', PASS, ROLE);
    await start({ stateMachineArn, name: 'e1' });
    await expect(start({ stateMachineArn: other, name: 'e1' })).resolves.toBeDefined();
  });

  it.each(['', 'a b', 'a:b', 'a/b', 'a*b', '<a>', 'a\u0007', 'x'.repeat(81)])('refuses the name %j', async (name) => {
    const { stateMachineArn, start } = setUp();
    await expectRefusal(start({ stateMachineArn, name }), 'InvalidName');
  });

  it.each(['', '{', 'x', `"${'x'.repeat(262_143)}"`])(
    'refuses an input that is not JSON or is too long',
    async (input) => {
      const { stateMachineArn, start } = setUp();
      await expectRefusal(start({ stateMachineArn, input }), 'InvalidExecutionInput');
    },
  );

  it('refuses an unknown state machine, a malformed ARN, and unmodelled parameters', async () => {
    const { stateMachineArn, start } = setUp();
    const none = `${stateMachineArn}s`;
    await expectRefusal(start({ stateMachineArn: none }), 'StateMachineDoesNotExist', {
      message: `State Machine Does Not Exist: '${none}'`,
    });
    await expectRefusal(start({ stateMachineArn: 'rig' }), 'InvalidArn');
    await expectRefusal(start({ stateMachineArn, traceHeader: 'x' }), 'ArgumentError');
  });

  it('notifies when executions start and end', async () => {
    const seen: string[] = [];
    const { services, stateMachineArn, start } = setUp({
      onStatusChange: ({ name, status }) => seen.push(`${name} ${status}`),
    });
    const failing = services.sfn.register('failing', FAIL, ROLE);
    await start({ stateMachineArn, name: 'good' });
    await start({ stateMachineArn: failing, name: 'bad' });
    await services.pass(61_000);
    expect(seen).toEqual(['good RUNNING', 'bad RUNNING', 'bad FAILED', 'good SUCCEEDED']);
  });
});

describe('DescribeExecution', () => {
  it('returns error and cause of a failed execution', async () => {
    const { services, start, describe } = setUp();
    const { executionArn } = await start({ stateMachineArn: services.sfn.register('failing', FAIL, ROLE) });
    await services.pass(1);
    const described = await describe(executionArn);
    expect(described).toMatchObject({
      status: 'FAILED',
      error: 'Rig.Broken',
      cause: 'no disk',
      redriveStatus: 'REDRIVABLE',
    });
    expect(described).not.toHaveProperty('output');
  });

  it('reports ExecutionDoesNotExist for an unknown execution, and InvalidArn for a malformed ARN', async () => {
    const { describe } = setUp();
    const none = 'arn:aws:states:xx-local-1:000000000000:execution:rig:none';
    await expectRefusal(describe(none), 'ExecutionDoesNotExist', { message: `Execution Does Not Exist: '${none}'` });
    await expectRefusal(describe('none'), 'InvalidArn');
  });
});

describe('StopExecution', () => {
  it('aborts a running execution with error and cause, and leaves an ended one unchanged', async () => {
    const { services, stateMachineArn, start, describe } = setUp();
    const { executionArn } = await start({ stateMachineArn });
    await services.pass(5_000);
    const stopDate = new Date(T0 + 5_000);
    const stop = (more: object = {}) => services.call('sfn', 'StopExecution', { executionArn, ...more });
    expect(await stop({ error: 'User', cause: 'Ctrl-C' })).toEqual({ stopDate });
    expect(await describe(executionArn)).toMatchObject({ status: 'ABORTED', error: 'User', cause: 'Ctrl-C', stopDate });
    await services.pass(5_000);
    expect(await stop({ error: 'Other' })).toEqual({ stopDate });
    expect(await describe(executionArn)).toMatchObject({ error: 'User' });
  });
});

describe('state machines of hooks', () => {
  const HOOK = 'arn:aws:states:us-east-1:123456789012:stateMachine:grow';
  const others = { person: () => null, hook: (arn: string) => (arn === HOOK ? { seconds: 5 } : null) };

  it('describes a hook as an ACTIVE standard state machine, like machines of the deployment', async () => {
    const { services, stateMachineArn } = setUp({ others });
    const describe = (arn: string) => services.call('sfn', 'DescribeStateMachine', { stateMachineArn: arn });
    for (const arn of [HOOK, stateMachineArn])
      expect(await describe(arn)).toMatchObject({ stateMachineArn: arn, type: 'STANDARD', status: 'ACTIVE' });
    await expectRefusal(describe(`${stateMachineArn}-other`), 'StateMachineDoesNotExist');
  });

  it('reports ExecutionDoesNotExist for a hook in another Region that was not started', async () => {
    const { describe } = setUp({ others });
    const execution = HOOK.replace(':stateMachine:', ':execution:');
    await expectRefusal(describe(`${execution}:one`), 'ExecutionDoesNotExist');
    await expectRefusal(describe(`${execution}-other:one`), 'InvalidArn');
  });
});
