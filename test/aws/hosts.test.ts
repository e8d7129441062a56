import { formatHosts, listHosts, parseHosts } from '../../lib/aws/hosts';
import { FakeAccount, instance } from './fake-calls';

const HOSTS_KEY = 'executions/disks/exec/hosts/r1.txt';
const ENDPOINTS_KEY = 'executions/disks/exec/endpoints/r1.txt';

/** Values of the filter by state. */
function statesOf(filters: unknown): string {
  const list = filters as { Name: string; Values: string[] }[];
  return list.find(({ Name }) => Name === 'instance-state-name')?.Values.join(',') ?? '';
}

function world() {
  const account = new FakeAccount();
  return { account, context: account.context() };
}

describe('formatHosts and parseHosts', () => {
  const TEXT = 'client-0 client 0 10.0.0.4 i-0a\nbroker-1 broker 1 10.0.0.5 i-0b\n';
  const HOSTS = [
    { host: 'client-0', role: 'client', index: 0, privateIp: '10.0.0.4', instanceId: 'i-0a' },
    { host: 'broker-1', role: 'broker', index: 1, privateIp: '10.0.0.5', instanceId: 'i-0b' },
  ];

  it('write and read one line a host', () => {
    expect(formatHosts(HOSTS)).toBe(TEXT);
    expect(parseHosts(TEXT)).toEqual(HOSTS);
  });

  it('know an empty list', () => {
    expect(formatHosts([])).toBe('');
    expect(parseHosts('')).toEqual([]);
    expect(parseHosts(`\n${TEXT}\n`)).toEqual(HOSTS);
  });
});

