/** Volumes of file systems of FSx. */
import type { CreateVolumeCommandInput, UpdateVolumeCommandInput, Volume } from '@aws-sdk/client-fsx';
import type { AwsCalls } from '../calls';
import { judged } from './fsx-lifecycle';
import { typeOfFsx } from './fsx-types';
import { known, only, type Sight, type StorageResource } from './resource';

export const volume: StorageResource<'fsx:volume'> = {
  absent: ['VolumeNotFound'],
  sends: {
    CreateVolume: async ({ fsx }, input: CreateVolumeCommandInput) => seen((await fsx.createVolume(input)).Volume),
    UpdateVolume: async ({ fsx }, input: UpdateVolumeCommandInput) => seen((await fsx.updateVolume(input)).Volume),
  },
  describe: async (aws, id) => seen(await find(aws, id)),
  page: null,
  remove: async (aws, id) => {
    const { VolumeType } = await find(aws, id);
    return aws.fsx.deleteVolume({ VolumeId: id, ...typeOfFsx(VolumeType).volumes?.removal });
  },
};

async function find({ fsx }: AwsCalls, id: string): Promise<Volume> {
  return only((await fsx.describeVolumes({ VolumeIds: [id] })).Volumes, id);
}

function seen(found: Volume | undefined): Sight {
  const { VolumeId: id = '', Lifecycle, LifecycleTransitionReason, VolumeType } = found ?? {};
  return {
    ...judged(Lifecycle, LifecycleTransitionReason?.Message, found?.AdministrativeActions),
    id,
    values: known({ id, ...(found === undefined ? {} : typeOfFsx(VolumeType).volumes?.values(found)) }),
  };
}
