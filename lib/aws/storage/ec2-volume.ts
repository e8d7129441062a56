/** Measured EBS volumes, created and deleted with hosts (EC2 API: ModifyVolume, DescribeVolumesModifications). */
import type { ModifyVolumeCommandInput, VolumeModification } from '@aws-sdk/client-ec2';
import type { AwsCalls } from '../calls';
import { type ChangedResource, requireValue, type ResourceState } from './resource';

/** Errors during another change, or after too many changes (EC2 API reference, error codes). */
const REFUSED_ERRORS: readonly string[] = ['IncorrectModificationState', 'VolumeModificationRateExceeded'];

export const hostVolume: ChangedResource<'ec2:volume'> = {
  absent: ['InvalidVolumeModification.NotFound', 'InvalidVolume.NotFound'],
  sends: {
    'ec2:ModifyVolume': async (aws, input: ModifyVolumeCommandInput) => toStatus(await modifyVolume(aws, input)),
  },
  describe: async (aws, id) => toStatus(await getLastChange(aws, id)),
};

/** Without a client token, EC2 refuses a repeated call after a lost answer: the first change is the answer. */
async function modifyVolume(aws: AwsCalls, input: ModifyVolumeCommandInput): Promise<VolumeModification> {
  try {
    return requireValue((await aws.ec2.modifyVolume(input)).VolumeModification, 'the change of a volume');
  } catch (error) {
    if (!REFUSED_ERRORS.includes((error as Error).name)) throw error;
    const last = await getLastChange(aws, requireValue(input.VolumeId, 'the id of what is changed')).catch(
      () => undefined,
    );
    if (last === undefined || !isSameChange(last, input)) throw error;
    return last;
  }
}

/** Absent properties stay unchanged. */
function isSameChange(
  last: VolumeModification,
  { Size, VolumeType, Iops, Throughput }: ModifyVolumeCommandInput,
): boolean {
  return (
    (Size === undefined || last.TargetSize === Size) &&
    (VolumeType === undefined || last.TargetVolumeType === VolumeType) &&
    (Iops === undefined || last.TargetIops === Iops) &&
    (Throughput === undefined || last.TargetThroughput === Throughput)
  );
}

async function getLastChange({ ec2 }: AwsCalls, id: string): Promise<VolumeModification> {
  const { VolumesModifications } = await ec2.describeVolumesModifications({ VolumeIds: [id] });
  return requireValue(VolumesModifications?.[0], `the newest change of ${id}`);
}

/**
 * An `optimizing` volume is usable, but its performance is between the old and new settings, so no trial may run (EBS
 * guide, Monitor the progress of volume modifications).
 */
function toStatus({ VolumeId, ModificationState, StatusMessage = '', StartTime }: VolumeModification): ResourceState {
  const id = requireValue(VolumeId, 'the id of a volume');
  const changedAt = StartTime === undefined ? null : Math.floor(StartTime.getTime() / 1000);
  const common = { id, lifecycle: ModificationState ?? 'unknown', values: { id }, changedAt };
  if (ModificationState === 'completed') return { ...common, state: 'ready', why: '' };
  if (ModificationState === 'modifying' || ModificationState === 'optimizing')
    return { ...common, state: 'busy', why: '' };
  return { ...common, state: 'failed', why: StatusMessage };
}
