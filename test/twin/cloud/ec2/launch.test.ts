import type { BillingEvent } from '../../../../lib/twin/cloud/resource-store';
import { makeBillingLedger } from '../../../../lib/twin/ledger';
import { createFleet, makeHosts, makeServices, RIG_TAGS, T0 } from '../services';

const TERMINATED = { state: 'terminated', online: false, managed: false };

function setUp(options: Parameters<typeof makeServices>[0] = {}) {
  const problems: string[] = [];
  const onHostProblem = (_id: string, problem: string): void => void problems.push(problem);
  const services = makeServices({ ec2: { onHostProblem }, ...options });
  return {
    services,
    problems,
    terminate: (InstanceIds: readonly string[]) => services.call('ec2', 'TerminateInstances', { InstanceIds }),
    listStates: () => services.ec2.hosts().map(({ state, online, managed }) => ({ state, online, managed })),
  };
}

describe('lifecycle of simulated instances', () => {
  it('marks an instance as online only after it has booted', async () => {
    const { services, listStates } = setUp();
    services.hosts.boot = async () => void (await services.clock.sleep(90_000));
    await createFleet(services);
    expect(listStates()).toEqual([{ state: 'pending', online: false, managed: false }]);
    await services.pass(20_000);
    expect(listStates()).toEqual([{ state: 'running', online: false, managed: false }]);
    await services.pass(80_000);
    expect(listStates()).toEqual([{ state: 'running', online: true, managed: true }]);
  });

  it('marks a silenced host as offline, and as online when it answers again', async () => {
    const { services, listStates } = setUp();
    const [id = ''] = await makeHosts(services, 1);
    services.ec2.silence(id, true);
    expect(listStates()).toEqual([{ state: 'running', online: false, managed: true }]);
    services.ec2.silence(id, false);
    expect(listStates()).toEqual([{ state: 'running', online: true, managed: true }]);
    services.ec2.silence('i-00000000000000000', true);
  });

  it('keeps an instance running but offline when its boot fails', async () => {
    const { services, problems } = setUp();
    services.hosts.boot = () => Promise.reject(new Error('no disk'));
    await createFleet(services);
    await services.pass(600_000);
    expect(services.ec2.hosts()).toMatchObject([{ state: 'running', online: false, bootError: 'no disk' }]);
    expect(problems).toEqual(['did not boot: no disk']);
  });

  it('keeps an instance terminated when it is terminated during its boot', async () => {
    const { services, problems, listStates, terminate } = setUp();
    services.hosts.boot = async ({ privateIp }) => {
      await services.clock.sleep(90_000);
      if (privateIp === '10.0.0.11') throw new Error('killed');
    };
    const { ids } = await createFleet(services, 2);
    await services.pass(5_000);
    await terminate(ids);
    await services.pass(200_000);
    expect([listStates(), problems]).toEqual([[TERMINATED, TERMINATED], []]);
  });

  it('retries a failed removal in DescribeInstances, 20 s after the last failure, until it succeeds', async () => {
    const { services, problems, listStates, terminate } = setUp();
    const ids = await makeHosts(services, 1);
    const list = async (milliseconds: number): Promise<void> => {
      await services.pass(milliseconds);
      await services.call('ec2', 'DescribeInstances', {});
      await services.pass(1);
    };
    services.hosts.removal = () => Promise.reject(new Error('EROFS'));
    await terminate(ids);
    await list(10_000);
    expect(problems).toHaveLength(1);
    expect(listStates()).toEqual([{ state: 'shutting-down', online: false, managed: false }]);
    await list(10_000);
    await list(10_000);
    expect(problems).toEqual(['cannot be removed: EROFS', 'cannot be removed: EROFS']);
    services.hosts.removal = async () => {};
    await list(10_000);
    expect(listStates()).toEqual([TERMINATED]);
    await list(60_000);
    expect(problems).toHaveLength(2);
  });

  it('retries a failed removal in the next TerminateInstances', async () => {
    const { services, listStates, terminate } = setUp();
    const ids = await makeHosts(services, 1);
    services.hosts.removal = () => Promise.reject(new Error('busy'));
    await terminate(ids);
    await services.pass(60_000);
    services.hosts.removal = async () => {};
    await terminate(ids);
    await services.pass(1);
    expect(listStates()).toEqual([TERMINATED]);
  });

  it('does not start a second removal while one is under way', async () => {
    const { services, terminate } = setUp();
    const ids = await makeHosts(services, 1);
    services.hosts.removal = async () => void (await services.clock.sleep(10_000));
    await terminate(ids);
    await terminate(ids);
    await services.pass(20_000);
    expect(services.hosts.terminated).toHaveLength(1);
  });

  it('notifies watchers when hosts come online and when they are gone', async () => {
    const { services, terminate } = setUp();
    const seen: string[] = [];
    services.ec2.watch((id, change) => seen.push(`${id} ${change}`));
    const [one = '', two = ''] = await makeHosts(services, 2);
    services.ec2.lose(one, { Code: 'Server.InternalError', Message: 'Server.InternalError' });
    await terminate([two]);
    expect(seen).toEqual([`${one} online`, `${two} online`, `${one} gone`, `${two} gone`]);
  });

  it('returns the StateReason of an instance that ended without TerminateInstances', async () => {
    const { services } = setUp();
    const InstanceIds = await makeHosts(services, 1);
    const StateReason = { Code: 'Client.InstanceInitiatedShutdown', Message: 'did not boot: no disk' };
    for (const id of [...InstanceIds, 'i-00000000000000000']) services.ec2.lose(id, StateReason);
    await services.pass(1);
    expect(await services.call('ec2', 'DescribeInstances', { InstanceIds })).toMatchObject({
      Reservations: [{ Instances: [{ State: { Name: 'terminated' }, StateReason }] }],
    });
  });

  it('adopts and charges a running host of an earlier process, only once when loaded twice', async () => {
    const ledger = makeBillingLedger();
    const { services, terminate } = setUp({ onPaid: ledger.onPaid });
    const instanceId = 'i-0123456789abcdef0';
    const launched = { tags: RIG_TAGS, userData: '', privateIp: '127.0.0.1', instanceType: 't3.small' };
    const host = { instanceId, ...launched, launchedAt: T0 - 3_600_000 };
    services.hosts.alive = [host];
    await services.pass(5_000);
    await services.ec2.load();
    await services.ec2.load();
    expect(services.ec2.hosts()).toEqual([expect.objectContaining({ ...host, state: 'running', online: true })]);
    expect(ledger.left()).toMatchObject([{ id: instanceId, from: T0 + 5_000, what: { instanceType: 't3.small' } }]);
    const Filters = [{ Name: 'tag:fsxbench:execution', Values: ['e1'] }];
    expect(await services.call('ec2', 'DescribeInstances', { Filters })).toMatchObject({
      Reservations: [{ Instances: [{ InstanceId: instanceId, State: { Name: 'running' } }] }],
    });
    await terminate([instanceId]);
    expect(services.hosts.terminated).toEqual([instanceId]);
  });
});

describe('billing of simulated instances', () => {
  it('charges from running to shutting-down, however long the removal takes', async () => {
    const ledger = makeBillingLedger();
    const { services, terminate } = setUp({ onPaid: ledger.onPaid });
    services.hosts.removal = async () => void (await services.clock.sleep(60_000));
    const { ids } = await createFleet(services);
    await services.pass(100_000);
    await terminate(ids);
    await terminate(ids);
    await services.pass(100_000);
    const what = { kind: 'ec2:instance', instanceType: 't3.small' };
    const billed = { id: ids[0], tags: RIG_TAGS, what, from: T0 + 15_000, until: T0 + 100_000, open: false };
    const all = ledger.intervals(services.clock.now());
    expect(all.filter(({ kind }) => kind === 'ec2:instance')).toMatchObject([billed]);
  });

  it('charges nothing for an instance terminated while pending', async () => {
    const onPaid = jest.fn<void, [BillingEvent]>();
    const { services, terminate } = setUp({ onPaid });
    const { ids } = await createFleet(services);
    await services.pass(10_000);
    await terminate(ids);
    await services.pass(100_000);
    expect(onPaid.mock.calls.filter(([{ kind }]) => kind === 'ec2:instance')).toEqual([]);
  });
});
