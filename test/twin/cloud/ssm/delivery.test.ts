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

/** A command that was sent to these hosts. */
async function setUp(count: number, silent: readonly number[] = []) {
  const services = makeSsmServices();
  const hosts = await makeHosts(services, count);
  for (const index of silent) services.ec2.silence(hosts[index] ?? '', true);
  const id = await send(services);
  return {
    services,
    hosts,
    id,
    finish: (index: number, result: object = {}) => services.hosts.commands[index]?.finish(result),
    find: () => findCommand(services, id),
    details: () => listDetails(services, id),
    cancel: (more: object = {}) => services.call('ssm', 'CancelCommand', { CommandId: id, ...more }),
  };
}

describe('SSM command on its hosts', () => {
  it('succeeds when it succeeds on all hosts', async () => {
    const { services, finish, find } = await setUp(2);
    await services.pass(LISTED);
    finish(0);
    await services.pass(1);
    expect(await find()).toMatchObject({ Status: 'InProgress', TargetCount: 2, CompletedCount: 1 });
    finish(1);
    await services.pass(1);
    expect(await find()).toMatchObject({ Status: 'Success', CompletedCount: 2, ErrorCount: 0 });
  });

  it('runs on all hosts despite failures, and ends as Failed with details Incomplete', async () => {
    const { services, finish, find, details } = await setUp(4);
    const ends = [{ exitCode: 1, status: 'Failed' }, { exitCode: 124, status: 'TimedOut' }, {}, {}];
    for (const [index, end] of ends.entries()) {
      finish(index, end);
      await services.pass(LISTED);
    }
    expect(await details()).toEqual(['Failed', 'ExecutionTimedOut', 'Success', 'Success']);
    expect(await find()).toMatchObject({ Status: 'Failed', StatusDetails: 'Incomplete', ErrorCount: 2 });
  });

  it('waits for an offline host, and reports DeliveryTimedOut after the delivery time-out', async () => {
    const { services, hosts, finish, find, details } = await setUp(2, [0, 1]);
    const [first = '', second = ''] = hosts;
    expect(services.hosts.commands).toEqual([]);
    await services.pass(30_000);
    expect(await details()).toEqual(['Pending', 'Pending']);
    services.ec2.silence(second, false);
    expect(services.hosts.commands.map(({ instanceId }) => instanceId)).toEqual([second]);
    await services.pass(31_000);
    expect(await details()).toEqual(['DeliveryTimedOut', 'InProgress']);
    finish(0);
    await services.pass(1);
    expect(await find()).toMatchObject({ Status: 'Failed', ErrorCount: 0, DeliveryTimedOutCount: 1 });
    services.ec2.silence(first, false);
    expect(services.hosts.commands).toHaveLength(1);
  });

  it('reports Undeliverable for a terminated host, and does not wait for it', async () => {
    const { services, hosts, finish, find, details } = await setUp(2);
    await services.call('ec2', 'TerminateInstances', { InstanceIds: [hosts[0]] });
    finish(0, { exitCode: 137, status: 'Failed' });
    finish(1);
    await services.pass(LISTED);
    expect(await details()).toEqual(['Undeliverable', 'Success']);
    // As documented: such a command is a success. Who wants all hosts must look at each.
    const counts = { TargetCount: 2, CompletedCount: 2, ErrorCount: 0 };
    expect(await find()).toMatchObject({ Status: 'Success', ...counts });
    expect(await services.call('ssm', 'DescribeInstanceInformation')).toMatchObject({
      InstanceInformationList: [{ InstanceId: hosts[1] }],
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
    const { services, finish, find, details, cancel } = await setUp(3, [2]);
    finish(0);
    await services.pass(LISTED);
    expect(await cancel()).toEqual({});
    await services.pass(1);
    expect(services.hosts.commands.map(({ cancelled }) => cancelled)).toEqual([false, true]);
    expect(await details()).toEqual(['Success', 'Cancelled', 'Cancelled']);
    expect(await find()).toMatchObject({ Status: 'Cancelled', CompletedCount: 3 });
  });

  it('cancels the command on the given hosts only', async () => {
    const { services, hosts, details, cancel } = await setUp(2);
    await cancel({ InstanceIds: [hosts[0]] });
    await services.pass(LISTED);
    expect(await details()).toEqual(['Cancelled', 'InProgress']);
  });

  it('leaves an ended command unchanged, and refuses an unknown one', async () => {
    const { services, finish, find, cancel } = await setUp(1);
    finish(0);
    await services.pass(LISTED);
    await cancel();
    expect(await find()).toMatchObject({ Status: 'Success' });
    await expectRefusal(cancel({ CommandId: 'x'.repeat(36) }), 'InvalidCommandId');
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

it('reports whether invocations have ended, counts their errors, and summarizes their status', () => {
  const all: StatusDetails[] = ['Pending', 'InProgress', 'Success', 'Failed', 'Cancelled', 'Undeliverable'];
  expect(invocations(...all).filter(hasEnded)).toHaveLength(4);
  const ends: StatusDetails[] = ['Failed', 'ExecutionTimedOut', 'DeliveryTimedOut', 'Undeliverable', 'Success'];
  expect(countErrors(invocations(...ends))).toBe(2);
  expect(ends.map(toStatus)).toEqual(['Failed', 'TimedOut', 'TimedOut', 'Failed', 'Success']);
});
