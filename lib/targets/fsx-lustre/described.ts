/** The settings of an FSx for Lustre file system, read from what FSx says of it. */
import * as z from 'zod';
import type { Found } from '../contract';
import { type FsxLustre, schema } from './schema';

/** What of DescribeFileSystems says a setting. */
const told = z.object({
  StorageCapacity: z.number(),
  StorageType: z.literal('SSD').optional(),
  LustreConfiguration: z.object({
    DeploymentType: z.string(),
    PerUnitStorageThroughput: z.number().optional(),
    MetadataConfiguration: z
      .object({ Mode: z.enum(['AUTOMATIC', 'USER_PROVISIONED']), Iops: z.number().optional() })
      .optional(),
    DataCompressionType: z.string().optional(),
    EfaEnabled: z.boolean().optional(),
  }),
});
type Lustre = z.output<typeof told>['LustreConfiguration'];

/** Without `stripeCount`, which hosts give to folders. */
export function described({ fileSystem }: Found): FsxLustre | null {
  const read = told.safeParse(fileSystem);
  if (!read.success) return null;
  const { StorageCapacity, LustreConfiguration: lustre } = read.data;
  const settings = schema.safeParse({
    kind: 'fsx-lustre',
    deploymentType: lustre.DeploymentType,
    storageGiB: StorageCapacity,
    perUnitMBps: lustre.PerUnitStorageThroughput,
    metadataIops: metadataIops(lustre),
    compression: lustre.DataCompressionType,
    efa: lustre.EfaEnabled,
  });
  return settings.success ? settings.data : null;
}

/** A file system without a metadata configuration that could have one was made so. */
function metadataIops({ DeploymentType, MetadataConfiguration }: Lustre): 'automatic' | 'none' | number | undefined {
  if (MetadataConfiguration === undefined) return DeploymentType === 'PERSISTENT_2' ? 'none' : undefined;
  return MetadataConfiguration.Mode === 'AUTOMATIC' ? 'automatic' : MetadataConfiguration.Iops;
}
