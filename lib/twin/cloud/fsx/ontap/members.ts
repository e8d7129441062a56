/** What requests say of ONTAP file systems and volumes alone. */
import type { FsxType, FsxVolumes } from '../contract';

/** Members of a file system in creates and updates alike. */
const FILE_SYSTEM = {
  AutomaticBackupRetentionDays: 'number',
  DailyAutomaticBackupStartTime: 'text',
  DiskIopsConfiguration: { Iops: 'number', Mode: 'text' },
  HAPairs: 'number',
  ThroughputCapacity: 'number',
  ThroughputCapacityPerHAPair: 'number',
  WeeklyMaintenanceStartTime: 'text',
} as const;

export const MEMBERS: FsxType['members'] = {
  create: {
    OntapConfiguration: {
      ...FILE_SYSTEM,
      DeploymentType: 'text',
      EndpointIpAddressRange: 'text',
      FsxAdminPassword: 'text',
      PreferredSubnetId: 'text',
      RouteTableIds: ['text'],
    },
  },
  update: { OntapConfiguration: FILE_SYSTEM },
  // DeleteFileSystem has no word for ONTAP.
  delete: {},
};

/** Members of a volume in creates and updates alike. */
const VOLUME = {
  JunctionPath: 'text',
  SecurityStyle: 'text',
  SizeInBytes: 'number',
  SnapshotPolicy: 'text',
  StorageEfficiencyEnabled: 'flag',
  TieringPolicy: { CoolingPeriod: 'number', Name: 'text' },
} as const;

export const VOLUME_MEMBERS: FsxVolumes['members'] = {
  create: {
    OntapConfiguration: {
      ...VOLUME,
      AggregateConfiguration: { Aggregates: ['text'], ConstituentsPerAggregate: 'number' },
      StorageVirtualMachineId: 'text',
      VolumeStyle: 'text',
    },
  },
  update: { OntapConfiguration: VOLUME },
  delete: { OntapConfiguration: { SkipFinalBackup: 'flag' } },
};
