import type { DescribeVolumesCommandOutput, DescribeVolumesModificationsCommandOutput } from '@aws-sdk/client-ec2';
import { makeBillingLedger } from '../../../../lib/twin/ledger';
import { createFleet, expectRefusal, makeServices, RIG_TAGS, T0, tagList } from '../services';
import { getVolumeChangeWait } from '../../../../lib/targets/ebs/change';

const DISK = { DeviceName: '/dev/sdf', Ebs: { VolumeType: 'gp3', VolumeSize: 64, DeleteOnTermination: true } };
const ROOT = { DeviceName: '/dev/xvda', Ebs: { Encrypted: true, DeleteOnTermination: true } };

/** A host with a root disk and one more. */
async function setUp(options: Parameters<typeof makeServices>[0] = {}, disk: object = DISK) {
  const ledger = makeBillingLedger();
  const services = makeServices({ onPaid: ledger.onPaid, ...options });
  const call = <T>(action: string, input: object = {}): Promise<T> => services.call<T>('ec2', action, input);
  const { ids } = await createFleet(services, 1, { BlockDeviceMappings: [ROOT, disk] });
  await services.pass(60_000);
  const list = async (input: object = {}) =>
    (await call<DescribeVolumesCommandOutput>('DescribeVolumes', input)).Volumes ?? [];
  const [root, added] = (await list()).map(({ VolumeId = '' }) => VolumeId);
  return {
    services,
    root: root ?? '',
    added: added ?? '',
    list,
    terminate: async (): Promise<void> => {
      await call('TerminateInstances', { InstanceIds: ids });
      await services.pass(60_000);
    },
    remove: (VolumeId: string) => call('DeleteVolume', { VolumeId }),
    modify: (VolumeId: string, change: object) => call('ModifyVolume', { VolumeId, ...change }),
    describeModification: async (VolumeId: string): Promise<unknown> => {
      const input = { VolumeIds: [VolumeId] };
      const found = await call<DescribeVolumesModificationsCommandOutput>('DescribeVolumesModifications', input);
      return found.VolumesModifications?.map(({ ModificationState, Progress }) => [ModificationState, Progress])[0];
    },
    listBilled: () => ledger.intervals(services.clock.now()).filter(({ kind }) => kind === 'ec2:volume'),
  };
}

describe('volumes of simulated instances', () => {
  it('creates volumes with their instance and the tags of its template, and deletes them with it', async () => {
    const { added, list, terminate, remove } = await setUp();
    const tag = (value: string): object => ({ Filters: [{ Name: 'tag:fsxbench:rig', Values: [value] }] });
    const common = { State: 'in-use', VolumeType: 'gp3', Tags: tagList(RIG_TAGS) };
    expect(await list(tag(RIG_TAGS['fsxbench:rig']))).toMatchObject([
      { ...common, Size: 8, Encrypted: true },
      { ...common, Size: 64 },
    ]);
    expect(await list(tag('another'))).toEqual([]);
    await expectRefusal(remove(added), 'VolumeInUse');
    await terminate();
    expect(await list()).toEqual([]);
  });

  it('keeps and charges a volume without DeleteOnTermination until DeleteVolume', async () => {
    const kept = { ...DISK, Ebs: { ...DISK.Ebs, DeleteOnTermination: false } };
    const { services, added, list, terminate, remove, listBilled } = await setUp({}, kept);
    await terminate();
    expect(await list()).toMatchObject([{ VolumeId: added, State: 'available' }]);
    await services.pass(3_600_000);
    await remove(added);
    expect(await list()).toEqual([]);
    expect(listBilled()).toMatchObject([
      { what: { root: true, disk: { VolumeSize: 8 } }, from: T0, until: T0 + 60_000, open: false },
      { what: { root: false, disk: { VolumeSize: 64 } }, from: T0, until: T0 + 3_720_000, open: false },
    ]);
  });

  it('keeps the volumes of a terminated instance as available when the option outlives returns true', async () => {
    const { list, terminate } = await setUp({ ec2: { outlives: () => true } });
    await terminate();
    expect((await list()).map(({ State }) => State)).toEqual(['available', 'available']);
  });

  it('refuses an unknown VolumeId, MaxResults 4 and 501, and an unknown NextToken', async () => {
    const { list, remove } = await setUp();
    const VolumeId = 'vol-00000000000000000';
    await expectRefusal(remove(VolumeId), 'InvalidVolume.NotFound');
    await expectRefusal(list({ VolumeIds: [VolumeId] }), 'InvalidVolume.NotFound');
    expect(await list({ Filters: [{ Name: 'volume-id', Values: [VolumeId] }] })).toEqual([]);
    for (const MaxResults of [4, 501]) await expectRefusal(list({ MaxResults }), 'InvalidParameterValue');
    await expectRefusal(list({ NextToken: 'x' }), 'InvalidNextToken');
  });
});

