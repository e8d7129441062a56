import {
  toCommandStatus,
  type StatusDetails,
  countErrors,
  type Invocation,
  hasEnded,
  toStatus,
} from '../../../../lib/twin/cloud/ssm/delivery';
import { makeHosts, expectRefusal } from '../services';
import { listDetails, findCommand, makeSsmServices, send } from './commands';
import cases from './delivery.cases.json';

const LISTED = 1_000;

describe('SSM command on its hosts', () => {
  it('succeeds when it succeeds on all hosts', async () => {
    const services = makeSsmServices();
    await makeHosts(services, 2);
    const id = await send(services);
    await services.pass(LISTED);
    services.hosts.commands[0]?.finish();
    await services.pass(1);
    expect(await findCommand(services, id)).toMatchObject({ Status: 'InProgress', TargetCount: 2, CompletedCount: 1 });
    services.hosts.commands[1]?.finish();
    await services.pass(1);
    expect(await findCommand(services, id)).toMatchObject({ Status: 'Success', CompletedCount: 2, ErrorCount: 0 });
  });

  it('runs on all hosts despite failures, and ends as Failed with details Incomplete', async () => {
    const services = makeSsmServices();
    await makeHosts(services, 3);
    const id = await send(services);
    for (let n = 0; n < 3; n++) {
      services.hosts.commands[n]?.finish(n === 2 ? {} : { exitCode: 1, status: 'Failed' });
      await services.pass(LISTED);
    }
    expect(await listDetails(services, id)).toEqual(['Failed', 'Failed', 'Success']);
    expect(await findCommand(services, id)).toMatchObject({
      Status: 'Failed',
      StatusDetails: 'Incomplete',
      ErrorCount: 2,
    });
  });

  it('reports ExecutionTimedOut when the command times out on the host', async () => {
    const services = makeSsmServices();
    await makeHosts(services, 1);
    const id = await send(services);
    services.hosts.commands[0]?.finish({ exitCode: 124, status: 'TimedOut' });
    await services.pass(LISTED);
    expect(await listDetails(services, id)).toEqual(['ExecutionTimedOut']);
    expect((await findCommand(services, id))?.ErrorCount).toBe(1);
  });

  it('waits for an offline host, and reports DeliveryTimedOut after the delivery time-out', async () => {
    const services = makeSsmServices();
    const [first = '', second = ''] = await makeHosts(services, 2);
    services.ec2.silence(first, true);
    services.ec2.silence(second, true);
    const id = await send(services, { TimeoutSeconds: 60 });
    expect(services.hosts.commands).toEqual([]);
    await services.pass(30_000);
    expect(await listDetails(services, id)).toEqual(['Pending', 'Pending']);
    services.ec2.silence(second, false);
    expect(services.hosts.commands.map(({ instanceId }) => instanceId)).toEqual([second]);
    await services.pass(31_000);
    expect(await listDetails(services, id)).toEqual(['DeliveryTimedOut', 'InProgress']);
    services.hosts.commands[0]?.finish();
    await services.pass(1);
    expect(await findCommand(services, id)).toMatchObject({
      Status: 'Failed',
      ErrorCount: 0,
      DeliveryTimedOutCount: 1,
    });
    services.ec2.silence(first, false);
    expect(services.hosts.commands).toHaveLength(1);
  });

  it('reports Undeliverable for a terminated host, and does not wait for it', async () => {
    const services = makeSsmServices();
    const [first = '', second = ''] = await makeHosts(services, 2);
    const id = await send(services);
    await services.call('ec2', 'TerminateInstances', { InstanceIds: [first] });
    services.hosts.commands[0]?.finish({ exitCode: 137, status: 'Failed' });
    services.hosts.commands[1]?.finish();
    await services.pass(LISTED);
    expect(await listDetails(services, id)).toEqual(['Undeliverable', 'Success']);
    // As documented: such a command is a success. Who wants all hosts must look at each.
    expect(await findCommand(services, id)).toMatchObject({
      Status: 'Success',
      TargetCount: 2,
      CompletedCount: 2,
      ErrorCount: 0,
    });
    expect(await services.call('ssm', 'DescribeInstanceInformation')).toMatchObject({
      InstanceInformationList: [{ InstanceId: second }],
    });
  });

  it('clears its delivery timer once every host has the command', async () => {
    const services = makeSsmServices();
    await makeHosts(services, 1);
    await send(services, { TimeoutSeconds: 2_592_000 });
    services.hosts.commands[0]?.finish();
    await services.pass(1);
    const before = services.clock.now();
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
    expect(services.clock.now()).toBe(before);
  });
});

