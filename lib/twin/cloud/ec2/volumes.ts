/** Volumes of instances. A volume that outlives its instance exists until a call deletes it. */
import { createHash } from 'node:crypto';
import {
  DeleteVolumeCommand,
  DescribeVolumesCommand,
  type DescribeVolumesCommandInput,
  type DescribeVolumesCommandOutput,
  DescribeVolumesModificationsCommand,
  ModifyVolumeCommand,
  type RequestLaunchTemplateData,
  type Volume,
  type VolumeModification,
} from '@aws-sdk/client-ec2';
import { DEFAULT_IMAGE, IMAGES } from '../../../shapes/images';
import { type BilledDisk, toTagList } from '../resource-store';
import type { Service, Tags } from '../service';
import { makeAction, type CommandInput } from '../sdk-shape';
import { findImage } from './catalog';
import type { LaunchVolume, Ec2State, Instance, VolumeModificationRecord, Volume as KnownVolume } from './state';
import { makeEc2Error, selectPage } from './requests';
import { identifyDisk } from '../../../targets/registry';

/** Bounds of MaxResults. https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeVolumes.html */
const VOLUME_PAGE_SIZE = { least: 5, most: 500 };

/** Volumes of a launch: the root, and those of its template. */
export function listLaunchVolumes(
  instanceId: string,
  data: RequestLaunchTemplateData,
): readonly Pick<LaunchVolume, 'id' | 'device' | 'disk' | 'root' | 'goesWithHost'>[] {
  const requested = (data.BlockDeviceMappings ?? []).flatMap(({ DeviceName, Ebs }) =>
    DeviceName === undefined || Ebs === undefined ? [] : [{ device: DeviceName, disk: Ebs }],
  );
  const { rootDevice, root: own } = IMAGES[findImage(data.ImageId)?.of ?? DEFAULT_IMAGE];
  // The image defines missing settings of the root volume.
  const mapped = requested.find(({ device }) => device === rootDevice);
  const others = requested.filter((one) => one !== mapped);
  const { VolumeType, VolumeSize } = own;
  const root = { device: rootDevice, disk: { VolumeType, VolumeSize, ...mapped?.disk }, root: true };
  return [root, ...others.map((one) => ({ ...one, root: false }))].map((one) => ({
    ...one,
    // Always the same id for the same volume.
    id: `vol-${createHash('sha256').update(`${instanceId}/${one.device}`).digest('hex').slice(0, 17)}`,
    goesWithHost: one.disk.DeleteOnTermination ?? true,
  }));
}

/** Creates the volumes of an instance. Billing starts at the launch. */
export function attachVolumes(state: Ec2State, instance: Instance, tags: Tags): void {
  for (const disk of instance.disks) {
    const volume = { ...disk, tags, zone: instance.zone, rank: state.nextRank(), state: 'in-use' } as const;
    state.volumes.set(disk.id, volume);
    billVolume(state, volume);
  }
}

function billVolume(state: Ec2State, { id, disk, root, tags }: KnownVolume): void {
  const what = { kind: 'ec2:volume', disk: toPaidDisk(disk), root } as const;
  state.bill('ec2:volume', id, tags, what);
}

/** All settings that affect its price. */
function toPaidDisk({ VolumeType, VolumeSize, Iops, Throughput }: BilledDisk): BilledDisk {
  return { VolumeType, VolumeSize, Iops, Throughput };
}

/** Deletes the volumes of an instance, except those that outlive the instance. */
export function deleteWithInstance(state: Ec2State, instance: Instance): void {
  for (const { id, goesWithHost } of instance.disks) {
    const volume = state.volumes.get(id);
    if (volume === undefined) continue;
    if (goesWithHost && state.options.outlives?.(id) !== true) deleteVolume(state, id);
    else state.volumes.set(id, { ...volume, state: 'available' });
  }
}

function deleteVolume(state: Ec2State, id: string): void {
  const tags = state.volumes.get(id)?.tags ?? {};
  state.volumes.delete(id);
  state.bill('ec2:volume', id, tags, null);
}

