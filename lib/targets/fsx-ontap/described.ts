/** The settings of an FSx for ONTAP file system, read from what FSx says of it and its volumes. */
import * as z from 'zod';
import type { Found } from '../contract';
import { GIB } from '../fsx-shared';
import { holdsLuns } from './luns/luns';
import { type FsxOntap, schema } from './schema';

/** What of DescribeFileSystems says a setting. */
const told = z.object({
  StorageCapacity: z.number(),
  StorageType: z.literal('SSD').optional(),
  OntapConfiguration: z.object({
    DeploymentType: z.string(),
    HAPairs: z.number().default(1),
    ThroughputCapacity: z.number().optional(),
    ThroughputCapacityPerHAPair: z.number().optional(),
    DiskIopsConfiguration: z.object({
      Mode: z.enum(['AUTOMATIC', 'USER_PROVISIONED']),
      Iops: z.number().optional(),
    }),
  }),
});

/** What of DescribeVolumes says a setting. */
const toldVolume = z.object({
  Name: z.string().optional(),
  OntapConfiguration: z.object({
    StorageVirtualMachineRoot: z.boolean().default(false),
    SizeInBytes: z.number(),
    VolumeStyle: z.string(),
    AggregateConfiguration: z.object({ TotalConstituents: z.number().optional() }).optional(),
  }),
});
type Volume = z.output<typeof toldVolume>['OntapConfiguration'];

/**
 * What hosts set on the server itself no call of FSx tells: it is as the schema has it where a spec says nothing.
 * All volumes but the root of their virtual machine are alike: the first one speaks for
 * them.
 */
export function described({ fileSystem, volumes }: Found): FsxOntap | null {
  const read = told.safeParse(fileSystem);
  const all = z.array(toldVolume).safeParse(volumes);
  if (!read.success || !all.success) return null;
  const { StorageCapacity, OntapConfiguration: ontap } = read.data;
  const { Mode, Iops } = ontap.DiskIopsConfiguration;
  const second = ontap.DeploymentType.endsWith('_2');
  const own = all.data
    .filter(({ Name }) => !holdsLuns(Name))
    .map((one) => one.OntapConfiguration)
    .filter((one) => !one.StorageVirtualMachineRoot);
  const settings = schema.safeParse({
    kind: 'fsx-ontap',
    deploymentType: ontap.DeploymentType,
    haPairs: ontap.HAPairs,
    storageGiB: StorageCapacity,
    ...(second
      ? { throughputMBpsPerPair: ontap.ThroughputCapacityPerHAPair }
      : { throughputMBps: ontap.ThroughputCapacity }),
    diskIops: Mode === 'AUTOMATIC' ? 'automatic' : Iops,
    ...ofVolumes(own, ontap.HAPairs),
  });
  return settings.success ? settings.data : null;
}

function ofVolumes(volumes: readonly Volume[], haPairs: number): Readonly<Record<string, unknown>> {
  const [first] = volumes;
  if (first === undefined) return {};
  const { SizeInBytes, VolumeStyle, AggregateConfiguration: { TotalConstituents = haPairs } = {} } = first;
  const constituents = VolumeStyle === 'FLEXGROUP' ? { constituents: TotalConstituents / haPairs } : {};
  // ONTAP gives sizes in its own blocks.
  return { volumes: { count: volumes.length, sizeGiB: Math.round(SizeInBytes / GIB), ...constituents } };
}
