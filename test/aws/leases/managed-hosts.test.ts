import type { InstanceInformation } from '@aws-sdk/client-ssm';
import { readRigHosts, resolveHosts } from '../../../lib/aws/leases/managed-hosts';
import type { Config } from '../../../lib/aws/context';
import { getLockKey } from '../../../lib/shapes/layout';
import type { Plan } from '../../../lib/shapes/plan';
import { makeAccount } from '../account';
import { expectRefusal } from '../answers';

const role = (name: string, count: number, value = 'client'): object => ({
  role: name,
  count,
  managed: { key: 'fsxbench', value },
});
const makePlan = (...roles: readonly object[]): Plan => ({ rigs: [{ roles }] }) as unknown as Plan;
const online = (...ids: readonly string[]): InstanceInformation[] =>
  ids.map((InstanceId) => ({ InstanceId, PingStatus: 'Online', PlatformType: 'Linux', IPAddress: `ip-${InstanceId}` }));

function makeContext(told: readonly InstanceInformation[], config: Partial<Config> = {}) {
  const account = makeAccount();
  const context = account.context(config);
  const asked: unknown[] = [];
  context.aws.ssm.describeInstanceInformation = async ({ Filters, NextToken }) => {
    asked.push(Filters);
    // Two pages.
    return NextToken === undefined
      ? { InstanceInformationList: told.slice(0, 1), NextToken: 'more' }
      : { InstanceInformationList: told.slice(1) };
  };
  return { account, context, asked };
}

describe('resolveHosts', () => {
  it('returns the online hosts with the lowest ids, each for one role', async () => {
    const { context, asked } = makeContext(online('mi-3', 'i-1', 'mi-2'));
    expect(await resolveHosts(makePlan(role('a', 1), role('b', 2)), context)).toEqual([
      { id: 'i-1', role: 'a' },
      { id: 'mi-2', role: 'b' },
      { id: 'mi-3', role: 'b' },
    ]);
    expect(asked[0]).toEqual([{ Key: 'tag:fsxbench', Values: ['client'] }]);
    expect(await resolveHosts(makePlan({ role: 'c', count: 3 }), context)).toEqual([]);
  });

  it('throws HostsMissing with the missing hosts when too few hosts are online', async () => {
    const windows = { InstanceId: 'i-9', PingStatus: 'Online', PlatformType: 'Windows' } as const;
    const { context } = makeContext([...online('i-1'), { InstanceId: 'i-2', PingStatus: 'ConnectionLost' }, windows]);
    await expectRefusal(resolveHosts(makePlan(role('client', 2)), context), 'HostsMissing', {
      message:
        'managed hosts are missing:\n' +
        '  fleet.client: 1 of 2 hosts with the tag fsxbench=client answer; these do not: i-2 (ConnectionLost), ' +
        'i-9 (Online)\n' +
        'Tag more hosts, or start their agents; `aws ssm describe-instance-information` lists hosts that answer.',
    });
  });

  it('refuses hosts with a tag that the deployment setting `managed` does not list', async () => {
    const managed = [{ tagKey: 'fsxbench', tagValue: 'client' }];
    const { context } = makeContext(online('i-1'), { managed });
    expect(await resolveHosts(makePlan(role('client', 1)), context)).toEqual([{ id: 'i-1', role: 'client' }]);
    await expectRefusal(resolveHosts(makePlan(role('client', 1, 'other')), context), 'EgressNotAllowed', {
      message:
        'this deployment may not send commands to these hosts:\n' +
        '  fleet.client: hosts with the tag fsxbench=other\n' +
        'Add their tags to the setting `managed` and deploy both stacks, `cdk deploy --all`: one measures, the other ' +
        'cleans (docs/managed-hosts.md).',
    });
  });
});

describe('readRigHosts', () => {
  it('returns hosts that the rig has leased, as answering or silent', async () => {
    const { account, context } = makeContext(online('i-1', 'mi-2'));
    const lease = async (id: string, rigs: readonly string[], executionId = 'exec'): Promise<void> => {
      const of = { version: 1, store: `host:${id}`, role: 'client', experiment: 'x', startedAt: '', expiresAt: 4e9 };
      await account.put(getLockKey(`host:${id}`), JSON.stringify({ ...of, executionId, rigs, released: false }));
    };
    await lease('mi-2', ['r1']);
    await lease('i-1', ['r1']);
    await lease('mi-7', ['r2']);
    await lease('mi-8', ['r1'], 'other');
    await lease('mi-9', ['r1']);
    expect(await readRigHosts('exec__r1', [{ role: 'client', count: 3 }], context)).toEqual({
      answering: [
        { id: 'i-1', role: 'client', address: 'ip-i-1' },
        { id: 'mi-2', role: 'client', address: 'ip-mi-2' },
      ],
      silent: ['mi-9 (not registered)'],
    });
    const none = { answering: [], silent: [] };
    expect(await readRigHosts('exec__r3', [{ role: 'client', count: 2 }], context)).toEqual(none);
  });
});