export function makeVolumeActions(state: Ec2State): Service {
  return {
    DescribeVolumes: makeAction(DescribeVolumesCommand, (input) => describeVolumes(state, input)),

    DeleteVolume: makeAction(DeleteVolumeCommand, ({ VolumeId: id }) => {
      const volume = getVolume(state, id);
      if (volume.state === 'in-use')
        throw makeEc2Error('VolumeInUse', `Volume ${id} is currently attached to an instance`);
      deleteVolume(state, id);
      return {};
    }),
  };
}

/** @throws ServiceError InvalidVolume.NotFound */
function getVolume(state: Ec2State, id: string): KnownVolume {
  const volume = state.volumes.get(id);
  if (volume !== undefined) return volume;
  throw makeEc2Error('InvalidVolume.NotFound', `The volume '${id}' does not exist.`);
}

function describeVolumes(
  state: Ec2State,
  { VolumeIds: ids, ...input }: DescribeVolumesCommandInput,
): Omit<DescribeVolumesCommandOutput, '$metadata'> {
  const requested = ids === undefined ? [...state.volumes.values()] : ids.map((id) => getVolume(state, id));
  const { items, NextToken } = selectPage(requested, input, VOLUME_PAGE_SIZE, {
    fields: { 'volume-id': ({ id }) => id, status: ({ state: status }) => status },
    tags: ({ tags }) => tags,
  });
  return { Volumes: items.map(toAnswer), NextToken };
}

function toAnswer({ id, tags, state, zone, disk }: KnownVolume): Volume {
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
    Tags: toTagList(tags),
  };
}

// ModifyVolume, DescribeVolumesModifications: API reference; EBS guide, Monitor the progress of volume modifications.

type ModifyVolumeInput = CommandInput<typeof ModifyVolumeCommand>;

/** Assumed, of "usually takes a few seconds". */
const MODIFYING_STATE_MS = 10_000;
const DAY_MS = 24 * 3_600_000;
/** "Up to four times within a rolling 24-hour period" (API reference, ModifyVolume). */
const MAX_DAILY_CHANGES = 4;
/** "From a few minutes to a few hours"; "a fully used 1-TiB volume can take about 6 hours": assumed fully used. */
const OPTIMIZATION_TIME = { leastMs: 180_000, msPerGiB: (6 * 3_600_000) / 1024 };

export function makeModificationActions(state: Ec2State): Service {
  return {
    ModifyVolume: makeAction(ModifyVolumeCommand, (input) => ({
      VolumeModification: describeModification(state, modifyVolume(state, input)),
    })),

    DescribeVolumesModifications: makeAction(DescribeVolumesModificationsCommand, ({ VolumeIds = [] }) => ({
      VolumesModifications: VolumeIds.map((id) => describeModification(state, getLatestChange(state, id))),
    })),
  };
}

function modifyVolume(state: Ec2State, input: ModifyVolumeInput): VolumeModificationRecord {
  const volume = getVolume(state, input.VolumeId);
  const before = state.modifications.get(volume.id) ?? [];
  const last = before.at(-1);
  const now = state.now();
  if (last !== undefined && getChangeState(last, now) !== 'completed') {
    const state = getChangeState(last, now).toUpperCase();
    const message = `Volume ${volume.id} is in ${state} state. Wait until it is COMPLETED.`;
    throw makeEc2Error('IncorrectModificationState', message);
  }
  if (before.filter(({ startedAt }) => now - startedAt < DAY_MS).length >= MAX_DAILY_CHANGES) {
    const message = `You've reached the maximum modification rate per volume limit: ${MAX_DAILY_CHANGES} in 24 hours.`;
    throw makeEc2Error('VolumeModificationRateExceeded', message);
  }
  const target = toTargetDisk(volume, input);
  const { VolumeSize = 0 } = target;
  const endsAt = now + MODIFYING_STATE_MS + OPTIMIZATION_TIME.leastMs + VolumeSize * OPTIMIZATION_TIME.msPerGiB;
  const made = { volumeId: volume.id, from: volume.disk, to: target, startedAt: now, endsAt };
  state.modifications.set(volume.id, [...before, made]);
  const its = { ...volume, disk: target };
  state.volumes.set(volume.id, its);
  // "You are charged at the new rate" from when the change starts (EBS guide, Modify a volume).
  billVolume(state, its);
  return made;
}

