import { makeCallMachine, FAIL, makeMachine, makeMapMachine, makeWaitMachine } from '../machines';
import { expectRefusal, makeServices, startExecution, T0 } from '../services';
import cases from './sfn.redrive.cases.json';

const ROLE = 'arn:aws:iam::000000000000:role/rig';
const DAY = 24 * 3600 * 1000;

function setUp(options: Parameters<typeof makeServices>[0] = {}) {
  const services = makeServices(options);
  const call = (action: string, input: object) => services.call<{ executionArn: string }>('sfn', action, input);
  const start = async (machine: ReturnType<typeof makeWaitMachine>, input: object = {}) => {
    const stateMachineArn = services.sfn.register('rig', machine, ROLE);
    return (await startExecution(services, stateMachineArn, { input: JSON.stringify(input) })).arn;
  };
  const describe = (executionArn: string) => call('DescribeExecution', { executionArn });
  const redrive = (executionArn: string) => call('RedriveExecution', { executionArn });
  const stop = (executionArn: string) => call('StopExecution', { executionArn });
  return { services, call, start, describe, redrive, stop };
}

describe('RedriveExecution', () => {
  it('continues an aborted execution, and notifies with the redrive count', async () => {
    const seen: string[] = [];
    const { services, start, describe, redrive, stop } = setUp({
      onStatusChange: ({ status, redriveCount }) => seen.push(`${status} ${redriveCount}`),
    });
    const executionArn = await start(makeWaitMachine(60));
    await services.pass(10_000);
    await stop(executionArn);
    expect(await describe(executionArn)).toMatchObject({ redriveCount: 0, redriveStatus: 'REDRIVABLE' });
    await services.pass(10_000);
    expect(await redrive(executionArn)).toEqual({ redriveDate: new Date(T0 + 20_000) });
    expect(await describe(executionArn)).toMatchObject({
      status: 'RUNNING',
      startDate: new Date(T0),
      redriveCount: 1,
      redriveDate: new Date(T0 + 20_000),
      redriveStatus: 'NOT_REDRIVABLE',
      redriveStatusReason: 'Execution is RUNNING and cannot be redriven',
    });
    await services.pass(61_000);
    expect(await describe(executionArn)).toMatchObject({ status: 'SUCCEEDED', redriveCount: 1 });
    expect(seen).toEqual(['RUNNING 0', 'ABORTED 0', 'RUNNING 1', 'SUCCEEDED 1']);
  });

  it('refuses running, succeeded, unknown and 14 days old executions', async () => {
    const { services, start, describe, redrive } = setUp();
    const executionArn = await start(makeWaitMachine(60));
    const expectRefused = (call: unknown, message: string) =>
      expectRefusal(call, 'ExecutionNotRedrivable', { message });
    await expectRefused(redrive(executionArn), 'Execution is RUNNING and cannot be redriven');
    await services.pass(61_000);
    await expectRefused(redrive(executionArn), 'Execution is SUCCEEDED and cannot be redriven');
    await expectRefusal(redrive(`${executionArn}x`), 'ExecutionDoesNotExist');
    const old = setUp();
    const failed = await old.start(FAIL);
    await old.services.pass(14 * DAY);
    const redriveStatusReason = 'Execution redrivable period exceeded';
    await expectRefused(old.redrive(failed), redriveStatusReason);
    expect(await old.describe(failed)).toMatchObject({ redriveStatusReason });
    expect(await describe(executionArn)).toMatchObject({ redriveStatus: 'NOT_REDRIVABLE' });
  });

  it('starts a nested execution again, which fails when the state gives it a fixed name', async () => {
    const { services, describe, redrive } = setUp();
    const child = services.sfn.register('child', FAIL, ROLE);
    const nested = async (name: object): Promise<string> => {
      const args = { StateMachineArn: child, ...name };
      const machine = makeCallMachine('arn:aws:states:::states:startExecution.sync:2', args);
      const stateMachineArn = services.sfn.register(`parent${Object.keys(name).length}`, machine, ROLE);
      const { arn: executionArn } = await startExecution(services, stateMachineArn);
      await services.pass(1_000);
      await redrive(executionArn);
      await services.pass(1_000);
      return executionArn;
    };
    expect(await describe(await nested({}))).toMatchObject({ error: 'States.TaskFailed', redriveCount: 1 });
    expect(services.sfn.executions().filter(({ machineArn }) => machineArn === child)).toHaveLength(2);
    expect(await describe(await nested({ Name: 'c1' }))).toMatchObject({
      error: 'StepFunctions.ExecutionAlreadyExistsException',
    });
    expect(services.sfn.executions().filter(({ machineArn }) => machineArn === child)).toHaveLength(3);
  });

  it('redrives children of a Map run only with their parent, and only unfinished ones', async () => {
    const { services, start, describe, redrive, stop } = setUp();
    const executionArn = await start(makeMapMachine(60, { MaxConcurrency: 2 }), { items: [1, 2, 3] });
    await services.pass(61_000);
    await stop(executionArn);
    const [run] = services.sfn.mapRuns();
    const children = run?.children.map(({ arn }) => arn) ?? [];
    expect(await describe(children[2] ?? '')).toMatchObject({ redriveStatus: 'REDRIVABLE_BY_MAP_RUN' });
    await expectRefusal(redrive(children[2] ?? ''), 'ExecutionNotRedrivable');
    await redrive(executionArn);
    await services.pass(1_000);
    expect(run).toMatchObject({ status: 'RUNNING', redriveCount: 1, redriveDate: T0 + 61_000 });
    expect(run?.lost).toBe(0);
    await services.pass(61_000);
    expect(await describe(executionArn)).toMatchObject({ status: 'SUCCEEDED', output: '[1,2,3]' });
    expect(await describe(children[0] ?? '')).toMatchObject({ redriveCount: 0 });
    expect(await describe(children[2] ?? '')).toMatchObject({ redriveCount: 1 });
  });

  it('lists children that wait for their redrive as PENDING_REDRIVE', async () => {
    const { services, call, start, stop } = setUp();
    const executionArn = await start(makeMapMachine(60), { items: [1, 2] });
    await services.pass(1_000);
    await stop(executionArn);
    const [run] = services.sfn.mapRuns();
    run?.redrive(T0);
    const list = await call('ListExecutions', { mapRunArn: run?.arn, statusFilter: 'PENDING_REDRIVE' });
    expect(list).toMatchObject({ executions: [{ status: 'PENDING_REDRIVE' }, { status: 'PENDING_REDRIVE' }] });
    expect(run?.lost).toBe(0);
  });

  it('appends to the history of the execution', async () => {
    const { services, start, redrive } = setUp();
    const executionArn = await start(makeMachine({ A: { Type: 'Pass', Next: 'B' }, B: { Type: 'Fail' } }));
    await services.pass(1);
    await redrive(executionArn);
    await services.pass(1);
    const events = services.sfn.execution(executionArn).history.events();
    expect(events.map(({ type }) => type)).toEqual(cases.history);
  });
});
