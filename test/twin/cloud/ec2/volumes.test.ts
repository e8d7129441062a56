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
  makeServices,
  RIG_TAGS,
  T0,
  tagList,
  templateInput,
  type Services,
} from '../services';
import { getVolumeChangeWait } from '../../../../lib/targets/ebs/change';

const DISK = { DeviceName: '/dev/sdf', Ebs: { VolumeType: 'gp3', VolumeSize: 64, DeleteOnTermination: true } };

/** A host with a root disk and one more. @returns its id */
async function launch(services: Services, disk: object = DISK): Promise<string> {
  const input = templateInput();
  const root = { DeviceName: '/dev/xvda', Ebs: { Encrypted: true, DeleteOnTermination: true } };
  const LaunchTemplateData = { ...input.LaunchTemplateData, BlockDeviceMappings: [root, disk] };
  const { LaunchTemplate } = await services.call<{ LaunchTemplate: { LaunchTemplateId: string } }>(
    'ec2',
    'CreateLaunchTemplate',
    { ...input, LaunchTemplateData },
  );
  const { Instances } = await services.call<{ Instances: { InstanceIds: string[] }[] }>(
    'ec2',
    'CreateFleet',
    fleetInput(LaunchTemplate.LaunchTemplateId, 1),
  );
  await services.pass(60_000);
  return Instances[0]?.InstanceIds[0] ?? '';
}

async function listVolumes(services: Services, input: object = {}) {
  const { Volumes = [] } = await services.call<DescribeVolumesCommandOutput>('ec2', 'DescribeVolumes', input);
  return Volumes;
}

async function terminate(services: Services, id: string): Promise<void> {
  await services.call('ec2', 'TerminateInstances', { InstanceIds: [id] });
  await services.pass(60_000);
}

describe('volumes of simulated instances', () => {
  it('creates volumes with their instance and the tags of its template, and deletes them with it', async () => {
    const services = makeServices();
    const id = await launch(services);
    const tag = (value: string): object => ({ Filters: [{ Name: 'tag:fsxbench:rig', Values: [value] }] });
    const found = await listVolumes(services, tag(RIG_TAGS['fsxbench:rig']));
    expect(found).toMatchObject([
      { State: 'in-use', Size: 8, VolumeType: 'gp3', Encrypted: true, Tags: tagList(RIG_TAGS) },
      { State: 'in-use', Size: 64, VolumeType: 'gp3', Tags: tagList(RIG_TAGS) },
    ]);
    expect(await listVolumes(services, tag('another'))).toEqual([]);
    const refused = services.call('ec2', 'DeleteVolume', { VolumeId: found[1]?.VolumeId });
    await expectRefusal(refused, 'VolumeInUse');
    await terminate(services, id);
    expect(await listVolumes(services)).toEqual([]);
  });

  it('keeps and charges a volume without DeleteOnTermination until DeleteVolume', async () => {
    const ledger = makeBillingLedger();
    const services = makeServices({ onPaid: ledger.onPaid });
    await terminate(services, await launch(services, { ...DISK, Ebs: { ...DISK.Ebs, DeleteOnTermination: false } }));
    const [left, ...others] = await listVolumes(services);
    expect([left?.State, others]).toEqual(['available', []]);
    await services.pass(3_600_000);
    await services.call('ec2', 'DeleteVolume', { VolumeId: left?.VolumeId });
    expect(await listVolumes(services)).toEqual([]);
    const disks = ledger.intervals(services.clock.now()).filter(({ kind }) => kind === 'ec2:volume');
    expect(disks).toMatchObject([
      { what: { root: true, disk: { VolumeSize: 8 } }, from: T0, until: T0 + 60_000, open: false },
      { what: { root: false, disk: { VolumeSize: 64 } }, from: T0, until: T0 + 3_720_000, open: false },
    ]);
  });

  it('keeps the volumes of a terminated instance as available when the option outlives returns true', async () => {
    const services = makeServices({ ec2: { outlives: () => true } });
    await terminate(services, await launch(services));
    expect((await listVolumes(services)).map(({ State }) => State)).toEqual(['available', 'available']);
  });

  it('refuses an unknown VolumeId, and returns an empty list for a filter that matches none', async () => {
    const services = makeServices();
    const VolumeId = 'vol-00000000000000000';
    const gone = { name: 'InvalidVolume.NotFound' };
    await expect(services.call('ec2', 'DeleteVolume', { VolumeId })).rejects.toMatchObject(gone);
    await expect(listVolumes(services, { VolumeIds: [VolumeId] })).rejects.toMatchObject(gone);
    expect(await listVolumes(services, { Filters: [{ Name: 'volume-id', Values: [VolumeId] }] })).toEqual([]);
  });

  it('refuses MaxResults 4 and 501, and an unknown NextToken', async () => {
    const services = makeServices();
    for (const MaxResults of [4, 501])
      await expectRefusal(listVolumes(services, { MaxResults }), 'InvalidParameterValue');
    await expectRefusal(listVolumes(services, { NextToken: 'x' }), 'InvalidNextToken');
  });
});

