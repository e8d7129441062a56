import type { BillingEvent } from '../../../../lib/twin/cloud/resource-store';
import { makeBillingLedger } from '../../../../lib/twin/ledger';
import { fleetInput, makeHosts, makeTemplate, makeServices, RIG_TAGS, T0 } from '../services';

const states = (services: ReturnType<typeof makeServices>) =>
  services.ec2.hosts().map(({ state, online, managed }) => ({ state, online, managed }));

describe('lifecycle of simulated instances', () => {
  it('marks an instance as online only after it has booted', async () => {
    const services = makeServices();
    services.hosts.boot = async () => void (await services.clock.sleep(90_000));
    await services.call('ec2', 'CreateFleet', fleetInput(await makeTemplate(services), 1));
    expect(states(services)).toEqual([{ state: 'pending', online: false, managed: false }]);
    await services.pass(20_000);
    expect(states(services)).toEqual([{ state: 'running', online: false, managed: false }]);
    await services.pass(80_000);
    expect(states(services)).toEqual([{ state: 'running', online: true, managed: true }]);
  });

  it('keeps an instance running but offline when its boot fails', async () => {
    const problems: string[] = [];
    const services = makeServices({ ec2: { onHostProblem: (id, problem) => problems.push(`${id} ${problem}`) } });
    services.hosts.boot = () => Promise.reject(new Error('no disk'));
    await services.call('ec2', 'CreateFleet', fleetInput(await makeTemplate(services), 1));
    await services.pass(600_000);
    const [host] = services.ec2.hosts();
    expect(host).toMatchObject({ state: 'running', online: false, bootError: 'no disk' });
    expect(problems).toEqual([`${host?.instanceId} did not boot: no disk`]);
  });

  it('keeps an instance terminated when it is terminated during its boot', async () => {
    const problems: string[] = [];
    const services = makeServices({ ec2: { onHostProblem: (_, problem) => problems.push(problem) } });
    services.hosts.boot = async ({ privateIp }) => {
      await services.clock.sleep(90_000);
      if (privateIp === '10.0.0.11') throw new Error('killed');
    };
    await services.call('ec2', 'CreateFleet', fleetInput(await makeTemplate(services), 2));
    await services.pass(5_000);
    const InstanceIds = services.ec2.hosts().map(({ instanceId }) => instanceId);
    await services.call('ec2', 'TerminateInstances', { InstanceIds });
    await services.pass(200_000);
    const ended = { state: 'terminated', online: false, managed: false };
    expect(states(services)).toEqual([ended, ended]);
    expect(problems).toEqual([]);
  });

  it('retries a failed removal in DescribeInstances, 20 s after the last failure, until it succeeds', async () => {
    const problems: string[] = [];
    const services = makeServices({ ec2: { onHostProblem: (_, problem) => problems.push(problem) } });
    const InstanceIds = await makeHosts(services, 1);
    const list = async (milliseconds: number): Promise<void> => {
      await services.pass(milliseconds);
      await services.call('ec2', 'DescribeInstances', {});
      await services.pass(1);
    };
    services.hosts.removal = () => Promise.reject(new Error('EROFS'));
    await services.call('ec2', 'TerminateInstances', { InstanceIds });
    await list(10_000);
    expect(problems).toHaveLength(1);
    await list(10_000);
    await list(10_000);
    expect(problems).toEqual(['cannot be removed: EROFS', 'cannot be removed: EROFS']);
    services.hosts.removal = async () => {};
    await list(10_000);
    expect(states(services)).toEqual([{ state: 'terminated', online: false, managed: false }]);
    await list(60_000);
    expect(problems).toHaveLength(2);
  });

  it('keeps the instance shutting-down when its removal fails, until the next call removes it', async () => {
    const problems: string[] = [];
    const services = makeServices({ ec2: { onHostProblem: (_, problem) => problems.push(problem) } });
    const InstanceIds = await makeHosts(services, 1);
    services.hosts.removal = () => Promise.reject(new Error('busy'));
    await services.call('ec2', 'TerminateInstances', { InstanceIds });
    await services.pass(60_000);
    expect(states(services)).toEqual([{ state: 'shutting-down', online: false, managed: false }]);
    expect(problems).toEqual(['cannot be removed: busy']);
    services.hosts.removal = async () => {};
    await services.call('ec2', 'TerminateInstances', { InstanceIds });
    await services.pass(1);
    expect(states(services)).toEqual([{ state: 'terminated', online: false, managed: false }]);
  });

  it('does not start a second removal while one is under way', async () => {
    const services = makeServices();
    const InstanceIds = await makeHosts(services, 1);
    services.hosts.removal = async () => void (await services.clock.sleep(10_000));
    await services.call('ec2', 'TerminateInstances', { InstanceIds });
    await services.call('ec2', 'TerminateInstances', { InstanceIds });
    await services.pass(20_000);
    expect(services.hosts.terminated).toHaveLength(1);
  });
});

describe('billing of simulated instances', () => {
  it('charges from running to shutting-down, however long the removal takes', async () => {
    const ledger = makeBillingLedger();
    const services = makeServices({ onPaid: ledger.onPaid });
    services.hosts.removal = async () => void (await services.clock.sleep(60_000));
    const answer = await services.call<{ Instances: { InstanceIds: string[] }[] }>(
      'ec2',
      'CreateFleet',
      fleetInput(await makeTemplate(services), 1),
    );
    const [id = ''] = answer.Instances.flatMap(({ InstanceIds }) => InstanceIds);
    await services.pass(100_000);
    await services.call('ec2', 'TerminateInstances', { InstanceIds: [id] });
    await services.call('ec2', 'TerminateInstances', { InstanceIds: [id] });
    await services.pass(100_000);
    expect(ledger.intervals(services.clock.now()).filter(({ kind }) => kind === 'ec2:instance')).toEqual([
      {
        kind: 'ec2:instance',
        id,
        tags: expect.objectContaining(RIG_TAGS),
        what: { kind: 'ec2:instance', instanceType: 't3.small' },
        from: T0 + 15_000,
        until: T0 + 100_000,
        open: false,
      },
    ]);
  });

  it('charges nothing for an instance terminated while pending', async () => {
    const paid: BillingEvent[] = [];
    const services = makeServices({ onPaid: (change) => void paid.push(change) });
    const template = await makeTemplate(services);
    const { Instances } = await services.call<{ Instances: { InstanceIds: string[] }[] }>(
      'ec2',
      'CreateFleet',
      fleetInput(template, 1),
    );
    await services.pass(10_000);
    await services.call('ec2', 'TerminateInstances', { InstanceIds: Instances[0]?.InstanceIds });
    await services.pass(100_000);
    expect(paid.filter(({ kind }) => kind === 'ec2:instance')).toEqual([]);
  });

  it('charges an adopted instance from the time of its adoption', async () => {
    const ledger = makeBillingLedger();
    const services = makeServices({ onPaid: ledger.onPaid });
    services.hosts.alive = [
      { instanceId: 'i-1', tags: RIG_TAGS, userData: '', privateIp: '10.0.0.1', instanceType: 'local', launchedAt: T0 },
    ];
    await services.pass(5_000);
    await services.ec2.load();
    expect(ledger.left()).toMatchObject([{ id: 'i-1', from: T0 + 5_000, what: { instanceType: 'local' } }]);
  });
});
