/** The root volume of a storage virtual machine: made with it, gone with it, refused to be deleted alone. */
import type { OntapVolumeConfiguration } from '@aws-sdk/client-fsx';
import type { VolumeRecord } from '../records';
import type { FsxState } from '../state';
import type { VirtualMachine } from './virtual-machine';

/** "1 GiB" of an SVM's root (ONTAP guide, Managing storage virtual machines). */
const SIZE_BYTES = 1024 ** 3;

/**
 * No page says whether it has the tags of its virtual machine: that it has them is the harder case, since a listing by
 * tag then shows what nobody can delete.
 */
export function rootOf(state: FsxState, made: VirtualMachine): VolumeRecord<OntapVolumeConfiguration> {
  return {
    id: made.rootVolumeId,
    rank: state.nextRank(),
    createdAt: state.now(),
    tags: made.tags,
    fileSystemId: made.fileSystemId,
    fileSystemType: 'ONTAP',
    name: `${made.name}_root`,
    root: true,
    configuration: {
      JunctionPath: '/',
      SecurityStyle: made.style as NonNullable<OntapVolumeConfiguration['SecurityStyle']>,
      SizeInBytes: SIZE_BYTES,
      StorageVirtualMachineId: made.id,
      StorageVirtualMachineRoot: true,
      TieringPolicy: { Name: 'NONE' },
      VolumeStyle: 'FLEXVOL',
    },
    lifecycle: 'CREATING',
    actions: [],
    deletions: 0,
  };
}