describe('CancelCommand', () => {
  it('cancels running and pending invocations', async () => {
    const services = makeSsmServices();
    await makeHosts(services, 3);
    services.ec2.silence(services.ec2.hosts()[2]?.instanceId ?? '', true);
    const id = await send(services);
    services.hosts.commands[0]?.finish();
    await services.pass(LISTED);
    expect(await services.call('ssm', 'CancelCommand', { CommandId: id })).toEqual({});
    await services.pass(1);
    expect(services.hosts.commands.map(({ cancelled }) => cancelled)).toEqual([false, true]);
    expect(await listDetails(services, id)).toEqual(['Success', 'Cancelled', 'Cancelled']);
    expect(await findCommand(services, id)).toMatchObject({ Status: 'Cancelled', CompletedCount: 3 });
  });

  it('cancels the command on the given hosts only', async () => {
    const services = makeSsmServices();
    const [first = ''] = await makeHosts(services, 2);
    const id = await send(services);
    await services.call('ssm', 'CancelCommand', { CommandId: id, InstanceIds: [first] });
    await services.pass(LISTED);
    expect(await listDetails(services, id)).toEqual(['Cancelled', 'InProgress']);
  });

  it('leaves an ended command unchanged, and refuses an unknown one', async () => {
    const services = makeSsmServices();
    await makeHosts(services, 1);
    const id = await send(services);
    services.hosts.commands[0]?.finish();
    await services.pass(LISTED);
    await services.call('ssm', 'CancelCommand', { CommandId: id });
    expect(await findCommand(services, id)).toMatchObject({ Status: 'Success' });
    await expectRefusal(services.call('ssm', 'CancelCommand', { CommandId: 'x'.repeat(36) }), 'InvalidCommandId');
  });
});

const invocations = (...details: StatusDetails[]): Invocation[] =>
  details.map((one, rank) => ({ instanceId: `i-${rank}`, rank, details: one }));

describe('toCommandStatus', () => {
  it.each(cases.statuses as [StatusDetails[], string, string][])(
    'summarizes invocations %j as %s with details %s',
    (details, status, why) => {
      expect(toCommandStatus(invocations(...details), false)).toEqual({ status, details: why });
    },
  );

  it('returns Cancelling, then Cancelled, for a cancelled command', () => {
    expect(toCommandStatus(invocations('InProgress', 'Cancelled'), true).status).toBe('Cancelling');
    expect(toCommandStatus(invocations('Success', 'Cancelled'), true).status).toBe('Cancelled');
  });
});

describe('status of invocations', () => {
  it('has ended unless it is Pending or InProgress', () => {
    const all: StatusDetails[] = ['Pending', 'InProgress', 'Success', 'Failed', 'Cancelled', 'Undeliverable'];
    expect(invocations(...all).filter(hasEnded)).toHaveLength(4);
  });

  it('counts Failed and ExecutionTimedOut as errors', () => {
    expect(
      countErrors(invocations('Failed', 'ExecutionTimedOut', 'DeliveryTimedOut', 'Undeliverable', 'Success')),
    ).toBe(2);
  });

  it('is TimedOut for both kinds of time-out, and Failed for Undeliverable', () => {
    expect(toStatus('DeliveryTimedOut')).toBe('TimedOut');
    expect(toStatus('ExecutionTimedOut')).toBe('TimedOut');
    expect(toStatus('Undeliverable')).toBe('Failed');
  });
});
