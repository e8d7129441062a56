import type {
  DescribeVolumesCommandOutput,
  DescribeVolumesModificationsCommandOutput,
  ModifyVolumeCommandOutput,
} from '@aws-sdk/client-ec2';
import { changeWait } from '../../../../lib/targets/ebs/change';
import { makeLedger } from '../../../../lib/twin/ledger';
import { makeHosts, makeWorld, T0, type World } from '../world';

const GIB = 8;
const LENGTH_MS = 10_000 + 1000 * changeWait(GIB).expectedSeconds;

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
    const ledger = makeLedger();
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
      await expect(again).rejects.toMatchObject({ name: 'IncorrectModificationState' });
      await world.pass(LENGTH_MS);
    }
    const fifth = modify(world, { VolumeId, Iops: 3500 });
    await expect(fifth).rejects.toMatchObject({ name: 'VolumeModificationRateExceeded' });
    await world.pass(24 * 3_600_000 - 4 * LENGTH_MS);
    await modify(world, { VolumeId, Iops: 3500 });
  });

  it.each([
    [{ Size: 7 }, 'InvalidParameterValue', 'New size cannot be smaller than existing size 8'],
    [{}, 'InvalidParameterCombination', 'No modification was specified.'],
    [{ Iops: 80_001 }, 'InvalidParameterCombination', 'found 80001; gp3 has 3000 to 80000'],
    [{ VolumeType: 'st1' }, 'InvalidParameterCombination', 'found 8; st1 has 125 to 16384 GiB'],
    [{ VolumeType: 'paper' }, 'InvalidParameterCombination', 'paper is no type of volume'],
  ])('%p is %s: %s', async (input, name, message) => {
    const { world, VolumeId } = await made();
    await expect(modify(world, { VolumeId, ...input })).rejects.toMatchObject({ name, message });
  });

  it('of what is not there, or was never changed, has errors of their own', async () => {
    const { world, VolumeId } = await made();
    const nothing = modify(world, { VolumeId: 'vol-0', Size: 9 });
    await expect(nothing).rejects.toMatchObject({ name: 'InvalidVolume.NotFound' });
    await expect(stateOf(world, VolumeId)).rejects.toMatchObject({ name: 'InvalidVolumeModification.NotFound' });
  });
});
