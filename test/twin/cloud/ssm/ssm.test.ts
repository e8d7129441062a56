import { makeSsm } from '../../../../lib/twin/cloud/ssm/ssm';
import { createFleet, expectRefusal, makeHosts, makeServices, readPages, RIG_TAGS, type Services } from '../services';
import { findCommand, makeSsmServices, PARAMETERS, send, TO_RIG } from './commands';

describe('makeSsm', () => {
  it('implements SendCommand, CancelCommand, ListCommands and two more calls, and no others', () => {
    const { clock, ids, place, hosts, ec2 } = makeServices();
    const service = makeSsm({ clock, ids, place, driver: hosts, ec2, documents: {} });
    const listings = ['DescribeInstanceInformation', 'ListCommandInvocations', 'ListCommands'];
    expect(Object.keys(service).toSorted()).toEqual(['CancelCommand', ...listings, 'SendCommand']);
  });
});

const BROKER = { ...RIG_TAGS, 'fsxbench:role': 'broker' };
const FOREIGN = { ...RIG_TAGS, 'fsxbench:rig': 'e2.r1' };

describe('SendCommand', () => {
  it('sends parameters and execution time-out to every host', async () => {
    const services = makeSsmServices();
    const hosts = await makeHosts(services, 2);
    const CommandId = await send(services);
    expect(CommandId).toMatch(/^[0-9a-f-]{36}$/);
    expect(services.hosts.commands.map(({ instanceId }) => instanceId)).toEqual(hosts);
    const given = Object.fromEntries(Object.entries(PARAMETERS).map(([name, [value]]) => [name, value]));
    const parameters = { ...given, After: 'none', WrapperKey: 'none' };
    const command = { commandId: CommandId, parameters, executionTimeoutSeconds: 600 };
    expect(services.hosts.commands[0]?.command).toEqual(command);
  });

  it('sends to hosts that match all targets', async () => {
    const services = makeSsmServices();
    await makeHosts(services, 2);
    const brokers = await makeHosts(services, 1, BROKER, 'broker');
    await makeHosts(services, 1, FOREIGN, 'foreign');
    await send(services, { Targets: [...TO_RIG, { Key: 'tag:fsxbench:role', Values: ['broker', 'worker'] }] });
    expect(services.hosts.commands.map(({ instanceId }) => instanceId)).toEqual(brokers);
    await send(services, { Targets: [{ Key: 'InstanceIds', Values: brokers }] });
    expect(services.hosts.commands).toHaveLength(2);
  });

  it('reports TargetCount 0 at first, and the number of hosts a second later, also when there are none', async () => {
    const services = makeSsmServices();
    const [none, hosts] = [await send(services), await makeHosts(services, 2)];
    const byTag = await send(services);
    expect(await findCommand(services, byTag)).toMatchObject({ Status: 'Pending', TargetCount: 0 });
    await services.pass(1_000);
    expect(await findCommand(services, byTag)).toMatchObject({ Status: 'InProgress', TargetCount: hosts.length });
    const empty = { Status: 'Success', StatusDetails: 'NoInstancesInTag', TargetCount: 0 };
    expect(await findCommand(services, none)).toMatchObject(empty);
  });

  it('runs the command twice when called twice, since SSM has no client token', async () => {
    const services = makeSsmServices();
    await makeHosts(services, 1);
    await send(services);
    await send(services);
    expect(services.hosts.commands).toHaveLength(2);
    await expectRefusal(send(services, { ClientToken: 'x' }), 'ArgumentError');
  });

  it.each([
    [{ DocumentName: 'AWS-RunShellScript' }, 'InvalidDocument'],
    [{ Parameters: { ...PARAMETERS, Step: ['a; id'] } }, 'InvalidParameters'],
    [{ Parameters: { ...PARAMETERS, Shell: ['sh'] } }, 'InvalidParameters'],
    [{ Parameters: {} }, 'InvalidParameters'],
    [{ TimeoutSeconds: 29 }, 'ValidationException'],
    [{ TimeoutSeconds: 2_592_001 }, 'ValidationException'],
    [{ Comment: 'x'.repeat(101) }, 'ValidationException'],
    [{ MaxConcurrency: '50' }, 'ArgumentError'],
    [{ MaxErrors: undefined }, 'ArgumentError'],
    [{ Targets: undefined }, 'ArgumentError'],
    [{ InstanceIds: ['i-00000000000000000'] }, 'ArgumentError'],
    [{ Targets: [{ Key: 'Name', Values: ['x'] }] }, 'ValidationException'],
    [{ Targets: [{ Key: 'tag:x', Values: [] }] }, 'ValidationException'],
    [{ Targets: Array.from({ length: 6 }, () => TO_RIG[0]) }, 'ValidationException'],
    [{ OutputS3BucketName: 'results' }, 'ArgumentError'],
  ])('refuses %j: %s', async (change, name) => {
    const services = makeSsmServices();
    await makeHosts(services, 1);
    await expectRefusal(send(services, change), name);
    expect(services.hosts.commands).toEqual([]);
  });
});