describe('listHosts', () => {
  const ROLES = [
    { role: 'client', count: 2 },
    { role: 'broker', count: 1 },
  ];
  const EXPECTED = { roles: ROLES, hostsKey: HOSTS_KEY, made: {}, endpointsKey: ENDPOINTS_KEY };
  const EVENT = { rigTag: 'exec.r1', expected: EXPECTED };
  const clients = (count: number) => ({
    ...EVENT,
    expected: { ...EXPECTED, roles: [{ role: 'client', count }] },
  });

  /** An instance that runs, and answers if it is told to. */
  function host(account: FakeAccount, id: string, role = 'client', answers: string | null = 'Online'): void {
    account.instances.push({
      ...instance(id, 'running', { 'fsxbench:role': role }),
      PrivateIpAddress: `10.0.0.${id.slice(-1)}`,
    });
    if (answers !== null) account.online.push({ InstanceId: id, PingStatus: answers as 'Online', rigTag: 'exec.r1' });
  }

  it('writes the hosts file once all answer, numbered by their ids within each role', async () => {
    const { account, context } = world();
    host(account, 'i-3');
    host(account, 'i-2', 'broker');
    host(account, 'i-1');
    expect(await listHosts(EVENT, context)).toEqual({ online: 3, gone: 0, why: '' });
    const text = account.objects.get(HOSTS_KEY);
    expect(text).toBe(
      'client-0 client 0 10.0.0.1 i-1\nclient-1 client 1 10.0.0.3 i-3\nbroker-0 broker 0 10.0.0.2 i-2\n',
    );
    // Listed in another order, as EC2 may: the names stay.
    account.instances.reverse();
    await listHosts(EVENT, context);
    expect(account.objects.get(HOSTS_KEY)).toBe(text);
  });

  it('writes what was made for the rig, a line a value, once all answer', async () => {
    const { account, context } = world();
    const made = { fs: { id: 'fs-1', dnsName: 'fs-1.example' }, volume1: { path: '/fsx/volume1' } };
    const event = { rigTag: 'exec.r1', expected: { ...EXPECTED, roles: [{ role: 'client', count: 1 }], made } };
    await listHosts(event, context);
    expect(account.objects.has(ENDPOINTS_KEY)).toBe(false);
    host(account, 'i-1');
    await listHosts(event, context);
    expect(account.objects.get(ENDPOINTS_KEY)).toBe('fs id fs-1\nfs dnsName fs-1.example\nvolume1 path /fsx/volume1\n');
  });

  it('writes no file of what was made where nothing was', async () => {
    const { account, context } = world();
    host(account, 'i-1');
    await listHosts(clients(1), context);
    expect([...account.objects.keys()]).toEqual([HOSTS_KEY]);
  });

  it('counts those that answer, and writes nothing before all do', async () => {
    const { account, context } = world();
    host(account, 'i-1');
    host(account, 'i-2', 'client', null);
    host(account, 'i-3', 'broker', 'ConnectionLost');
    expect(await listHosts(EVENT, context)).toEqual({ online: 1, gone: 0, why: '' });
    expect(account.objects.size).toBe(0);
  });

  it('describes the fleet only once all answer', async () => {
    const { account, context } = world();
    host(account, 'i-1');
    host(account, 'i-2');
    host(account, 'i-3', 'broker', null);
    const states = (): unknown[] => account.inputs('describeInstances').map((input) => statesOf(input['Filters']));
    await listHosts(EVENT, context);
    expect(new Set(states())).toEqual(new Set(['shutting-down,terminated,stopping,stopped']));
    account.online.push({ InstanceId: 'i-3', PingStatus: 'Online', rigTag: 'exec.r1' });
    await listHosts(EVENT, context);
    expect(states()).toContain('running');
  });

  it('asks neither SSM nor for the fleet, and writes nothing, where nobody is expected', async () => {
    const { account, context } = world();
    host(account, 'i-1');
    account.instances.push(instance('i-2', 'terminated'));
    expect(await listHosts({ rigTag: 'exec.r1' }, context)).toEqual({ online: 0, gone: 1, why: '' });
    expect(account.inputs('describeInstanceInformation')).toEqual([]);
    expect(account.objects.size).toBe(0);
  });

  it('does not count a host that has ended, though SSM has not noticed yet', async () => {
    const { account, context } = world();
    for (const id of ['i-1', 'i-2']) host(account, id);
    account.instances[1] = instance('i-2', 'shutting-down');
    expect(await listHosts(clients(2), context)).toEqual({ online: 1, gone: 1, why: '' });
    expect(account.objects.size).toBe(0);
  });

  it('counts no host of another rig, stack or role, and none that is not running', async () => {
    const { account, context } = world();
    for (const id of ['i-1', 'i-2', 'i-3', 'i-4', 'i-5'])
      account.online.push({ InstanceId: id, PingStatus: 'Online', rigTag: 'exec.r1' });
    account.instances.push(
      instance('i-1', 'running', { 'fsxbench:rig': 'exec.r2' }),
      instance('i-2', 'running', { 'fsxbench:stack': 'bench2' }),
      instance('i-3', 'running', { 'fsxbench:role': 'controller' }),
      instance('i-4', 'running', { 'fsxbench:role': undefined }),
      instance('i-5', 'pending'),
    );
    expect(await listHosts(EVENT, context)).toMatchObject({ online: 0, gone: 0 });
  });

  it.each(['shutting-down', 'terminated', 'stopping', 'stopped'])(
    'tells of a host that is %s, and why',
    async (state) => {
      const { account, context } = world();
      host(account, 'i-1');
      account.instances.push({ ...instance('i-2', 'terminated') });
      account.instances.push({
        ...instance('i-3', state),
        StateReason: { Code: 'Client.InstanceInitiatedShutdown', Message: 'the boot script failed' },
      });
      expect(await listHosts(EVENT, context)).toEqual({ online: 1, gone: 2, why: 'the boot script failed' });
    },
  );

  it('writes the address as a dash where there is none, so that the line keeps its fields', async () => {
    const { account, context } = world();
    host(account, 'i-1');
    account.instances.splice(0, 1, { ...instance('i-1'), PrivateIpAddress: undefined });
    await listHosts(clients(1), context);
    expect(account.objects.get(HOSTS_KEY)).toBe('client-0 client 0 - i-1\n');
  });

  it('pages through both listings', async () => {
    const { account, context } = world();
    const ids = Array.from({ length: 9 }, (_, index) => `i-${index}`);
    for (const id of ids) host(account, id);
    expect(await listHosts(clients(9), context)).toMatchObject({ online: 9 });
    const sizes = account.inputs('describeInstanceInformation').map((input) => input['MaxResults']);
    expect(sizes).toEqual([50, 50, 50, 50, 50]);
  });
});
