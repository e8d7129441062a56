/** All kinds of storage resources. */
import type { ChangedHostKind, StorageKind } from '../../shapes/resources';
import { alarm } from './alarm';
import { hostVolume } from './ec2-volume';
import { efsFileSystem, efsMountTarget } from './efs';
import { fileSystem, storageVirtualMachine, volume } from './fsx';
import type { ChangedResource, StorageResource } from './resource';
import { s3Bucket } from './s3-bucket';
import { s3FileSystem, s3MountTarget } from './s3-files';
import { secret } from './secret';

export const STORAGE: { readonly [K in StorageKind]: StorageResource<K> } = {
  'fsx:file-system': fileSystem,
  'fsx:storage-virtual-machine': storageVirtualMachine,
  'fsx:volume': volume,
  'efs:mount-target': efsMountTarget,
  'efs:file-system': efsFileSystem,
  's3files:mount-target': s3MountTarget,
  's3files:file-system': s3FileSystem,
  's3:bucket': s3Bucket,
  'secretsmanager:secret': secret,
  'cloudwatch:alarm': alarm,
};

/** All changeable resources: storage, and volumes that are created with hosts and changed by requests. */
export const CHANGEABLE: typeof STORAGE & { readonly [K in ChangedHostKind]: ChangedResource<K> } = {
  ...STORAGE,
  'ec2:volume': hostVolume,
};
