import { makeHosts, makeTemplate, makeWorld, RIG_TAGS, T0 } from '../world';

const states = (world: ReturnType<typeof makeWorld>) =>
  world.ec2.hosts().map(({ state, online, managed }) => ({ state, online, managed }));

describe('makeEc2', () => {
  it('takes over hosts that outlived an earlier process', async () => {
    const world = makeWorld();
    const host = {
      instanceId: 'i-0123456789abcdef0',
      tags: RIG_TAGS,
      userData: '',
      privateIp: '127.0.0.1',
      instanceType: 't3.small',
      launchedAt: T0 - 3_600_000,
    };
    world.hosts.alive = [host];
    await world.ec2.load();
    await world.ec2.load();
    expect(world.ec2.hosts()).toEqual([expect.objectContaining({ ...host, state: 'running', online: true })]);
    const Filters = [{ Name: 'tag:fsxbench:execution', Values: ['e1'] }];
    expect(await world.call('ec2', 'DescribeInstances', { Filters })).toMatchObject({
      Reservations: [{ Instances: [{ InstanceId: host.instanceId, State: { Name: 'running' } }] }],
    });
    await world.call('ec2', 'TerminateInstances', { InstanceIds: [host.instanceId] });
    expect(world.hosts.terminated).toEqual([host.instanceId]);
  });

  it('tells watchers of hosts that come and go', async () => {
    const world = makeWorld();
    const seen: string[] = [];
    world.ec2.watch((id, change) => seen.push(`${id} ${change}`));
    const [one = '', two = ''] = await makeHosts(world, 2);
    world.ec2.lose(one, { Code: 'Server.InternalError', Message: 'Server.InternalError' });
    await world.call('ec2', 'TerminateInstances', { InstanceIds: [two] });
    expect(seen).toEqual([`${one} online`, `${two} online`, `${one} gone`, `${two} gone`]);
  });

  it('lets a host fall silent and answer again', async () => {
    const world = makeWorld();
    const [id = ''] = await makeHosts(world, 1);
    world.ec2.silence(id, true);
    expect(states(world)).toEqual([{ state: 'running', online: false, managed: true }]);
    world.ec2.silence(id, false);
    expect(states(world)).toEqual([{ state: 'running', online: true, managed: true }]);
    world.ec2.silence('i-00000000000000000', true);
  });

  it('tells why a host ended that nobody terminated', async () => {
    const world = makeWorld();
    const [id = ''] = await makeHosts(world, 1);
    const reason = { Code: 'Client.InstanceInitiatedShutdown', Message: 'did not boot: no disk' };
    world.ec2.lose(id, reason);
    await world.pass(1);
    expect(await world.call('ec2', 'DescribeInstances', { InstanceIds: [id] })).toMatchObject({
      Reservations: [{ Instances: [{ State: { Name: 'terminated' }, StateReason: reason }] }],
    });
    world.ec2.lose('i-00000000000000000', reason);
  });

  it('names the launch templates that exist', async () => {
    const world = makeWorld();
    await makeTemplate(world, 'one-template');
    expect(world.ec2.templates()).toEqual(['one-template']);
  });
});
