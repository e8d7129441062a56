/**
 * Disks of instances: made with them, paid for while they exist, gone with them; one that stays behind is there until
 * somebody deletes it. DescribeVolumes and DeleteVolume.
 */
import { createHash } from 'node:crypto';
import {
  DeleteVolumeCommand,
  DescribeVolumesCommand,
  type DescribeVolumesCommandInput,
  type DescribeVolumesCommandOutput,
  type RequestLaunchTemplateData,
  type Volume,
} from '@aws-sdk/client-ec2';
import { DEFAULT_IMAGE, IMAGES } from '../../../shapes/images';
import type { PaidDisk } from '../paid';
import type { Service, Tags } from '../service';
import { tagList } from '../store';
import { action } from '../shape';
import { publishedImage } from './catalog';
import type { Disk, Ec2State, Instance, Volume as KnownVolume } from './state';
import { ec2Error, select } from './requests';

/** Bounds of MaxResults. https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeVolumes.html */
const PAGE_VOLUMES = { least: 5, most: 500 };

/** Disks that an instance is launched with: its root, and what its template asks for beside. */
export function disksOf(
  instanceId: string,
  data: RequestLaunchTemplateData,
): readonly Pick<Disk, 'id' | 'device' | 'disk' | 'root' | 'goesWithHost'>[] {
  const asked = (data.BlockDeviceMappings ?? []).flatMap(({ DeviceName, Ebs }) =>
    DeviceName === undefined || Ebs === undefined ? [] : [{ device: DeviceName, disk: Ebs }],
  );
  const { rootDevice, root: own } = IMAGES[publishedImage(data.ImageId)?.of ?? DEFAULT_IMAGE];
  // What a mapping of the root does not say is as the image has it.
  const mapped = asked.find(({ device }) => device === rootDevice);
  const others = asked.filter((one) => one !== mapped);
  const { VolumeType, VolumeSize } = own;
  const root = { device: rootDevice, disk: { VolumeType, VolumeSize, ...mapped?.disk }, root: true };
  return [root, ...others.map((one) => ({ ...one, root: false }))].map((one) => ({
    ...one,
    id: volumeId(instanceId, one.device),
    goesWithHost: one.disk.DeleteOnTermination ?? true,
  }));
}

/** An id that is always the same for the same disk. */
function volumeId(instanceId: string, device: string): string {
  return `vol-${createHash('sha256').update(`${instanceId}/${device}`).digest('hex').slice(0, 17)}`;
}

/** Disks begin to exist, and to be paid for, with the launch. */
export function attach(state: Ec2State, instance: Instance, tags: Tags): void {
  for (const disk of instance.disks) {
    const volume = { ...disk, tags, zone: instance.zone, rank: state.nextRank(), state: 'in-use' } as const;
    state.volumes.set(disk.id, volume);
    payFor(state, volume);
  }
}

/** From now on it costs what it is now. */
export function payFor(state: Ec2State, { id, disk, root, tags }: KnownVolume): void {
  const what = { kind: 'ec2:volume', disk: paid(disk), root } as const;
  state.bill('ec2:volume', id, tags, what);
}

/** All that its price depends on. */
function paid({ VolumeType, VolumeSize, Iops, Throughput }: PaidDisk): PaidDisk {
  return { VolumeType, VolumeSize, Iops, Throughput };
}

/** With its instance a disk goes, unless it is one that stays. */
export function detach(state: Ec2State, instance: Instance): void {
  for (const { id, goesWithHost } of instance.disks) {
    const volume = state.volumes.get(id);
    if (volume === undefined) continue;
    if (goesWithHost && state.options.outlives?.(id) !== true) remove(state, id);
    else state.volumes.set(id, { ...volume, state: 'available' });
  }
}

function remove(state: Ec2State, id: string): void {
  const tags = state.volumes.get(id)?.tags ?? {};
  state.volumes.delete(id);
  state.bill('ec2:volume', id, tags, null);
}

export function volumeActions(state: Ec2State): Service {
  return {
    DescribeVolumes: action(DescribeVolumesCommand, (input) => describe(state, input)),

    DeleteVolume: action(DeleteVolumeCommand, ({ VolumeId: id }) => {
      const volume = knownVolume(state, id);
      if (volume.state === 'in-use') throw ec2Error('VolumeInUse', `Volume ${id} is currently attached to an instance`);
      remove(state, id);
      return {};
    }),
  };
}

/** @throws ServiceError InvalidVolume.NotFound */
export function knownVolume(state: Ec2State, id: string): KnownVolume {
  const volume = state.volumes.get(id);
  if (volume !== undefined) return volume;
  throw ec2Error('InvalidVolume.NotFound', `The volume '${id}' does not exist.`);
}

/** Those that are asked for by id, or all that the filters let through, page by page. */
function describe(
  state: Ec2State,
  { VolumeIds: ids, ...input }: DescribeVolumesCommandInput,
): Omit<DescribeVolumesCommandOutput, '$metadata'> {
  const asked = ids === undefined ? [...state.volumes.values()] : ids.map((id) => knownVolume(state, id));
  const { items, NextToken } = select(asked, input, PAGE_VOLUMES, {
    fields: { 'volume-id': ({ id }) => id, status: ({ state: status }) => status },
    tags: ({ tags }) => tags,
  });
  return { Volumes: items.map(answer), NextToken };
}

function answer({ id, tags, state, zone, disk }: KnownVolume): Volume {
  return {
    VolumeId: id,
    State: state,
    AvailabilityZone: zone,
    Encrypted: disk.Encrypted ?? false,
    Size: disk.VolumeSize,
    VolumeType: disk.VolumeType,
    Iops: disk.Iops,
    Throughput: disk.Throughput,
    MultiAttachEnabled: false,
    Tags: tagList(tags),
  };
}
