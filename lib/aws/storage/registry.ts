/** All kinds of storage that targets are made of. */
import type { StorageKind } from '../../shapes/resources';
import { efsFileSystem } from './efs-file-system';
import { efsMountTarget } from './efs-mount-target';
import { fileSystem } from './fsx-file-system';
import { storageVirtualMachine } from './fsx-storage-virtual-machine';
import { volume } from './fsx-volume';
import type { StorageResource } from './resource';
import { secret } from './secretsmanager/secret';

export const STORAGE: { readonly [K in StorageKind]: StorageResource<K> } = {
  'fsx:file-system': fileSystem,
  'fsx:storage-virtual-machine': storageVirtualMachine,
  'fsx:volume': volume,
  'efs:mount-target': efsMountTarget,
  'efs:file-system': efsFileSystem,
  'secretsmanager:secret': secret,
};
