/** The settings of an EFS file system, read from what EFS says of it. */
import * as z from 'zod';
import type { Found } from '../contract';
import { GIB } from './limits';
import { type Efs, schema } from './schema';

/** What of DescribeFileSystems says a setting; FSx has no throughput mode. */
const told = z.object({
  ThroughputMode: z.string(),
  PerformanceMode: z.string(),
  ProvisionedThroughputInMibps: z.number().optional(),
  AvailabilityZoneName: z.string().optional(),
  Encrypted: z.boolean().default(false),
  SizeInBytes: z.object({ Value: z.number() }),
});

/**
 * What is stored is what it holds now, in whole GiB. Without `kmsKeyId`: EFS tells a key of every encrypted one, and
 * not whether it was asked for.
 */
export function described({ fileSystem }: Found): Efs | null {
  const read = told.safeParse(fileSystem);
  if (!read.success) return null;
  const { ThroughputMode, ProvisionedThroughputInMibps: provisioned, ...its } = read.data;
  const settings = schema.safeParse({
    kind: 'efs',
    zone: its.AvailabilityZoneName === undefined ? 'regional' : 'one-zone',
    throughputMode: ThroughputMode,
    ...(provisioned === undefined ? {} : { provisionedMiBps: provisioned }),
    performanceMode: its.PerformanceMode,
    encrypted: its.Encrypted,
    storedGiB: Math.round(its.SizeInBytes.Value / GIB),
  });
  return settings.success ? settings.data : null;
}
