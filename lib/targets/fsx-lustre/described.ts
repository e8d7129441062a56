/** The settings of an FSx for Lustre file system, read from what FSx says of it. */
import * as z from 'zod';
import type { Found } from '../contract';
import type { FsxLustre, Tiered } from './settings/config';
import { schema } from './settings/schema';

/** What of DescribeFileSystems says a setting. */
const told = z.object({
  FileSystemType: z.literal('LUSTRE'),
  StorageCapacity: z.number().optional(),
  StorageType: z.enum(['SSD', 'HDD', 'INTELLIGENT_TIERING']).default('SSD'),
  LustreConfiguration: z.object({
    DeploymentType: z.string(),
    PerUnitStorageThroughput: z.number().optional(),
    ThroughputCapacity: z.number().optional(),
    DataReadCacheConfiguration: z.object({ SizingMode: z.string(), SizeGiB: z.number().optional() }).optional(),
    DriveCacheType: z.enum(['NONE', 'READ']).optional(),
    MetadataConfiguration: z
      .object({ Mode: z.enum(['AUTOMATIC', 'USER_PROVISIONED']), Iops: z.number().optional() })
      .optional(),
    DataCompressionType: z.string().optional(),
    EfaEnabled: z.boolean().optional(),
  }),
});
type Told = z.output<typeof told>;
type Lustre = Told['LustreConfiguration'];

/**
 * Without `stripeCount`, which hosts give to folders; without `kmsKeyId`, since one is told of every file system that
 * lasts, and whether it was asked for is not; and with nothing stored, which FSx does not tell either.
 */
export function described({ fileSystem }: Found): FsxLustre | null {
  const read = told.safeParse(fileSystem);
  if (!read.success) return null;
  const { StorageType, LustreConfiguration: lustre } = read.data;
  const settings = schema.safeParse({
    kind: 'fsx-lustre',
    deploymentType: lustre.DeploymentType,
    metadataIops: metadataIops(read.data),
    compression: lustre.DataCompressionType,
    efa: lustre.EfaEnabled,
    ...(StorageType === 'INTELLIGENT_TIERING' ? tiered(lustre) : sized(read.data)),
  });
  return settings.success ? settings.data : null;
}

function sized({ StorageType, StorageCapacity, LustreConfiguration: lustre }: Told): object {
  return {
    storageType: StorageType,
    storageGiB: StorageCapacity,
    perUnitMBps: lustre.PerUnitStorageThroughput,
    // SSD may be told to have none.
    driveCache: StorageType === 'HDD' ? lustre.DriveCacheType : undefined,
  };
}

function tiered({ ThroughputCapacity, DataReadCacheConfiguration: cache }: Lustre): object {
  const modes: Readonly<Record<string, Tiered['readCacheGiB'] | undefined>> = {
    NO_CACHE: 'none',
    PROPORTIONAL_TO_THROUGHPUT_CAPACITY: 'proportional',
    USER_PROVISIONED: cache?.SizeGiB,
  };
  return {
    storageType: 'INTELLIGENT_TIERING',
    throughputMBps: ThroughputCapacity,
    readCacheGiB: cache === undefined ? undefined : modes[cache.SizingMode],
    storedGiB: 0,
  };
}

/** A file system without a metadata configuration that could have one was made so. */
function metadataIops({ LustreConfiguration: lustre }: Told): 'automatic' | 'none' | number | undefined {
  const { DeploymentType, MetadataConfiguration } = lustre;
  if (MetadataConfiguration === undefined) return DeploymentType === 'PERSISTENT_2' ? 'none' : undefined;
  return MetadataConfiguration.Mode === 'AUTOMATIC' ? 'automatic' : MetadataConfiguration.Iops;
}
