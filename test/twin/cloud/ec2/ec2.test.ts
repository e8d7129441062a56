import { makeHosts, makeTemplate, makeServices, RIG_TAGS, T0 } from '../services';

const states = (services: ReturnType<typeof makeServices>) =>
  services.ec2.hosts().map(({ state, online, managed }) => ({ state, online, managed }));

describe('makeEc2', () => {
  it('adopts a running host of an earlier process, only once when loaded twice', async () => {
    const services = makeServices();
    const host = {
      instanceId: 'i-0123456789abcdef0',
      tags: RIG_TAGS,
      userData: '',
      privateIp: '127.0.0.1',
      instanceType: 't3.small',
      launchedAt: T0 - 3_600_000,
    };
    services.hosts.alive = [host];
    await services.ec2.load();
    await services.ec2.load();
    expect(services.ec2.hosts()).toEqual([expect.objectContaining({ ...host, state: 'running', online: true })]);
    const Filters = [{ Name: 'tag:fsxbench:execution', Values: ['e1'] }];
    expect(await services.call('ec2', 'DescribeInstances', { Filters })).toMatchObject({
      Reservations: [{ Instances: [{ InstanceId: host.instanceId, State: { Name: 'running' } }] }],
    });
    await services.call('ec2', 'TerminateInstances', { InstanceIds: [host.instanceId] });
    expect(services.hosts.terminated).toEqual([host.instanceId]);
  });

  it('notifies watchers when hosts come online and when they are gone', async () => {
    const services = makeServices();
    const seen: string[] = [];
    services.ec2.watch((id, change) => seen.push(`${id} ${change}`));
    const [one = '', two = ''] = await makeHosts(services, 2);
    services.ec2.lose(one, { Code: 'Server.InternalError', Message: 'Server.InternalError' });
    await services.call('ec2', 'TerminateInstances', { InstanceIds: [two] });
    expect(seen).toEqual([`${one} online`, `${two} online`, `${one} gone`, `${two} gone`]);
  });

  it('marks a silenced host as offline, and as online when it answers again', async () => {
    const services = makeServices();
    const [id = ''] = await makeHosts(services, 1);
    services.ec2.silence(id, true);
    expect(states(services)).toEqual([{ state: 'running', online: false, managed: true }]);
    services.ec2.silence(id, false);
    expect(states(services)).toEqual([{ state: 'running', online: true, managed: true }]);
    services.ec2.silence('i-00000000000000000', true);
  });

  it('returns the StateReason of an instance that ended without TerminateInstances', async () => {
    const services = makeServices();
    const [id = ''] = await makeHosts(services, 1);
    const reason = { Code: 'Client.InstanceInitiatedShutdown', Message: 'did not boot: no disk' };
    services.ec2.lose(id, reason);
    await services.pass(1);
    expect(await services.call('ec2', 'DescribeInstances', { InstanceIds: [id] })).toMatchObject({
      Reservations: [{ Instances: [{ State: { Name: 'terminated' }, StateReason: reason }] }],
    });
    services.ec2.lose('i-00000000000000000', reason);
  });

  it('lists the names of existing launch templates', async () => {
    const services = makeServices();
    await makeTemplate(services, 'one-template');
    expect(services.ec2.templates()).toEqual(['one-template']);
  });
});