describe('ListCommandInvocations', () => {
  const list = (services: Services, input: object) => services.call('ssm', 'ListCommandInvocations', input);

  it('returns pages of 50, and nothing immediately after SendCommand', async () => {
    const services = makeSsmServices();
    const hosts = await makeHosts(services, 120);
    services.hosts.answer = {};
    const CommandId = await send(services);
    expect(await list(services, { CommandId })).toEqual({ CommandInvocations: [] });
    await services.pass(1_000);
    const action = ['ssm', 'ListCommandInvocations'] as const;
    const pages = await readPages<{ InstanceId: string }>(services, action, 'CommandInvocations', { CommandId });
    expect(pages.map(({ length }) => length)).toEqual([50, 50, 20]);
    expect(pages.flat().map(({ InstanceId }) => InstanceId)).toEqual(hosts);
  });

  it('returns status and details of each host, or of one host by InstanceId', async () => {
    const services = makeSsmServices();
    const [, InstanceId = ''] = await makeHosts(services, 2);
    const Comment = 'e1__r1 t0001.a1 measure';
    const CommandId = await send(services, { Comment });
    services.hosts.commands[1]?.finish({ exitCode: 1, status: 'Failed' });
    await services.pass(1_000);
    const failed = { CommandId, InstanceId, Comment, Status: 'Failed', StatusDetails: 'Failed', CommandPlugins: [] };
    expect(await list(services, { CommandId, InstanceId, Details: false })).toEqual({
      CommandInvocations: [expect.objectContaining(failed)],
    });
  });

  it.each([
    [{ MaxResults: 51 }, 'ValidationException'],
    [{ MaxResults: 0 }, 'ValidationException'],
    [{ NextToken: 'x' }, 'InvalidNextToken'],
    [{ Details: true }, 'ArgumentError'],
    [{ CommandId: '0'.repeat(36) }, 'InvalidCommandId'],
  ])('refuses %j: %s', async (input, name) => {
    await expectRefusal(list(makeSsmServices(), input), name);
  });
});

it('lists all commands in pages', async () => {
  const services = makeSsmServices();
  const ids = [await send(services), await send(services), await send(services)];
  const asked = { MaxResults: 2 };
  const pages = await readPages<{ CommandId: string }>(services, ['ssm', 'ListCommands'], 'Commands', asked);
  expect(pages.map((page) => page.map(({ CommandId }) => CommandId))).toEqual([ids.slice(0, 2), ids.slice(2)]);
});

interface Hosts {
  readonly InstanceInformationList: readonly { readonly InstanceId: string }[];
  readonly NextToken?: string;
}
const listOnline = (services: Services, input: object = {}): Promise<Hosts> =>
  services.call('ssm', 'DescribeInstanceInformation', input);
const online = async (services: Services, input: object = {}): Promise<string[]> =>
  (await listOnline(services, input)).InstanceInformationList.map(({ InstanceId }) => InstanceId);

describe('DescribeInstanceInformation', () => {
  it('lists only hosts whose agent is online', async () => {
    const services = makeSsmServices();
    const hosts = await makeHosts(services, 2);
    services.hosts.boot = () => Promise.reject(new Error('no network'));
    await createFleet(services);
    await services.pass(60_000);
    expect(await online(services)).toEqual(hosts);
    services.ec2.silence(hosts[0] ?? '', true);
    expect(await online(services)).toEqual([hosts[1]]);
  });

  it('filters by tag and id', async () => {
    const services = makeSsmServices();
    const clients = await makeHosts(services, 2);
    const brokers = await makeHosts(services, 1, { ...RIG_TAGS, 'fsxbench:role': 'broker' }, 'broker');
    const by = (...Filters: { Key: string; Values: string[] }[]) => online(services, { Filters });
    expect(await by({ Key: 'tag:fsxbench:role', Values: ['broker'] })).toEqual(brokers);
    const rig = { Key: 'tag:fsxbench:rig', Values: ['e1__r1'] };
    expect(await by(rig, { Key: 'tag:fsxbench:role', Values: ['client'] })).toEqual(clients);
    expect(await by({ Key: 'InstanceIds', Values: [...brokers, 'i-00000000000000000'] })).toEqual(brokers);
    await expectRefusal(by({ Key: 'Colour', Values: ['red'] }), 'InvalidFilterKey');
    await expectRefusal(by({ Key: 'tag:x', Values: [] }), 'InvalidInstanceInformationFilterValue');
  });

  it('returns every host once, even when hosts are terminated between pages', async () => {
    const services = makeSsmServices();
    const hosts = await makeHosts(services, 12);
    const first = await listOnline(services, { MaxResults: 5 });
    await services.call('ec2', 'TerminateInstances', { InstanceIds: hosts.slice(0, 2) });
    const rest = await online(services, { MaxResults: 50, NextToken: first.NextToken });
    expect([...first.InstanceInformationList.map(({ InstanceId }) => InstanceId), ...rest]).toEqual(hosts);
    await expectRefusal(online(services, { MaxResults: 4 }), 'ValidationException');
    await expectRefusal(online(services, { NextToken: 'x' }), 'InvalidNextToken');
  });
});
