import { fleetInput, makeHosts, makeTemplate, RIG_TAGS, type World } from '../world';
import { type Invocation, makeSsmWorld, send } from './commands';

describe('ListCommandInvocations', () => {
  it('pages 50 at a time', async () => {
    const world = makeSsmWorld();
    const hosts = await makeHosts(world, 120);
    world.hosts.answer = {};
    const CommandId = await send(world);
    await world.pass(1_000);
    const seen: string[] = [];
    let NextToken: string | undefined;
    do {
      const page: { CommandInvocations: Invocation[]; NextToken?: string } = await world.call(
        'ssm',
        'ListCommandInvocations',
        { CommandId, NextToken },
      );
      expect(page.CommandInvocations.length).toBeLessThanOrEqual(50);
      seen.push(...page.CommandInvocations.map(({ InstanceId }) => InstanceId));
      NextToken = page.NextToken;
    } while (NextToken !== undefined);
    expect(seen).toEqual(hosts);
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
    await expect(makeSsmWorld().call('ssm', 'ListCommandInvocations', input)).rejects.toMatchObject({ name });
  });

  it('refuses a command that was never sent', async () => {
    const CommandId = '0'.repeat(36);
    await expect(makeSsmWorld().call('ssm', 'ListCommandInvocations', { CommandId })).rejects.toMatchObject({
      name: 'InvalidCommandId',
    });
  });
});

describe('ListCommands', () => {
  it('lists all commands in pages', async () => {
    const world = makeSsmWorld();
    const ids = [await send(world), await send(world), await send(world)];
    const first = await world.call<{ Commands: { CommandId: string }[]; NextToken: string }>('ssm', 'ListCommands', {
      MaxResults: 2,
    });
    expect(first.Commands.map(({ CommandId }) => CommandId)).toEqual(ids.slice(0, 2));
    const second = await world.call('ssm', 'ListCommands', { NextToken: first.NextToken });
    expect(second).toMatchObject({ Commands: [{ CommandId: ids[2] }] });
    expect(second).toMatchObject({ NextToken: undefined });
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
    await expect(by({ Key: 'Colour', Values: ['red'] })).rejects.toMatchObject({ name: 'InvalidFilterKey' });
    await expect(by({ Key: 'tag:x', Values: [] })).rejects.toMatchObject({
      name: 'InvalidInstanceInformationFilterValue',
    });
  });

  it('pages, also while hosts go', async () => {
    const world = makeSsmWorld();
    const hosts = await makeHosts(world, 12);
    const first = await world.call<Hosts>('ssm', 'DescribeInstanceInformation', { MaxResults: 5 });
    await world.call('ec2', 'TerminateInstances', { InstanceIds: hosts.slice(0, 2) });
    const rest = await online(world, { MaxResults: 50, NextToken: first.NextToken });
    expect([...first.InstanceInformationList.map(({ InstanceId }) => InstanceId), ...rest]).toEqual(hosts);
    await expect(online(world, { MaxResults: 4 })).rejects.toMatchObject({ name: 'ValidationException' });
    await expect(online(world, { NextToken: 'x' })).rejects.toMatchObject({ name: 'InvalidNextToken' });
  });
});
