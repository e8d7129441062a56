/** Volumes of file systems of FSx. */
import type { CreateVolumeCommandInput, UpdateVolumeCommandInput, Volume } from '@aws-sdk/client-fsx';
import { endOf } from '../../shapes/resources';
import type { AwsCalls } from '../calls';
import { type Found, tagsByName } from '../ledger/resource';
import { deletableIn, judged } from './fsx-lifecycle';
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
  // All of the account and Region: DescribeVolumes cannot filter by tag (API reference).
  page: async ({ fsx }, { token }) => {
    const { Volumes = [], NextToken } = await fsx.describeVolumes(token === undefined ? {} : { NextToken: token });
    return { found: Volumes.filter(endsByItself).map(listed), NextToken };
  },
  remove: ({ fsx }, id, type) => fsx.deleteVolume({ VolumeId: id, ...typeOfFsx(type).volumes?.removal }),
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

function endsByItself(one: Volume): boolean {
  return endOf('fsx:volume', one) === 'by itself' && typeOfFsx(one.VolumeType).volumes?.root?.(one) !== true;
}

function listed(one: Volume): Found {
  return {
    id: one.VolumeId,
    state: one.Lifecycle ?? 'unknown',
    // What is deleted is not listed any more.
    living: true,
    deletable: deletableIn(one.Lifecycle),
    tags: tagsByName(one.Tags),
    parent: typeOfFsx(one.VolumeType).volumes?.parent(one) ?? one.FileSystemId ?? null,
    type: one.VolumeType ?? null,
  };
}