const LENGTH_MS = 10_000 + 1000 * getVolumeChangeWait(8).expectedSeconds;

describe('ModifyVolume', () => {
  it('changes state from modifying to optimizing to completed', async () => {
    const { services, root, list, modify, describeModification } = await setUp();
    const sizes = { OriginalSize: 8, TargetSize: 8, TargetIops: 4000, TargetVolumeType: 'gp3' };
    expect(await modify(root, { Size: 8, Iops: 4000 })).toMatchObject({
      VolumeModification: { ModificationState: 'modifying', ...sizes },
    });
    await services.pass(10_000);
    expect(await describeModification(root)).toEqual(['optimizing', Math.floor((100 * 10_000) / LENGTH_MS)]);
    await services.pass(LENGTH_MS - 10_000);
    expect(await describeModification(root)).toEqual(['completed', 100]);
    expect((await list())[0]).toMatchObject({ Size: 8, Iops: 4000 });
  });

  it('charges the new size from the time of the request', async () => {
    const { services, root, modify, listBilled } = await setUp();
    await modify(root, { Size: 16 });
    await services.pass(1000);
    expect(listBilled().filter(({ id }) => id === root)).toMatchObject([
      { what: { disk: { VolumeSize: 8 } }, from: T0, until: T0 + 60_000, open: false },
      { what: { disk: { VolumeSize: 16 } }, from: T0 + 60_000, open: true },
    ]);
  });

  it('refuses a change during another one, and a fifth change within 24 hours', async () => {
    const { services, root, modify } = await setUp();
    for (const Iops of [3100, 3200, 3300, 3400]) {
      await modify(root, { Iops });
      await expectRefusal(modify(root, { Iops: 3999 }), 'IncorrectModificationState');
      await services.pass(LENGTH_MS);
    }
    await expectRefusal(modify(root, { Iops: 3500 }), 'VolumeModificationRateExceeded');
    await services.pass(24 * 3_600_000 - 4 * LENGTH_MS);
    await modify(root, { Iops: 3500 });
  });

  it.each([
    [{ Size: 7 }, 'InvalidParameterValue', 'New size cannot be smaller than existing size 8'],
    [{}, 'InvalidParameterCombination', 'No modification was specified.'],
    [{ Iops: 80_001 }, 'InvalidParameterCombination', 'found 80001; gp3 allows 3000 to 80000'],
    [{ VolumeType: 'st1' }, 'InvalidParameterCombination', 'found 8; st1 allows 125 to 16384 GiB'],
    [{ VolumeType: 'paper' }, 'InvalidParameterCombination', 'paper is no type of volume'],
  ])('refuses %p: %s: %s', async (input, name, message) => {
    const { root, modify } = await setUp();
    await expectRefusal(modify(root, input), name, { message });
  });

  it('refuses an unknown volume, and reports NotFound for a volume that was never modified', async () => {
    const { root, modify, describeModification } = await setUp();
    await expectRefusal(modify('vol-0', { Size: 9 }), 'InvalidVolume.NotFound');
    await expectRefusal(describeModification(root), 'InvalidVolumeModification.NotFound');
  });
});
