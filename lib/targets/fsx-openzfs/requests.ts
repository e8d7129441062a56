/** Create requests of an FSx for OpenZFS file system and its volumes. */
import * as z from 'zod';
import { MULTI_ZONE_NETWORK, NETWORK_INPUT, makeIops, iopsSchema, getWait } from '../fsx-shared';
import type { CreateRequest, RequestInput } from '../../shapes/requests';
import type { FsxType } from '../../shapes/resources';
import { listIds } from '../fsx-volumes';
import { DURATIONS } from './durations';
import { isMultiZone } from './limits';
import { type FsxOpenZfs, openZfsSchema } from './schema';
import type { FoundTarget } from '../contract';

/** The file system `fs`, then `volume1`, `volume2`, … below its root volume, mounted as `/fsx/volume1`. */
export function makeOpenZfsRequests(config: FsxOpenZfs): readonly CreateRequest[] {
  const wait = getWait(DURATIONS.create, config.storageGiB);
  return [{ id: 'fs', call: 'CreateFileSystem', input: makeFileSystem(config), ...wait }, ...makeVolumes(config)];
}

function makeFileSystem(config: FsxOpenZfs): RequestInput {
  return {
    FileSystemType: 'OPENZFS' satisfies FsxType,
    StorageCapacity: config.storageGiB,
    StorageType: 'SSD',
    ...(config.kmsKeyId === undefined ? {} : { KmsKeyId: config.kmsKeyId }),
    ...(isMultiZone(config) ? { ...NETWORK_INPUT, SubnetIds: MULTI_ZONE_NETWORK.SubnetIds } : NETWORK_INPUT),
    OpenZFSConfiguration: {
      DeploymentType: config.deploymentType,
      ThroughputCapacity: config.throughputMBps,
      ...(isMultiZone(config) ? MULTI_ZONE_NETWORK.configuration : {}),
      DiskIopsConfiguration: makeIops(config.diskIops),
      // Backups are on by default, and would be kept and billed.
      AutomaticBackupRetentionDays: 0,
      // No request creates the root volume. Without copied tags of fsxbench, AWS could refuse its deletion.
      CopyTagsToVolumes: true,
      RootVolumeConfiguration: toVolumeInput(config),
    },
  };
}

function makeVolumes(config: FsxOpenZfs): CreateRequest[] {
  return listIds(config).map((id) => {
    const input = {
      VolumeType: 'OPENZFS',
      Name: id,
      OpenZFSConfiguration: { ParentVolumeId: '@fs.rootVolumeId', ...toQuotaInput(config), ...toVolumeInput(config) },
    };
    return { id, call: 'CreateVolume', input, ...getWait(DURATIONS.volumes.create) };
  });
}

/** Exports to all hosts that the security group admits. Hosts write as root. */
export function makeNfsExports({ nfsExport }: FsxOpenZfs): readonly RequestInput[] {
  return [{ ClientConfigurations: [{ Clients: '*', Options: ['rw', 'no_root_squash', 'crossmnt', nfsExport] }] }];
}

function toQuotaInput({ volumes: { quotaGiB } }: FsxOpenZfs): RequestInput {
  return quotaGiB === undefined ? {} : { StorageCapacityQuotaGiB: quotaGiB };
}

function toVolumeInput(config: FsxOpenZfs): RequestInput {
  return {
    RecordSizeKiB: config.recordSizeKiB,
    DataCompressionType: config.compression,
    NfsExports: makeNfsExports(config),
  };
}

/** Settings, and the root volume, in DescribeFileSystems. */
const responseSchema = z.object({
  StorageCapacity: z.number(),
  StorageType: z.literal('SSD').optional(),
  OpenZFSConfiguration: z.object({
    DeploymentType: z.string(),
    ThroughputCapacity: z.number(),
    DiskIopsConfiguration: iopsSchema,
    RootVolumeId: z.string().optional(),
  }),
});

const volumeSchema = z.object({
  VolumeId: z.string(),
  OpenZFSConfiguration: z.object({
    RecordSizeKiB: z.number(),
    DataCompressionType: z.string(),
    StorageCapacityQuotaGiB: z.number(),
    NfsExports: z.array(z.object({ ClientConfigurations: z.array(z.object({ Options: z.array(z.string()) })) })),
  }),
});

/** Settings of a created file system. All volumes below the root are equal, so only the first is read. */
export function toOpenZfsConfig({ fileSystem, volumes }: FoundTarget): FsxOpenZfs | null {
  const read = responseSchema.safeParse(fileSystem);
  const all = z.array(volumeSchema).safeParse(volumes);
  if (!read.success || !all.success) return null;
  const { StorageCapacity, OpenZFSConfiguration: zfs } = read.data;
  const settings = openZfsSchema.safeParse({
    kind: 'fsx-openzfs',
    deploymentType: zfs.DeploymentType,
    storageGiB: StorageCapacity,
    throughputMBps: zfs.ThroughputCapacity,
    diskIops: zfs.DiskIopsConfiguration,
    ...parseVolumes(all.data.filter(({ VolumeId }) => VolumeId !== zfs.RootVolumeId)),
  });
  return settings.success ? settings.data : null;
}

function parseVolumes(volumes: readonly z.output<typeof volumeSchema>[]): Readonly<Record<string, unknown>> {
  const first = volumes[0]?.OpenZFSConfiguration;
  if (first === undefined) return {};
  const { StorageCapacityQuotaGiB: quotaGiB, NfsExports } = first;
  const options = NfsExports.flatMap(({ ClientConfigurations }) => ClientConfigurations.flatMap((one) => one.Options));
  return {
    recordSizeKiB: first.RecordSizeKiB,
    compression: first.DataCompressionType,
    nfsExport: options.includes('async') ? 'async' : 'sync',
    // FSx reports -1 without a quota.
    volumes: { count: volumes.length, ...(quotaGiB < 0 ? {} : { quotaGiB }) },
  };
}
