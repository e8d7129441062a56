/** What requests say of Lustre file systems alone. */
import type { FsxType } from '../contract';

/** Members of creates and updates alike. */
const LUSTRE = {
  AutomaticBackupRetentionDays: 'number',
  DailyAutomaticBackupStartTime: 'text',
  DataCompressionType: 'text',
  DataReadCacheConfiguration: { SizingMode: 'text', SizeGiB: 'number' },
  MetadataConfiguration: { Iops: 'number', Mode: 'text' },
  PerUnitStorageThroughput: 'number',
  ThroughputCapacity: 'number',
  RootSquashConfiguration: { NoSquashNids: ['text'], RootSquash: 'text' },
  WeeklyMaintenanceStartTime: 'text',
} as const;

export const MEMBERS: FsxType['members'] = {
  create: {
    LustreConfiguration: {
      ...LUSTRE,
      CopyTagsToBackups: 'flag',
      DeploymentType: 'text',
      DriveCacheType: 'text',
      EfaEnabled: 'flag',
    },
  },
  update: { LustreConfiguration: LUSTRE },
  delete: { LustreConfiguration: { SkipFinalBackup: 'flag', FinalBackupTags: [{ Key: 'text', Value: 'text' }] } },
};
