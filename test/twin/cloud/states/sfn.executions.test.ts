import { FAIL, makeMapMachine, makeWaitMachine, PASS } from '../machines';
import { makeServices, T0, expectRefusal } from '../services';

const ROLE = 'arn:aws:iam::000000000000:role/rig';

function setUp(options: Parameters<typeof makeServices>[0] = {}) {
  const services = makeServices(options);
  const stateMachineArn = services.sfn.register('rig', () => makeWaitMachine(60), ROLE);
  const start = (input: object = {}) =>
    services.call<{ executionArn: string; startDate: Date }>('sfn', 'StartExecution', { stateMachineArn, ...input });
  const describe = (executionArn: string) => services.call('sfn', 'DescribeExecution', { executionArn });
  return { services, stateMachineArn, start, describe };
}

describe('StartExecution', () => {
  it('starts an execution with its ARN, input and role', async () => {
    const { services, stateMachineArn, start, describe } = setUp();
    expect(stateMachineArn).toBe('arn:aws:states:xx-local-1:000000000000:stateMachine:rig');
    const { executionArn, startDate } = await start({ name: 'e1__r1', input: '{ "rig": "r1" }' });
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
    const { start, describe } = setUp();
    const { executionArn } = await start();
    expect(await describe(executionArn)).toMatchObject({ input: '{}', name: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  });

  it('returns a running execution for the same name and input, and refuses the name otherwise', async () => {
    const { services, start } = setUp();
    const first = await start({ name: 'e1', input: '{"a":1}' });
    await services.pass(10_000);
    expect(await start({ name: 'e1', input: '{"a":1}' })).toEqual(first);
    // Another state machine has names of its own.
    await start({ name: 'e1', stateMachineArn: services.sfn.register('guardian', PASS, ROLE) });
    expect(services.sfn.executions()).toHaveLength(2);
    const message = `Execution Already Exists: '${first.executionArn}'`;
    await expectRefusal(start({ name: 'e1', input: '{"a":2}' }), 'ExecutionAlreadyExists', { message });
    await services.pass(60_000);
    await expectRefusal(start({ name: 'e1', input: '{"a":1}' }), 'ExecutionAlreadyExists', { message });
  });

  const none = 'arn:aws:states:xx-local-1:000000000000:stateMachine:none';
  type Refusal = [error: string, input: object, message?: string];
  const names = ['', 'a b', 'a:b', 'a/b', 'a*b', '<a>', 'a\u0007', 'x'.repeat(81)];
  const inputs = ['', '{', 'x', `"${'x'.repeat(262_143)}"`];
  it.each<Refusal>([
    ...names.map((name): Refusal => ['InvalidName', { name }]),
    ...inputs.map((input): Refusal => ['InvalidExecutionInput', { input }]),
    ['StateMachineDoesNotExist', { stateMachineArn: none }, `State Machine Does Not Exist: '${none}'`],
    ['InvalidArn', { stateMachineArn: 'rig' }],
    ['ArgumentError', { traceHeader: 'x' }],
  ])('refuses with %s a name, input or state machine (case %#)', async (name, input, message = '') => {
    await expectRefusal(setUp().start(input), name, message);
  });

  it('notifies when executions start and end', async () => {
    const seen: string[] = [];
    const { services, start } = setUp({
      onStatusChange: ({ name, status }) => seen.push(`${name} ${status}`),
    });
    await start({ name: 'good' });
    await start({ stateMachineArn: services.sfn.register('failing', FAIL, ROLE), name: 'bad' });
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
    const ended = { status: 'FAILED', error: 'Rig.Broken', cause: 'no disk' };
    expect(described).toMatchObject({ ...ended, redriveStatus: 'REDRIVABLE' });
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
    const { services, start, describe } = setUp();
    const { executionArn } = await start();
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

describe('makeSfn', () => {
  it('loads the definition at each start, refuses to register a name twice, and lists by start', async () => {
    const { services, start } = setUp();
    const load = jest.fn(() => PASS);
    const late = services.sfn.register('late', load, ROLE);
    expect(load).not.toHaveBeenCalled();
    for (const name of ['b', 'a']) await start({ stateMachineArn: late, name });
    await start({ name: 'c' });
    expect(load).toHaveBeenCalledTimes(2);
    expect(services.sfn.executions().map(({ name }) => name)).toEqual(['b', 'a', 'c']);
    expect(() => services.sfn.register('late', PASS, ROLE)).toThrow('registered already');
  });

  it('returns the role of any execution, including children of Map runs', async () => {
    const { services, start } = setUp();
    const stateMachineArn = services.sfn.register('results', makeMapMachine(1), 'results-role');
    const { executionArn } = await start({ stateMachineArn, input: '{"items":[1,2]}' });
    expect(services.sfn.roleOf(executionArn)).toBe('results-role');
    await services.sfn.execution(executionArn).done;
    const children = services.sfn.mapRuns().flatMap((run) => run.children);
    expect(children.map(({ arn }) => services.sfn.roleOf(arn))).toEqual(['results-role', 'results-role']);
    expect(services.sfn.roleOf('arn:aws:states:xx-local-1:000000000000:execution:other:e1')).toBe('');
    expect(services.sfn.execution(children[0]?.arn ?? '')).toBe(children[0]);
  });
});
