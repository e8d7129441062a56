import { makeSsm } from '../../../../lib/twin/cloud/ssm/ssm';
import {
  expectRefusal,
  fleetInput,
  makeHosts,
  makeTemplate,
  makeWorld,
  RIG_TAGS,
  type World,
  readPages,
} from '../world';
import { type Invocation, look, makeSsmWorld, PARAMETERS, send, TO_RIG } from './commands';

describe('makeSsm', () => {
  it('models the calls that the machines make', () => {
    const { clock, ids, place, hosts, ec2 } = makeWorld();
    const service = makeSsm({ clock, ids, place, driver: hosts, ec2, documents: {} });
    expect(Object.keys(service).toSorted()).toEqual([
      'CancelCommand',
      'DescribeInstanceInformation',
      'ListCommandInvocations',
      'ListCommands',
      'SendCommand',
    ]);
  });
});

const BROKER = { ...RIG_TAGS, 'fsxbench:role': 'broker' };
const FOREIGN = { ...RIG_TAGS, 'fsxbench:rig': 'e2.r1' };

describe('SendCommand', () => {
  it('sends one value of each parameter, and the execution time-out, to every host', async () => {
    const world = makeSsmWorld();
    const hosts = await makeHosts(world, 2);
    const CommandId = await send(world);
    expect(CommandId).toMatch(/^[0-9a-f-]{36}$/);
    expect(world.hosts.commands.map(({ instanceId }) => instanceId)).toEqual(hosts);
    expect(world.hosts.commands[0]?.command).toEqual({
      commandId: CommandId,
      parameters: {
        ...Object.fromEntries(Object.entries(PARAMETERS).map(([name, [value]]) => [name, value])),
        WrapperKey: 'none',
      },
      executionTimeoutSeconds: 600,
    });
  });

  it('reaches the hosts that meet all targets', async () => {
    const world = makeSsmWorld();
    await makeHosts(world, 2);
    const brokers = await makeHosts(world, 1, BROKER, 'broker');
    await makeHosts(world, 1, FOREIGN, 'foreign');
    await send(world, { Targets: [...TO_RIG, { Key: 'tag:fsxbench:role', Values: ['broker', 'worker'] }] });
    expect(world.hosts.commands.map(({ instanceId }) => instanceId)).toEqual(brokers);
    await send(world, { Targets: [{ Key: 'InstanceIds', Values: brokers }] });
    expect(world.hosts.commands).toHaveLength(2);
  });

  it('counts targets only a moment later', async () => {
    const world = makeSsmWorld();
    await makeHosts(world, 2);
    const byTag = await send(world);
    expect(await look(world, byTag)).toMatchObject({ Status: 'Pending', TargetCount: 0 });
    await world.pass(1_000);
    expect(await look(world, byTag)).toMatchObject({ Status: 'InProgress', TargetCount: 2 });
  });

  it('"succeeds" when a tag reaches nobody', async () => {
    const world = makeSsmWorld();
    const id = await send(world);
    await world.pass(1_000);
    expect(await look(world, id)).toMatchObject({
      Status: 'Success',
      StatusDetails: 'NoInstancesInTag',
      TargetCount: 0,
    });
  });

  it('runs twice when it is sent twice: it has no client token', async () => {
    const world = makeSsmWorld();
    await makeHosts(world, 1);
    await send(world);
    await send(world);
    expect(world.hosts.commands).toHaveLength(2);
    await expectRefusal(send(world, { ClientToken: 'x' }), 'ArgumentError');
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
  ])('refuses %j', async (change, name) => {
    const world = makeSsmWorld();
    await makeHosts(world, 1);
    await expectRefusal(send(world, change), name);
    expect(world.hosts.commands).toEqual([]);
  });
});