/** The new configuration: omitted settings keep their value, if the type has these. */
function toTargetDisk({ disk }: KnownVolume, { Size, VolumeType, Iops, Throughput }: ModifyVolumeInput): BilledDisk {
  const { VolumeSize = 0 } = disk;
  if (Size !== undefined && Size < VolumeSize)
    throwEc2Error('InvalidParameterValue', `New size cannot be smaller than existing size ${VolumeSize}`);
  const type = VolumeType ?? disk.VolumeType;
  const same = type === disk.VolumeType;
  const iops = Iops ?? (same ? disk.Iops : undefined);
  const throughput = Throughput ?? (same ? disk.Throughput : undefined);
  const { Iops: _iops, Throughput: _throughput, ...rest } = disk;
  const target: BilledDisk = {
    ...rest,
    VolumeSize: Size ?? VolumeSize,
    ...(type === undefined ? {} : { VolumeType: type }),
    ...(iops === undefined ? {} : { Iops: iops }),
    ...(throughput === undefined ? {} : { Throughput: throughput }),
  };
  if (JSON.stringify(sortMembers(target)) === JSON.stringify(sortMembers(disk)))
    throwEc2Error('InvalidParameterCombination', 'No modification was specified.');
  const found = identifyDisk({
    VolumeType: type ?? '',
    VolumeSize: Size ?? VolumeSize,
    Iops: iops,
    Throughput: throughput,
  });
  const wrong = found?.target.check(found.config).find(({ severity }) => severity === 'error');
  if (found === undefined || wrong !== undefined)
    throwEc2Error('InvalidParameterCombination', wrong?.message ?? `${String(type)} is no type of volume`);
  return target;
}

function sortMembers(disk: BilledDisk): object {
  return Object.fromEntries(Object.entries(disk).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function getLatestChange(state: Ec2State, id: string): VolumeModificationRecord {
  getVolume(state, id);
  const found = state.modifications.get(id)?.at(-1);
  if (found !== undefined) return found;
  throw makeEc2Error('InvalidVolumeModification.NotFound', `Modification for volume '${id}' does not exist.`);
}

function getChangeState(
  { startedAt, endsAt }: VolumeModificationRecord,
  now: number,
): 'modifying' | 'optimizing' | 'completed' {
  if (now < startedAt + MODIFYING_STATE_MS) return 'modifying';
  return now < endsAt ? 'optimizing' : 'completed';
}

function describeModification(
  state: Ec2State,
  { volumeId, from, to, startedAt, endsAt }: VolumeModificationRecord,
): VolumeModification {
  const now = state.now();
  const ModificationState = getChangeState({ volumeId, from, to, startedAt, endsAt }, now);
  return {
    VolumeId: volumeId,
    ModificationState,
    OriginalSize: from.VolumeSize,
    OriginalVolumeType: from.VolumeType,
    OriginalIops: from.Iops,
    OriginalThroughput: from.Throughput,
    TargetSize: to.VolumeSize,
    TargetVolumeType: to.VolumeType,
    TargetIops: to.Iops,
    TargetThroughput: to.Throughput,
    Progress: Math.floor((100 * Math.min(now - startedAt, endsAt - startedAt)) / (endsAt - startedAt)),
    StartTime: new Date(startedAt),
    ...(ModificationState === 'completed' ? { EndTime: new Date(endsAt) } : {}),
  };
}

function throwEc2Error(code: string, message: string): never {
  throw makeEc2Error(code, message);
}
