import { judgeHosts } from '../../lib/aws/hosts';
import { FakeAccount, sdkError } from './fake-calls';

const HOSTS_KEY = 'executions/disks/exec/hosts/r1.txt';

function world() {
  const account = new FakeAccount();
  return { account, context: account.context() };
}

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
