/** What requests say of OpenZFS file systems and volumes alone. */
import type { FsxType, FsxVolumes } from '../contract';
import { NFS_EXPORTS } from './volume-rules';

/** The option of a delete that volumes below are meant too. */
export const WITH_CHILDREN = 'DELETE_CHILD_VOLUMES_AND_SNAPSHOTS';

/** Members of a file system in creates and updates alike. */
const FILE_SYSTEM = {
  AutomaticBackupRetentionDays: 'number',
  CopyTagsToBackups: 'flag',
  CopyTagsToVolumes: 'flag',
  DailyAutomaticBackupStartTime: 'text',
  DiskIopsConfiguration: { Iops: 'number', Mode: 'text' },
  ThroughputCapacity: 'number',
  WeeklyMaintenanceStartTime: 'text',
} as const;

/** Members of every volume, the root volume too. */
const ANY_VOLUME = {
  DataCompressionType: 'text',
  NfsExports: NFS_EXPORTS,
  ReadOnly: 'flag',
  RecordSizeKiB: 'number',
} as const;

export const MEMBERS: FsxType['members'] = {
  create: {
    OpenZFSConfiguration: {
      ...FILE_SYSTEM,
      DeploymentType: 'text',
      EndpointIpAddressRange: 'text',
      PreferredSubnetId: 'text',
      RootVolumeConfiguration: { ...ANY_VOLUME, CopyTagsToSnapshots: 'flag' },
      RouteTableIds: ['text'],
    },
  },
  update: { OpenZFSConfiguration: FILE_SYSTEM },
  delete: {
    OpenZFSConfiguration: {
      SkipFinalBackup: 'flag',
      FinalBackupTags: [{ Key: 'text', Value: 'text' }],
      Options: ['text'],
    },
  },
};

/** Members of a volume in creates and updates alike. */
const VOLUME = { ...ANY_VOLUME, StorageCapacityQuotaGiB: 'number', StorageCapacityReservationGiB: 'number' } as const;

export const VOLUME_MEMBERS: FsxVolumes['members'] = {
  create: { OpenZFSConfiguration: { ...VOLUME, CopyTagsToSnapshots: 'flag', ParentVolumeId: 'text' } },
  update: { OpenZFSConfiguration: VOLUME },
  delete: { OpenZFSConfiguration: { Options: ['text'] } },
};
