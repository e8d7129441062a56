import { fleetInput, makeHosts, makeTemplate, RIG_TAGS, type World } from '../world';
import { makeSsmWorld } from './commands';

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

  it('filters by tag, tag key, id and ping status', async () => {
    const world = makeSsmWorld();
    const clients = await makeHosts(world, 2);
    const brokers = await makeHosts(world, 1, { ...RIG_TAGS, 'fsxbench:role': 'broker' }, 'broker');
    const by = (...Filters: { Key: string; Values: string[] }[]) => online(world, { Filters });
    expect(await by({ Key: 'tag:fsxbench:role', Values: ['broker'] })).toEqual(brokers);
    const rig = { Key: 'tag:fsxbench:rig', Values: ['e1__r1'] };
    expect(await by(rig, { Key: 'tag:fsxbench:role', Values: ['client'] })).toEqual(clients);
    expect(await by({ Key: 'tag-key', Values: ['fsxbench:rig'] })).toHaveLength(3);
    expect(await by({ Key: 'InstanceIds', Values: [...brokers, 'i-00000000000000000'] })).toEqual(brokers);
    expect(await by({ Key: 'PingStatus', Values: ['Online'] })).toHaveLength(3);
    expect(await by({ Key: 'PingStatus', Values: ['ConnectionLost'] })).toEqual([]);
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
