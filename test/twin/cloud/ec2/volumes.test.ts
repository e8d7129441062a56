import type {
  DescribeVolumesCommandOutput,
  DescribeVolumesModificationsCommandOutput,
  ModifyVolumeCommandOutput,
} from '@aws-sdk/client-ec2';
import { makeBillingLedger } from '../../../../lib/twin/ledger';
import {
  expectRefusal,
  fleetInput,
  makeHosts,
  makeWorld,
  RIG_TAGS,
  T0,
  tagList,
  templateInput,
  type World,
} from '../world';
import { getVolumeChangeWait } from '../../../../lib/targets/ebs/change';

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
    await expectRefusal(refused, 'VolumeInUse');
    await end(world, id);
    expect(await listed(world)).toEqual([]);
  });

  it('stay where the template does not delete them, and are paid for until somebody does', async () => {
    const ledger = makeBillingLedger();
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
    for (const MaxResults of [4, 501]) await expectRefusal(listed(world, { MaxResults }), 'InvalidParameterValue');
    await expectRefusal(listed(world, { NextToken: 'x' }), 'InvalidNextToken');
  });
});

const GIB = 8;
const LENGTH_MS = 10_000 + 1000 * getVolumeChangeWait(GIB).expectedSeconds;

/** A host, and the id of its root volume: gp3 of 8 GiB. */
async function made(options: Parameters<typeof makeWorld>[0] = {}): Promise<{ world: World; VolumeId: string }> {
  const world = makeWorld(options);
  await makeHosts(world, 1);
  const { Volumes } = await world.call<DescribeVolumesCommandOutput>('ec2', 'DescribeVolumes', {});
  return { world, VolumeId: Volumes?.[0]?.VolumeId ?? '' };
}
const modify = (world: World, input: object): Promise<ModifyVolumeCommandOutput> =>
  world.call<ModifyVolumeCommandOutput>('ec2', 'ModifyVolume', input);
async function stateOf(world: World, VolumeId: string): Promise<unknown> {
  const found = await world.call<DescribeVolumesModificationsCommandOutput>('ec2', 'DescribeVolumesModifications', {
    VolumeIds: [VolumeId],
  });
  return found.VolumesModifications?.map(({ ModificationState, Progress }) => [ModificationState, Progress])[0];
}

describe('ModifyVolume', () => {
  it('goes from modifying over optimizing to completed', async () => {
    const { world, VolumeId } = await made();
    const { VolumeModification } = await modify(world, { VolumeId, Size: GIB, Iops: 4000 });
    expect(VolumeModification).toMatchObject({
      ModificationState: 'modifying',
      OriginalSize: 8,
      TargetSize: 8,
      TargetIops: 4000,
      TargetVolumeType: 'gp3',
    });
    await world.pass(10_000);
    expect(await stateOf(world, VolumeId)).toEqual(['optimizing', Math.floor((100 * 10_000) / LENGTH_MS)]);
    await world.pass(LENGTH_MS - 10_000);
    expect(await stateOf(world, VolumeId)).toEqual(['completed', 100]);
    const { Volumes } = await world.call<DescribeVolumesCommandOutput>('ec2', 'DescribeVolumes', {});
    expect(Volumes?.[0]).toMatchObject({ Size: 8, Iops: 4000 });
  });

  it('is paid for from when it is asked for', async () => {
    const ledger = makeBillingLedger();
    const { world, VolumeId } = await made({ onPaid: ledger.onPaid });
    await modify(world, { VolumeId, Size: 16 });
    await world.pass(1000);
    const disks = ledger.intervals(world.clock.now()).filter(({ kind }) => kind === 'ec2:volume');
    expect(disks).toMatchObject([
      { what: { disk: { VolumeSize: 8 } }, from: T0, until: T0 + 60_000, open: false },
      { what: { disk: { VolumeSize: 16 } }, from: T0 + 60_000, open: true },
    ]);
  });

  it('is refused while another one is under way, and the fifth time in a day', async () => {
    const { world, VolumeId } = await made();
    for (const Iops of [3100, 3200, 3300, 3400]) {
      await modify(world, { VolumeId, Iops });
      const again = modify(world, { VolumeId, Iops: 3999 });
      await expectRefusal(again, 'IncorrectModificationState');
      await world.pass(LENGTH_MS);
    }
    const fifth = modify(world, { VolumeId, Iops: 3500 });
    await expectRefusal(fifth, 'VolumeModificationRateExceeded');
    await world.pass(24 * 3_600_000 - 4 * LENGTH_MS);
    await modify(world, { VolumeId, Iops: 3500 });
  });

  it.each([
    [{ Size: 7 }, 'InvalidParameterValue', 'New size cannot be smaller than existing size 8'],
    [{}, 'InvalidParameterCombination', 'No modification was specified.'],
    [{ Iops: 80_001 }, 'InvalidParameterCombination', 'found 80001; gp3 allows 3000 to 80000'],
    [{ VolumeType: 'st1' }, 'InvalidParameterCombination', 'found 8; st1 allows 125 to 16384 GiB'],
    [{ VolumeType: 'paper' }, 'InvalidParameterCombination', 'paper is no type of volume'],
  ])('%p is %s: %s', async (input, name, message) => {
    const { world, VolumeId } = await made();
    await expect(modify(world, { VolumeId, ...input })).rejects.toMatchObject({ name, message });
  });

  it('of what is not there, or was never changed, has errors of their own', async () => {
    const { world, VolumeId } = await made();
    const nothing = modify(world, { VolumeId: 'vol-0', Size: 9 });
    await expectRefusal(nothing, 'InvalidVolume.NotFound');
    await expectRefusal(stateOf(world, VolumeId), 'InvalidVolumeModification.NotFound');
  });
});
