import type { PaidChange } from '../../../../lib/twin/cloud/paid';
import { makeLedger } from '../../../../lib/twin/ledger';
import { fleetInput, makeTemplate, makeWorld, RIG_TAGS, T0 } from '../world';

describe('what EC2 tells of what costs', () => {
  it('costs from running to shutting-down, to the millisecond, however long the removal takes', async () => {
    const ledger = makeLedger();
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
    const paid: PaidChange[] = [];
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
    const ledger = makeLedger();
    const world = makeWorld({ onPaid: ledger.onPaid });
    world.hosts.alive = [
      { instanceId: 'i-1', tags: RIG_TAGS, userData: '', privateIp: '10.0.0.1', instanceType: 'local', launchedAt: T0 },
    ];
    await world.pass(5_000);
    await world.ec2.load();
    expect(ledger.left()).toMatchObject([{ id: 'i-1', from: T0 + 5_000, what: { instanceType: 'local' } }]);
  });
});