const GIB = 8;
const LENGTH_MS = 10_000 + 1000 * getVolumeChangeWait(GIB).expectedSeconds;

/** A host, and the id of its root volume: gp3 of 8 GiB. */
async function createVolume(
  options: Parameters<typeof makeServices>[0] = {},
): Promise<{ services: Services; VolumeId: string }> {
  const services = makeServices(options);
  await makeHosts(services, 1);
  const { Volumes } = await services.call<DescribeVolumesCommandOutput>('ec2', 'DescribeVolumes', {});
  return { services, VolumeId: Volumes?.[0]?.VolumeId ?? '' };
}
const modify = (services: Services, input: object): Promise<ModifyVolumeCommandOutput> =>
  services.call<ModifyVolumeCommandOutput>('ec2', 'ModifyVolume', input);
async function describeModification(services: Services, VolumeId: string): Promise<unknown> {
  const found = await services.call<DescribeVolumesModificationsCommandOutput>('ec2', 'DescribeVolumesModifications', {
    VolumeIds: [VolumeId],
  });
  return found.VolumesModifications?.map(({ ModificationState, Progress }) => [ModificationState, Progress])[0];
}

describe('ModifyVolume', () => {
  it('changes state from modifying to optimizing to completed', async () => {
    const { services, VolumeId } = await createVolume();
    const { VolumeModification } = await modify(services, { VolumeId, Size: GIB, Iops: 4000 });
    expect(VolumeModification).toMatchObject({
      ModificationState: 'modifying',
      OriginalSize: 8,
      TargetSize: 8,
      TargetIops: 4000,
      TargetVolumeType: 'gp3',
    });
    await services.pass(10_000);
    expect(await describeModification(services, VolumeId)).toEqual([
      'optimizing',
      Math.floor((100 * 10_000) / LENGTH_MS),
    ]);
    await services.pass(LENGTH_MS - 10_000);
    expect(await describeModification(services, VolumeId)).toEqual(['completed', 100]);
    const { Volumes } = await services.call<DescribeVolumesCommandOutput>('ec2', 'DescribeVolumes', {});
    expect(Volumes?.[0]).toMatchObject({ Size: 8, Iops: 4000 });
  });

  it('charges the new size from the time of the request', async () => {
    const ledger = makeBillingLedger();
    const { services, VolumeId } = await createVolume({ onPaid: ledger.onPaid });
    await modify(services, { VolumeId, Size: 16 });
    await services.pass(1000);
    const disks = ledger.intervals(services.clock.now()).filter(({ kind }) => kind === 'ec2:volume');
    expect(disks).toMatchObject([
      { what: { disk: { VolumeSize: 8 } }, from: T0, until: T0 + 60_000, open: false },
      { what: { disk: { VolumeSize: 16 } }, from: T0 + 60_000, open: true },
    ]);
  });

  it('refuses a change during another one, and a fifth change within 24 hours', async () => {
    const { services, VolumeId } = await createVolume();
    for (const Iops of [3100, 3200, 3300, 3400]) {
      await modify(services, { VolumeId, Iops });
      const again = modify(services, { VolumeId, Iops: 3999 });
      await expectRefusal(again, 'IncorrectModificationState');
      await services.pass(LENGTH_MS);
    }
    const fifth = modify(services, { VolumeId, Iops: 3500 });
    await expectRefusal(fifth, 'VolumeModificationRateExceeded');
    await services.pass(24 * 3_600_000 - 4 * LENGTH_MS);
    await modify(services, { VolumeId, Iops: 3500 });
  });

  it.each([
    [{ Size: 7 }, 'InvalidParameterValue', 'New size cannot be smaller than existing size 8'],
    [{}, 'InvalidParameterCombination', 'No modification was specified.'],
    [{ Iops: 80_001 }, 'InvalidParameterCombination', 'found 80001; gp3 allows 3000 to 80000'],
    [{ VolumeType: 'st1' }, 'InvalidParameterCombination', 'found 8; st1 allows 125 to 16384 GiB'],
    [{ VolumeType: 'paper' }, 'InvalidParameterCombination', 'paper is no type of volume'],
  ])('refuses %p: %s: %s', async (input, name, message) => {
    const { services, VolumeId } = await createVolume();
    await expect(modify(services, { VolumeId, ...input })).rejects.toMatchObject({ name, message });
  });

  it('refuses an unknown volume, and reports NotFound for a volume that was never modified', async () => {
    const { services, VolumeId } = await createVolume();
    const nothing = modify(services, { VolumeId: 'vol-0', Size: 9 });
    await expectRefusal(nothing, 'InvalidVolume.NotFound');
    await expectRefusal(describeModification(services, VolumeId), 'InvalidVolumeModification.NotFound');
  });
});
