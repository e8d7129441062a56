import type { BillingEvent } from '../../../../lib/twin/cloud/resource-store';
import { makeBillingLedger } from '../../../../lib/twin/ledger';
import { fleetInput, makeHosts, makeTemplate, makeWorld, RIG_TAGS, T0 } from '../world';

const states = (world: ReturnType<typeof makeWorld>) =>
  world.ec2.hosts().map(({ state, online, managed }) => ({ state, online, managed }));

describe('the life of instances', () => {
  it('comes online once booted, not before', async () => {
    const world = makeWorld();
    world.hosts.boot = async () => void (await world.clock.sleep(90_000));
    await world.call('ec2', 'CreateFleet', fleetInput(await makeTemplate(world), 1));
    expect(states(world)).toEqual([{ state: 'pending', online: false, managed: false }]);
    await world.pass(20_000);
    expect(states(world)).toEqual([{ state: 'running', online: false, managed: false }]);
    await world.pass(80_000);
    expect(states(world)).toEqual([{ state: 'running', online: true, managed: true }]);
  });

  it('runs, and is paid for, but never comes online when the boot fails', async () => {
    const problems: string[] = [];
    const world = makeWorld({ ec2: { onHostProblem: (id, problem) => problems.push(`${id} ${problem}`) } });
    world.hosts.boot = () => Promise.reject(new Error('no disk'));
    await world.call('ec2', 'CreateFleet', fleetInput(await makeTemplate(world), 1));
    await world.pass(600_000);
    const [host] = world.ec2.hosts();
    expect(host).toMatchObject({ state: 'running', online: false, bootError: 'no disk' });
    expect(problems).toEqual([`${host?.instanceId} did not boot: no disk`]);
  });

  it('does not come back when it ends while it boots', async () => {
    const problems: string[] = [];
    const world = makeWorld({ ec2: { onHostProblem: (_, problem) => problems.push(problem) } });
    world.hosts.boot = async ({ privateIp }) => {
      await world.clock.sleep(90_000);
      if (privateIp === '10.0.0.11') throw new Error('killed');
    };
    await world.call('ec2', 'CreateFleet', fleetInput(await makeTemplate(world), 2));
    await world.pass(5_000);
    const InstanceIds = world.ec2.hosts().map(({ instanceId }) => instanceId);
    await world.call('ec2', 'TerminateInstances', { InstanceIds });
    await world.pass(200_000);
    const ended = { state: 'terminated', online: false, managed: false };
    expect(states(world)).toEqual([ended, ended]);
    expect(problems).toEqual([]);
  });

  it('retries a failed removal on listings, twenty seconds after the last failure, until it succeeds', async () => {
    const problems: string[] = [];
    const world = makeWorld({ ec2: { onHostProblem: (_, problem) => problems.push(problem) } });
    const InstanceIds = await makeHosts(world, 1);
    const list = async (milliseconds: number): Promise<void> => {
      await world.pass(milliseconds);
      await world.call('ec2', 'DescribeInstances', {});
      await world.pass(1);
    };
    world.hosts.removal = () => Promise.reject(new Error('EROFS'));
    await world.call('ec2', 'TerminateInstances', { InstanceIds });
    await list(10_000);
    expect(problems).toHaveLength(1);
    await list(10_000);
    await list(10_000);
    expect(problems).toEqual(['cannot be removed: EROFS', 'cannot be removed: EROFS']);
    world.hosts.removal = async () => {};
    await list(10_000);
    expect(states(world)).toEqual([{ state: 'terminated', online: false, managed: false }]);
    await list(60_000);
    expect(problems).toHaveLength(2);
  });

  it('stays shutting-down when it cannot be removed, and the next call tries again', async () => {
    const problems: string[] = [];
    const world = makeWorld({ ec2: { onHostProblem: (_, problem) => problems.push(problem) } });
    const InstanceIds = await makeHosts(world, 1);
    world.hosts.removal = () => Promise.reject(new Error('busy'));
    await world.call('ec2', 'TerminateInstances', { InstanceIds });
    await world.pass(60_000);
    expect(states(world)).toEqual([{ state: 'shutting-down', online: false, managed: false }]);
    expect(problems).toEqual(['cannot be removed: busy']);
    world.hosts.removal = async () => {};
    await world.call('ec2', 'TerminateInstances', { InstanceIds });
    await world.pass(1);
    expect(states(world)).toEqual([{ state: 'terminated', online: false, managed: false }]);
  });

  it('does not start a second removal while one is under way', async () => {
    const world = makeWorld();
    const InstanceIds = await makeHosts(world, 1);
    world.hosts.removal = async () => void (await world.clock.sleep(10_000));
    await world.call('ec2', 'TerminateInstances', { InstanceIds });
    await world.call('ec2', 'TerminateInstances', { InstanceIds });
    await world.pass(20_000);
    expect(world.hosts.terminated).toHaveLength(1);
  });
});

describe('what EC2 tells of what costs', () => {
  it('costs from running to shutting-down, to the millisecond, however long the removal takes', async () => {
    const ledger = makeBillingLedger();
    const world = makeWorld({ onPaid: ledger.onPaid });
    world.hosts.removal = async () => void (await world.clock.sleep(60_000));
    const answer = await world.call<{ Instances: { InstanceIds: string[] }[] }>(
      'ec2',
      'CreateFleet',
      fleetInput(await makeTemplate(world), 1),
    );
    const [id = ''] = answer.Instances.flatMap(({ InstanceIds }) => InstanceIds);
    await world.pass(100_000);
    await world.call('ec2', 'TerminateInstances', { InstanceIds: [id] });
    await world.call('ec2', 'TerminateInstances', { InstanceIds: [id] });
    await world.pass(100_000);
    expect(ledger.intervals(world.clock.now()).filter(({ kind }) => kind === 'ec2:instance')).toEqual([
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

  it('costs nothing when it ends before it runs', async () => {
    const paid: BillingEvent[] = [];
    const world = makeWorld({ onPaid: (change) => void paid.push(change) });
    const template = await makeTemplate(world);
    const { Instances } = await world.call<{ Instances: { InstanceIds: string[] }[] }>(
      'ec2',
      'CreateFleet',
      fleetInput(template, 1),
    );
    await world.pass(10_000);
    await world.call('ec2', 'TerminateInstances', { InstanceIds: Instances[0]?.InstanceIds });
    await world.pass(100_000);
    expect(paid.filter(({ kind }) => kind === 'ec2:instance')).toEqual([]);
  });

  it('costs again from the moment at which a survivor is taken over', async () => {
    const ledger = makeBillingLedger();
    const world = makeWorld({ onPaid: ledger.onPaid });
    world.hosts.alive = [
      { instanceId: 'i-1', tags: RIG_TAGS, userData: '', privateIp: '10.0.0.1', instanceType: 'local', launchedAt: T0 },
    ];
    await world.pass(5_000);
    await world.ec2.load();
    expect(ledger.left()).toMatchObject([{ id: 'i-1', from: T0 + 5_000, what: { instanceType: 'local' } }]);
  });
});