describe('ListCommandInvocations', () => {
  it('pages 50 at a time', async () => {
    const world = makeSsmWorld();
    const hosts = await makeHosts(world, 120);
    world.hosts.answer = {};
    const CommandId = await send(world);
    await world.pass(1_000);
    const action = ['ssm', 'ListCommandInvocations'] as const;
    const pages = await readPages<Invocation>(world, action, 'CommandInvocations', { CommandId });
    expect(pages.map(({ length }) => length)).toEqual([50, 50, 20]);
    expect(pages.flat().map(({ InstanceId }) => InstanceId)).toEqual(hosts);
  });

  it('shows status and details of each host, and only one host where asked', async () => {
    const world = makeSsmWorld();
    const [, second = ''] = await makeHosts(world, 2);
    const CommandId = await send(world, { Comment: 'e1__r1 t0001.a1 measure' });
    world.hosts.commands[1]?.finish({ exitCode: 1, status: 'Failed' });
    await world.pass(1_000);
    const answer = await world.call('ssm', 'ListCommandInvocations', { CommandId, InstanceId: second, Details: false });
    expect(answer).toEqual({
      CommandInvocations: [
        expect.objectContaining({
          CommandId,
          InstanceId: second,
          Comment: 'e1__r1 t0001.a1 measure',
          Status: 'Failed',
          StatusDetails: 'Failed',
          CommandPlugins: [],
        }),
      ],
    });
  });

  it('lists nothing yet in the first moment', async () => {
    const world = makeSsmWorld();
    await makeHosts(world, 1);
    const CommandId = await send(world);
    expect(await world.call('ssm', 'ListCommandInvocations', { CommandId })).toEqual({ CommandInvocations: [] });
  });

  it.each([
    [{ MaxResults: 51 }, 'ValidationException'],
    [{ MaxResults: 0 }, 'ValidationException'],
    [{ NextToken: 'x' }, 'InvalidNextToken'],
    [{ Details: true }, 'ArgumentError'],
  ])('refuses %j', async (input, name) => {
    await expectRefusal(makeSsmWorld().call('ssm', 'ListCommandInvocations', input), name);
  });

  it('refuses a command that was never sent', async () => {
    const CommandId = '0'.repeat(36);
    await expectRefusal(makeSsmWorld().call('ssm', 'ListCommandInvocations', { CommandId }), 'InvalidCommandId');
  });
});

describe('ListCommands', () => {
  it('lists all commands in pages', async () => {
    const world = makeSsmWorld();
    const ids = [await send(world), await send(world), await send(world)];
    const asked = { MaxResults: 2 };
    const pages = await readPages<{ CommandId: string }>(world, ['ssm', 'ListCommands'], 'Commands', asked);
    expect(pages.map((page) => page.map(({ CommandId }) => CommandId))).toEqual([ids.slice(0, 2), ids.slice(2)]);
  });
});

interface Hosts {
  InstanceInformationList: { InstanceId: string; PingStatus: string; IPAddress: string }[];
  NextToken?: string;
}

const online = async (world: World, input: object = {}): Promise<string[]> =>
  (await world.call<Hosts>('ssm', 'DescribeInstanceInformation', input)).InstanceInformationList.map(
    ({ InstanceId }) => InstanceId,
  );

describe('DescribeInstanceInformation', () => {
  it('shows hosts whose agent answers, and no others', async () => {
    const world = makeSsmWorld();
    const hosts = await makeHosts(world, 2);
    world.hosts.boot = () => Promise.reject(new Error('no network'));
    await world.call('ec2', 'CreateFleet', fleetInput(await makeTemplate(world, 'dead'), 1, 'dead'));
    await world.pass(60_000);
    expect(await online(world)).toEqual(hosts);
    world.ec2.silence(hosts[0] ?? '', true);
    expect(await online(world)).toEqual([hosts[1]]);
  });

  it('filters by tag and id', async () => {
    const world = makeSsmWorld();
    const clients = await makeHosts(world, 2);
    const brokers = await makeHosts(world, 1, { ...RIG_TAGS, 'fsxbench:role': 'broker' }, 'broker');
    const by = (...Filters: { Key: string; Values: string[] }[]) => online(world, { Filters });
    expect(await by({ Key: 'tag:fsxbench:role', Values: ['broker'] })).toEqual(brokers);
    const rig = { Key: 'tag:fsxbench:rig', Values: ['e1__r1'] };
    expect(await by(rig, { Key: 'tag:fsxbench:role', Values: ['client'] })).toEqual(clients);
    expect(await by({ Key: 'InstanceIds', Values: [...brokers, 'i-00000000000000000'] })).toEqual(brokers);
    await expectRefusal(by({ Key: 'Colour', Values: ['red'] }), 'InvalidFilterKey');
    await expectRefusal(by({ Key: 'tag:x', Values: [] }), 'InvalidInstanceInformationFilterValue');
  });

  it('pages, also while hosts go', async () => {
    const world = makeSsmWorld();
    const hosts = await makeHosts(world, 12);
    const first = await world.call<Hosts>('ssm', 'DescribeInstanceInformation', { MaxResults: 5 });
    await world.call('ec2', 'TerminateInstances', { InstanceIds: hosts.slice(0, 2) });
    const rest = await online(world, { MaxResults: 50, NextToken: first.NextToken });
    expect([...first.InstanceInformationList.map(({ InstanceId }) => InstanceId), ...rest]).toEqual(hosts);
    await expectRefusal(online(world, { MaxResults: 4 }), 'ValidationException');
    await expectRefusal(online(world, { NextToken: 'x' }), 'InvalidNextToken');
  });
});
