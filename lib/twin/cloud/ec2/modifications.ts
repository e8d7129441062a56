/**
 * Changes of volumes: ModifyVolume and DescribeVolumesModifications. API reference, ModifyVolume; EBS guide, Monitor
 * the progress of volume modifications.
 */
import { DescribeVolumesModificationsCommand, ModifyVolumeCommand, type VolumeModification } from '@aws-sdk/client-ec2';
import { describedDisk } from '../../../targets/registry';
import type { PaidDisk } from '../paid';
import type { Service } from '../service';
import { action, type InputOf } from '../shape';
import type { Ec2State, Modification, Volume } from './state';
import { knownVolume, payFor } from './volumes';
import { ec2Error } from './requests';

type Asked = InputOf<typeof ModifyVolumeCommand>;

/** Assumed, of "usually takes a few seconds". */
const MODIFYING_MS = 10_000;
const DAY_MS = 24 * 3_600_000;
/** "Up to four times within a rolling 24-hour period" (API reference, ModifyVolume). */
const MOST_CHANGES = 4;
/** "From a few minutes to a few hours"; "a fully used 1-TiB volume can take about 6 hours": assumed to be all used. */
const OPTIMIZING = { leastMs: 180_000, msPerGiB: (6 * 3_600_000) / 1024 };

export function modificationActions(state: Ec2State): Service {
  return {
    ModifyVolume: action(ModifyVolumeCommand, (input) => ({
      VolumeModification: told(state, modify(state, input)),
    })),

    DescribeVolumesModifications: action(DescribeVolumesModificationsCommand, ({ VolumeIds = [] }) => ({
      VolumesModifications: VolumeIds.map((id) => told(state, newest(state, id))),
    })),
  };
}

function modify(state: Ec2State, input: Asked): Modification {
  const volume = knownVolume(state, input.VolumeId);
  const before = state.modifications.get(volume.id) ?? [];
  const last = before.at(-1);
  const now = state.now();
  if (last !== undefined && stateOf(last, now) !== 'completed') {
    const message = `Volume ${volume.id} is in ${stateOf(last, now).toUpperCase()} state. Wait until it is COMPLETED.`;
    throw ec2Error('IncorrectModificationState', message);
  }
  if (before.filter(({ startedAt }) => now - startedAt < DAY_MS).length >= MOST_CHANGES) {
    const message = `You've reached the maximum modification rate per volume limit: ${MOST_CHANGES} in 24 hours.`;
    throw ec2Error('VolumeModificationRateExceeded', message);
  }
  const target = changed(volume, input);
  const { VolumeSize = 0 } = target;
  const endsAt = now + MODIFYING_MS + OPTIMIZING.leastMs + VolumeSize * OPTIMIZING.msPerGiB;
  const made = { volumeId: volume.id, from: volume.disk, to: target, startedAt: now, endsAt };
  state.modifications.set(volume.id, [...before, made]);
  const its = { ...volume, disk: target };
  state.volumes.set(volume.id, its);
  // "You are charged at the new rate" from when the change starts (EBS guide, Modify a volume).
  payFor(state, its);
  return made;
}

/** What the volume will be: what was not said stays, where its type has that. */
function changed({ disk }: Volume, { Size, VolumeType, Iops, Throughput }: Asked): PaidDisk {
  const { VolumeSize = 0 } = disk;
  if (Size !== undefined && Size < VolumeSize)
    refuse('InvalidParameterValue', `New size cannot be smaller than existing size ${VolumeSize}`);
  const type = VolumeType ?? disk.VolumeType;
  const same = type === disk.VolumeType;
  const iops = Iops ?? (same ? disk.Iops : undefined);
  const throughput = Throughput ?? (same ? disk.Throughput : undefined);
  const { Iops: _iops, Throughput: _throughput, ...rest } = disk;
  const target: PaidDisk = {
    ...rest,
    VolumeSize: Size ?? VolumeSize,
    ...(type === undefined ? {} : { VolumeType: type }),
    ...(iops === undefined ? {} : { Iops: iops }),
    ...(throughput === undefined ? {} : { Throughput: throughput }),
  };
  if (JSON.stringify(sorted(target)) === JSON.stringify(sorted(disk)))
    refuse('InvalidParameterCombination', 'No modification was specified.');
  const found = describedDisk({
    VolumeType: type ?? '',
    VolumeSize: Size ?? VolumeSize,
    Iops: iops,
    Throughput: throughput,
  });
  const wrong = found?.target.check(found.config).find(({ severity }) => severity === 'error');
  if (found === undefined || wrong !== undefined)
    refuse('InvalidParameterCombination', wrong?.message ?? `${String(type)} is no type of volume`);
  return target;
}

function sorted(disk: PaidDisk): object {
  return Object.fromEntries(Object.entries(disk).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function newest(state: Ec2State, id: string): Modification {
  knownVolume(state, id);
  const found = state.modifications.get(id)?.at(-1);
  if (found !== undefined) return found;
  throw ec2Error('InvalidVolumeModification.NotFound', `Modification for volume '${id}' does not exist.`);
}

function stateOf({ startedAt, endsAt }: Modification, now: number): 'modifying' | 'optimizing' | 'completed' {
  if (now < startedAt + MODIFYING_MS) return 'modifying';
  return now < endsAt ? 'optimizing' : 'completed';
}

function told(state: Ec2State, { volumeId, from, to, startedAt, endsAt }: Modification): VolumeModification {
  const now = state.now();
  const ModificationState = stateOf({ volumeId, from, to, startedAt, endsAt }, now);
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

function refuse(code: string, message: string): never {
  throw ec2Error(code, message);
}
