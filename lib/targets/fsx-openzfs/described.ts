/** The settings of an FSx for OpenZFS file system, read from what FSx says of it and its volumes. */
import * as z from 'zod';
import type { Found } from '../contract';
import { type FsxOpenZfs, schema } from './schema';

/** What of DescribeFileSystems says a setting, or which volume is the root. */
const told = z.object({
  StorageCapacity: z.number(),
  StorageType: z.literal('SSD').optional(),
  OpenZFSConfiguration: z.object({
    DeploymentType: z.string(),
    ThroughputCapacity: z.number(),
    DiskIopsConfiguration: z.object({
      Mode: z.enum(['AUTOMATIC', 'USER_PROVISIONED']),
      Iops: z.number().optional(),
    }),
    RootVolumeId: z.string().optional(),
  }),
});

/** What of DescribeVolumes says a setting. */
const toldVolume = z.object({
  VolumeId: z.string(),
  OpenZFSConfiguration: z.object({
    RecordSizeKiB: z.number(),
    DataCompressionType: z.string(),
    StorageCapacityQuotaGiB: z.number(),
    NfsExports: z.array(z.object({ ClientConfigurations: z.array(z.object({ Options: z.array(z.string()) })) })),
  }),
});
type Volume = z.output<typeof toldVolume>;

/** All volumes below the root are alike: the first one speaks for them. */
export function described({ fileSystem, volumes }: Found): FsxOpenZfs | null {
  const read = told.safeParse(fileSystem);
  const all = z.array(toldVolume).safeParse(volumes);
  if (!read.success || !all.success) return null;
  const { StorageCapacity, OpenZFSConfiguration: zfs } = read.data;
  const { Mode, Iops } = zfs.DiskIopsConfiguration;
  const settings = schema.safeParse({
    kind: 'fsx-openzfs',
    deploymentType: zfs.DeploymentType,
    storageGiB: StorageCapacity,
    throughputMBps: zfs.ThroughputCapacity,
    diskIops: Mode === 'AUTOMATIC' ? 'automatic' : Iops,
    ...ofVolumes(all.data.filter(({ VolumeId }) => VolumeId !== zfs.RootVolumeId)),
  });
  return settings.success ? settings.data : null;
}

function ofVolumes(volumes: readonly Volume[]): Readonly<Record<string, unknown>> {
  const first = volumes[0]?.OpenZFSConfiguration;
  if (first === undefined) return {};
  const { StorageCapacityQuotaGiB: quotaGiB, NfsExports } = first;
  const options = NfsExports.flatMap(({ ClientConfigurations }) => ClientConfigurations.flatMap((one) => one.Options));
  return {
    recordSizeKiB: first.RecordSizeKiB,
    compression: first.DataCompressionType,
    nfsExport: options.includes('async') ? 'async' : 'sync',
    // FSx says -1 where there is no quota.
    volumes: { count: volumes.length, ...(quotaGiB < 0 ? {} : { quotaGiB }) },
  };
}
