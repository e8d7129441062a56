import type { DescribeVolumesCommandOutput } from '@aws-sdk/client-ec2';
import { makeLedger } from '../../../../lib/twin/ledger';
import { fleetInput, makeWorld, RIG_TAGS, T0, tagList, templateInput, type World } from '../world';

const DISK = { DeviceName: '/dev/sdf', Ebs: { VolumeType: 'gp3', VolumeSize: 64, DeleteOnTermination: true } };

/** A host with a root disk and one more. @returns its id */
async function launch(world: World, disk: object = DISK): Promise<string> {
  const input = templateInput();
  const root = { DeviceName: '/dev/xvda', Ebs: { Encrypted: true, DeleteOnTermination: true } };
  const LaunchTemplateData = { ...input.LaunchTemplateData, BlockDeviceMappings: [root, disk] };
  const { LaunchTemplate } = await world.call<{ LaunchTemplate: { LaunchTemplateId: string } }>(
    'ec2',
    'CreateLaunchTemplate',
    { ...input, LaunchTemplateData },
  );
  const { Instances } = await world.call<{ Instances: { InstanceIds: string[] }[] }>(
    'ec2',
    'CreateFleet',
    fleetInput(LaunchTemplate.LaunchTemplateId, 1),
  );
  await world.pass(60_000);
  return Instances[0]?.InstanceIds[0] ?? '';
}

async function listed(world: World, input: object = {}) {
  const { Volumes = [] } = await world.call<DescribeVolumesCommandOutput>('ec2', 'DescribeVolumes', input);
  return Volumes;
}

async function end(world: World, id: string): Promise<void> {
  await world.call('ec2', 'TerminateInstances', { InstanceIds: [id] });
  await world.pass(60_000);
}

describe('disks of hosts', () => {
  it('are made with their host, with the tags of the template, and go with it', async () => {
    const world = makeWorld();
    const id = await launch(world);
    const tag = (value: string): object => ({ Filters: [{ Name: 'tag:fsxbench:rig', Values: [value] }] });
    const found = await listed(world, tag(RIG_TAGS['fsxbench:rig']));
    expect(found).toMatchObject([
      { State: 'in-use', Size: 8, VolumeType: 'gp3', Encrypted: true, Tags: tagList(RIG_TAGS) },
      { State: 'in-use', Size: 64, VolumeType: 'gp3', Tags: tagList(RIG_TAGS) },
    ]);
    expect(await listed(world, tag('another'))).toEqual([]);
    const refused = world.call('ec2', 'DeleteVolume', { VolumeId: found[1]?.VolumeId });
    await expect(refused).rejects.toMatchObject({ name: 'VolumeInUse' });
    await end(world, id);
    expect(await listed(world)).toEqual([]);
  });

  it('stay where the template does not delete them, and are paid for until somebody does', async () => {
    const ledger = makeLedger();
    const world = makeWorld({ onPaid: ledger.onPaid });
    await end(world, await launch(world, { ...DISK, Ebs: { ...DISK.Ebs, DeleteOnTermination: false } }));
    const [left, ...others] = await listed(world);
    expect([left?.State, others]).toEqual(['available', []]);
    await world.pass(3_600_000);
    await world.call('ec2', 'DeleteVolume', { VolumeId: left?.VolumeId });
    expect(await listed(world)).toEqual([]);
    const disks = ledger.intervals(world.clock.now()).filter(({ kind }) => kind === 'ec2:volume');
    expect(disks).toMatchObject([
      { what: { root: true, disk: { VolumeSize: 8 } }, from: T0, until: T0 + 60_000, open: false },
      { what: { root: false, disk: { VolumeSize: 64 } }, from: T0, until: T0 + 3_720_000, open: false },
    ]);
  });

  it('stay where something else keeps them', async () => {
    const world = makeWorld({ ec2: { outlives: () => true } });
    await end(world, await launch(world));
    expect((await listed(world)).map(({ State }) => State)).toEqual(['available', 'available']);
  });

  it('that are gone are an error by their id, and none by a filter', async () => {
    const world = makeWorld();
    const VolumeId = 'vol-00000000000000000';
    const gone = { name: 'InvalidVolume.NotFound' };
    await expect(world.call('ec2', 'DeleteVolume', { VolumeId })).rejects.toMatchObject(gone);
    await expect(listed(world, { VolumeIds: [VolumeId] })).rejects.toMatchObject(gone);
    expect(await listed(world, { Filters: [{ Name: 'volume-id', Values: [VolumeId] }] })).toEqual([]);
  });

  it('come in pages of 5 to 500', async () => {
    const world = makeWorld();
    for (const MaxResults of [4, 501])
      await expect(listed(world, { MaxResults })).rejects.toMatchObject({ name: 'InvalidParameterValue' });
    await expect(listed(world, { NextToken: 'x' })).rejects.toMatchObject({ name: 'InvalidNextToken' });
  });
});
