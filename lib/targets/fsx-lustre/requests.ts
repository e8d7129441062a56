/** Create request of an FSx for Lustre file system. */
import * as z from 'zod';
import { makeIops, NETWORK_INPUT, iopsSchema, getWait } from '../fsx-shared';
import type { CreateRequest, RequestInput } from '../../shapes/requests';
import type { FsxType } from '../../shapes/resources';
import { DURATIONS } from './durations';
import { type FsxLustre, hasEfa, isScratch, isTiered, getSizeGiB, type TieredConfig } from './config';
import type { FoundTarget } from '../contract';
import { lustreSchema } from './schema';

/** Lustre version for every type. It supports metadata configurations; the default of AWS is older. */
const LUSTRE_VERSION = '2.15';

/** One request `fs`, with the outputs `id`, `dnsName` and `mountName`. */
export function makeLustreRequests(config: FsxLustre): readonly CreateRequest[] {
  const { storageType = 'SSD' } = config;
  const input: RequestInput = {
    FileSystemType: 'LUSTRE' satisfies FsxType,
    FileSystemTypeVersion: LUSTRE_VERSION,
    // Intelligent-Tiering storage grows with its data, so the request has no capacity.
    ...(isTiered(config) ? {} : { StorageCapacity: config.storageGiB }),
    StorageType: storageType,
    ...('kmsKeyId' in config ? { KmsKeyId: config.kmsKeyId } : {}),
    ...NETWORK_INPUT,
    LustreConfiguration: {
      // The default would be SCRATCH_1.
      DeploymentType: config.deploymentType,
      DataCompressionType: config.compression,
      ...(isScratch(config) ? {} : toPersistentInput(config)),
    },
  };
  return [{ id: 'fs', call: 'CreateFileSystem', input, ...getWait(DURATIONS.create, getSizeGiB(config)) }];
}

function toPersistentInput(
  config: Exclude<FsxLustre, { readonly deploymentType: 'SCRATCH_1' | 'SCRATCH_2' }>,
): RequestInput {
  return {
    ...(isTiered(config) ? makeThroughputInput(config) : { PerUnitStorageThroughput: config.perUnitMBps }),
    ...('driveCache' in config ? { DriveCacheType: config.driveCache } : {}),
    ...('metadataIops' in config && config.metadataIops !== 'none'
      ? { MetadataConfiguration: makeIops(config.metadataIops) }
      : {}),
    ...(hasEfa(config) ? { EfaEnabled: true } : {}),
    // Backups would be kept and billed.
    AutomaticBackupRetentionDays: 0,
  };
}

function makeThroughputInput(config: TieredConfig): RequestInput {
  return { ThroughputCapacity: config.throughputMBps, DataReadCacheConfiguration: toReadCacheInput(config) };
}

/** Input of creates and updates; only a user-defined size is sent. */
export function toReadCacheInput({ readCacheGiB }: Pick<TieredConfig, 'readCacheGiB'>): RequestInput {
  if (readCacheGiB === 'none') return { SizingMode: 'NO_CACHE' };
  if (readCacheGiB === 'proportional') return { SizingMode: 'PROPORTIONAL_TO_THROUGHPUT_CAPACITY' };
  return { SizingMode: 'USER_PROVISIONED', SizeGiB: readCacheGiB };
}

const responseSchema = z.object({
  FileSystemType: z.literal('LUSTRE'),
  StorageCapacity: z.number().optional(),
  StorageType: z.enum(['SSD', 'HDD', 'INTELLIGENT_TIERING']).default('SSD'),
  LustreConfiguration: z.object({
    DeploymentType: z.string(),
    PerUnitStorageThroughput: z.number().optional(),
    ThroughputCapacity: z.number().optional(),
    DataReadCacheConfiguration: z.object({ SizingMode: z.string(), SizeGiB: z.number().optional() }).optional(),
    DriveCacheType: z.enum(['NONE', 'READ']).optional(),
    MetadataConfiguration: iopsSchema.nullable().default(null),
    DataCompressionType: z.string().optional(),
    EfaEnabled: z.boolean().optional(),
  }),
});
type DescribeResponse = z.output<typeof responseSchema>;
type LustreResponse = DescribeResponse['LustreConfiguration'];

/**
 * Settings of a created file system. Omits `stripeCount`, which hosts set on folders; `kmsKeyId`, because FSx reports a
 * key for every persistent file system, requested or not; and stored data, which FSx does not report.
 */
export function toLustreConfig({ fileSystem }: FoundTarget): FsxLustre | null {
  const read = responseSchema.safeParse(fileSystem);
  if (!read.success) return null;
  const { StorageType, LustreConfiguration: lustre } = read.data;
  const settings = lustreSchema.safeParse({
    kind: 'fsx-lustre',
    deploymentType: lustre.DeploymentType,
    metadataIops: toMetadataIops(read.data),
    compression: lustre.DataCompressionType,
    efa: lustre.EfaEnabled,
    ...(StorageType === 'INTELLIGENT_TIERING' ? toTieredConfig(lustre) : toDiskConfig(read.data)),
  });
  return settings.success ? settings.data : null;
}

function toDiskConfig({ StorageType, StorageCapacity, LustreConfiguration: lustre }: DescribeResponse): object {
  return {
    storageType: StorageType,
    storageGiB: StorageCapacity,
    perUnitMBps: lustre.PerUnitStorageThroughput,
    // SSD may be reported without one.
    driveCache: StorageType === 'HDD' ? lustre.DriveCacheType : undefined,
  };
}

function toTieredConfig({ ThroughputCapacity, DataReadCacheConfiguration: cache }: LustreResponse): object {
  const modes: Readonly<Record<string, TieredConfig['readCacheGiB'] | undefined>> = {
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

/** A PERSISTENT_2 file system without a metadata configuration was created with `none`. */
function toMetadataIops({ LustreConfiguration: lustre }: DescribeResponse): 'automatic' | 'none' | number | undefined {
  const { DeploymentType, MetadataConfiguration } = lustre;
  if (MetadataConfiguration === null) return DeploymentType === 'PERSISTENT_2' ? 'none' : undefined;
  return MetadataConfiguration;
}
