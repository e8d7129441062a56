/** Volumes of file systems of FSx. */
import type { CreateVolumeCommandInput, UpdateVolumeCommandInput, Volume } from '@aws-sdk/client-fsx';
import type { AwsCalls } from '../calls';
import { judged } from './fsx-lifecycle';
import { typeOfFsx } from './fsx-types';
import { known, present, type Sight, type StorageResource } from './resource';

export const volume: StorageResource<'fsx:volume'> = {
  absent: ['VolumeNotFound'],
  sends: {
    CreateVolume: async ({ fsx }, input: CreateVolumeCommandInput) =>
      seen(present((await fsx.createVolume(input)).Volume, 'a new volume')),
    UpdateVolume: async ({ fsx }, input: UpdateVolumeCommandInput) =>
      seen(present((await fsx.updateVolume(input)).Volume, 'the changed volume')),
  },
  describe: async (aws, id) => seen(await find(aws, id)),
  page: null,
  remove: async (aws, id) => {
    const { VolumeType } = await find(aws, id);
    return aws.fsx.deleteVolume({ VolumeId: id, ...typeOfFsx(VolumeType).volumes?.removal });
  },
};

async function find({ fsx }: AwsCalls, id: string): Promise<Volume> {
  const { Volumes } = await fsx.describeVolumes({ VolumeIds: [id] });
  return present(Volumes?.[0], id);
}

function seen(found: Volume): Sight {
  const { Lifecycle, LifecycleTransitionReason, AdministrativeActions, VolumeType } = found;
  const id = present(found.VolumeId, 'the id of a volume');
  return {
    ...judged(Lifecycle, LifecycleTransitionReason?.Message, AdministrativeActions),
    id,
    values: known({ id, ...typeOfFsx(VolumeType).volumes?.values(found) }),
  };
}
