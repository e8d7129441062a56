import { formatHosts, judgeHosts, listHosts, parseHosts } from '../../lib/aws/hosts';
import { FakeAccount, instance, sdkError } from './fake-calls';

const HOSTS_KEY = 'executions/disks/exec/hosts/r1.txt';

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
  const EVENT = { rigTag: 'exec.r1', expected: { roles: ROLES, hostsKey: HOSTS_KEY } };
  const clients = (count: number) => ({
    ...EVENT,
    expected: { roles: [{ role: 'client', count }], hostsKey: HOSTS_KEY },
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

describe('judgeHosts', () => {
  const PREFIX = 'executions/disks/exec/raw/r1/t0001/a1/';
  const EVENT = {
    commandId: 'c1',
    name: 'measure',
    roles: ['client'],
    hosts: 2,
    hostsKey: HOSTS_KEY,
    outputPrefix: PREFIX,
  };

  /** Two clients and a broker; each client with the status of its invocation, and whether it left results. */
  function judged(first: [string | null, boolean], second: [string | null, boolean] = ['Success', true]) {
    const { account, context } = world();
    const names = ['client-0', 'client-1'];
    account.objects.set(
      HOSTS_KEY,
      'client-0 client 0 10.0.0.1 i-0\nclient-1 client 1 10.0.0.2 i-1\nbroker-0 broker 0 10.0.0.3 i-2\n',
    );
    account.invocations.push({ CommandId: 'c1', InstanceId: 'i-x', Status: 'Success' });
    for (const [index, [status, complete]] of [first, second].entries()) {
      if (status !== null)
        account.invocations.push({
          CommandId: 'c1',
          InstanceId: `i-${index}`,
          Status: status as 'Success',
          StatusDetails: `${status}Detail`,
        });
      if (complete) account.objects.set(`${PREFIX}${names[index]}/measure/status.json`, '{}');
    }
    return { account, context };
  }

  it('succeeds where every host ended well and left its results', async () => {
    const { context } = judged(['Success', true]);
    expect(await judgeHosts(EVENT, context)).toEqual({ name: 'measure', status: 'SUCCEEDED', failed: [] });
  });

  it('fails where the script did, with the last line that it wrote to stderr', async () => {
    const { account, context } = judged(['Failed', true]);
    account.objects.set(`${PREFIX}client-0/measure/raw/stderr.txt`, 'starting\nfio: no space left\n\n');
    expect(await judgeHosts(EVENT, context)).toEqual({
      name: 'measure',
      status: 'FAILED',
      failed: ['client-0: FailedDetail: fio: no space left'],
    });
  });

  it('quotes 400 characters of it at most', async () => {
    const { account, context } = judged(['Failed', true]);
    account.objects.set(`${PREFIX}client-0/measure/raw/stderr.txt`, 'x'.repeat(100_000));
    expect((await judgeHosts(EVENT, context)).failed[0]).toBe(`client-0: FailedDetail: ${'x'.repeat(400)}`);
  });

  it('fails without a line where there is no stderr', async () => {
    const { context } = judged(['Failed', true]);
    expect(await judgeHosts(EVENT, context)).toMatchObject({ status: 'FAILED', failed: ['client-0: FailedDetail'] });
  });

  it.each<[string, [string | null, boolean], string]>([
    ['ended well but left nothing', ['Success', false], 'client-0: ended well, but left no results'],
    ['failed and left nothing', ['Failed', false], 'client-0: FailedDetail'],
    ['timed out', ['TimedOut', false], 'client-0: TimedOutDetail'],
    ['was cancelled', ['Cancelled', false], 'client-0: CancelledDetail'],
    ['still runs', ['InProgress', false], 'client-0: InProgressDetail'],
    ['was never told', [null, false], 'client-0: not delivered'],
  ])('is lost where a host %s', async (_what, first, text) => {
    const { context } = judged(first);
    expect(await judgeHosts(EVENT, context)).toEqual({ name: 'measure', status: 'LOST', failed: [text] });
  });

  it('is lost, not failed, where one host failed and another was lost: only what is lost is tried again', async () => {
    const { context } = judged(['Failed', true], ['TimedOut', false]);
    const { status, failed } = await judgeHosts(EVENT, context);
    expect([status, failed]).toEqual(['LOST', ['client-0: FailedDetail', 'client-1: TimedOutDetail']]);
  });

  it('does not take the results of another command or attempt for those of this one', async () => {
    const { account, context } = judged(['Success', false]);
    account.objects.set(`${PREFIX}client-0/fill/status.json`, '{}');
    account.objects.set(`${PREFIX.replace('/a1/', '/a2/')}client-0/measure/status.json`, '{}');
    account.objects.set(`${PREFIX}client-0/measure/raw/fio.json`, '{}');
    expect(await judgeHosts(EVENT, context)).toMatchObject({ status: 'LOST' });
  });

  it('is lost where fewer hosts are known than were asked for', async () => {
    const { context } = judged(['Success', true]);
    expect(await judgeHosts({ ...EVENT, hosts: 3 }, context)).toMatchObject({
      status: 'LOST',
      failed: ['2 of 3 hosts are known'],
    });
  });

  it('is lost where there is no hosts file', async () => {
    const { account, context } = judged(['Success', true]);
    account.objects.delete(HOSTS_KEY);
    expect(await judgeHosts(EVENT, context)).toMatchObject({ status: 'LOST', failed: ['0 of 2 hosts are known'] });
  });

  it('judges all roles of the command, and no other', async () => {
    const { context } = judged(['Success', true]);
    const both = await judgeHosts({ ...EVENT, roles: ['client', 'broker'], hosts: 3 }, context);
    expect(both).toMatchObject({ status: 'LOST', failed: ['broker-0: not delivered'] });
  });

  it('quotes 20 hosts at most, and judges all', async () => {
    const { account, context } = world();
    const ids = Array.from({ length: 70 }, (_, index) => index);
    account.objects.set(HOSTS_KEY, ids.map((id) => `client-${id} client ${id} 10.0.0.1 i-${id}\n`).join(''));
    for (const id of ids) {
      account.invocations.push({
        CommandId: 'c1',
        InstanceId: `i-${id}`,
        Status: id < 69 ? 'Failed' : ('Undeliverable' as 'Failed'),
      });
      if (id < 69) account.objects.set(`${PREFIX}client-${id}/measure/status.json`, '{}');
    }
    const { status, failed } = await judgeHosts({ ...EVENT, hosts: 70 }, context);
    expect([status, failed.length]).toEqual(['LOST', 20]);
  });

  it.each(['listCommandInvocations', 'listObjectsV2', 'getObject'])('fails where %s fails', async (action) => {
    const { account, context } = judged(['Success', true]);
    account.fault((called) => (called === action ? sdkError('AccessDenied', 403) : undefined));
    await expect(judgeHosts(EVENT, context)).rejects.toMatchObject({ name: 'AccessDenied' });
  });

  it('fails where Systems Manager does not know the command', async () => {
    const { context } = judged(['Success', true]);
    await expect(judgeHosts({ ...EVENT, commandId: 'c2' }, context)).rejects.toMatchObject({
      name: 'InvalidCommandId',
    });
  });
});
