/** Create requests of an FSx for ONTAP file system, its storage virtual machine and its volumes. */
import * as z from 'zod';
import { ensure } from '../../shapes/errors';
import type { CreateRequest, RequestInput } from '../../shapes/requests';
import type { FsxType } from '../../shapes/resources';
import { FILE_SYSTEM_ID, GIB, MULTI_ZONE_NETWORK, NETWORK_INPUT, makeIops, iopsSchema, getWait } from '../fsx-shared';
import { listIds } from '../fsx-volumes';
import { PASSWORD_REFERENCE, makeSecretRequest } from '../secret';
import { DURATIONS } from './durations';
import { makeLunVolumes, isLunVolume } from './luns/luns';
import { isMultiZone, hasPairThroughput, findPairMBps } from './limits';
import { type FsxOntap, needsPassword, ontapSchema } from './schema';
import type { FoundTarget } from '../contract';

/** Name of the storage virtual machine, and of its request. */
export const VIRTUAL_MACHINE_NAME = 'svm';

/**
 * The file system `fs`, its storage virtual machine, then `volume1`, `volume2`, … in it, mounted at `/volume1`, …. If a
 * host configures the server, a secret for the password comes first.
 */
export function makeOntapRequests(config: FsxOntap): readonly CreateRequest[] {
  return [
    ...(needsPassword(config) ? [makeSecretRequest('Password of fsxadmin, for one host of a rig')] : []),
    {
      id: 'fs',
      call: 'CreateFileSystem',
      input: makeFileSystem(config),
      ...getWait(DURATIONS.create, config.storageGiB),
    },
    {
      id: VIRTUAL_MACHINE_NAME,
      call: 'CreateStorageVirtualMachine',
      input: { FileSystemId: FILE_SYSTEM_ID, Name: VIRTUAL_MACHINE_NAME, RootVolumeSecurityStyle: 'UNIX' },
      ...getWait(DURATIONS.virtualMachines.create),
    },
    ...makeVolumes(config),
    ...(config.luns === undefined ? [] : makeLunVolumes(config.haPairs)),
  ];
}

function makeFileSystem(config: FsxOntap): RequestInput {
  return {
    FileSystemType: 'ONTAP' satisfies FsxType,
    StorageCapacity: config.storageGiB,
    StorageType: 'SSD',
    ...(config.kmsKeyId === undefined ? {} : { KmsKeyId: config.kmsKeyId }),
    ...(isMultiZone(config) ? { ...NETWORK_INPUT, SubnetIds: MULTI_ZONE_NETWORK.SubnetIds } : NETWORK_INPUT),
    OntapConfiguration: {
      DeploymentType: config.deploymentType,
      // The first generation has no choice of pairs.
      ...(hasPairThroughput(config) ? { HAPairs: config.haPairs } : {}),
      ...(needsPassword(config) ? { FsxAdminPassword: PASSWORD_REFERENCE } : {}),
      ...makeOntapThroughput(config),
      ...(isMultiZone(config) ? MULTI_ZONE_NETWORK.configuration : {}),
      DiskIopsConfiguration: makeIops(config.diskIops),
      // Backups are on by default, and would be kept and billed.
      AutomaticBackupRetentionDays: 0,
    },
  };
}

/** Volumes have no snapshots, tiering or storage efficiency, because these would affect measurements. */
function makeVolumes(config: FsxOntap): CreateRequest[] {
  return listIds(config).map((id, index) => {
    const input = {
      VolumeType: 'ONTAP',
      Name: id,
      OntapConfiguration: {
        StorageVirtualMachineId: `@${VIRTUAL_MACHINE_NAME}.id`,
        JunctionPath: `/${id}`,
        SecurityStyle: 'UNIX',
        SizeInBytes: config.volumes.sizeGiB * GIB,
        StorageEfficiencyEnabled: false,
        TieringPolicy: { Name: 'NONE' },
        SnapshotPolicy: 'none',
        ...makeStyleInput(config, index),
      },
    };
    return { id, call: 'CreateVolume', input, ...getWait(DURATIONS.volumes.create) };
  });
}

/** A FlexGroup is on all pairs; FlexVols use them in turn. Aggregates are called `aggr1`, `aggr2`, …, one per pair. */
function makeStyleInput({ haPairs, volumes: { constituents } }: FsxOntap, index: number): RequestInput {
  if (constituents !== undefined)
    return { VolumeStyle: 'FLEXGROUP', AggregateConfiguration: { ConstituentsPerAggregate: constituents } };
  const aggregate = `aggr${(index % haPairs) + 1}`;
  return {
    VolumeStyle: 'FLEXVOL',
    ...(haPairs === 1 ? {} : { AggregateConfiguration: { Aggregates: [aggregate] } }),
  };
}

export function makeOntapThroughput(config: FsxOntap): RequestInput {
  const each = ensure(findPairMBps(config), 'an ONTAP throughput that its rules let through');
  return hasPairThroughput(config) ? { ThroughputCapacityPerHAPair: each } : { ThroughputCapacity: each };
}

const responseSchema = z.object({
  StorageCapacity: z.number(),
  StorageType: z.literal('SSD').optional(),
  OntapConfiguration: z.object({
    DeploymentType: z.string(),
    HAPairs: z.number().default(1),
    ThroughputCapacity: z.number().optional(),
    ThroughputCapacityPerHAPair: z.number().optional(),
    DiskIopsConfiguration: iopsSchema,
  }),
});

const volumeSchema = z.object({
  Name: z.string().optional(),
  OntapConfiguration: z.object({
    StorageVirtualMachineRoot: z.boolean().default(false),
    SizeInBytes: z.number(),
    VolumeStyle: z.string(),
    AggregateConfiguration: z.object({ TotalConstituents: z.number().optional() }).optional(),
  }),
});
type VolumeResponse = z.output<typeof volumeSchema>['OntapConfiguration'];

/**
 * Settings of a created file system. FSx does not report settings that hosts make on the server, so these get the
 * schema defaults. All volumes except the root of the virtual machine are equal, so only the first is read.
 */
export function toOntapConfig({ fileSystem, volumes }: FoundTarget): FsxOntap | null {
  const read = responseSchema.safeParse(fileSystem);
  const all = z.array(volumeSchema).safeParse(volumes);
  if (!read.success || !all.success) return null;
  const { StorageCapacity, OntapConfiguration: ontap } = read.data;
  const own = all.data
    .filter(({ Name }) => !isLunVolume(Name))
    .map((one) => one.OntapConfiguration)
    .filter((one) => !one.StorageVirtualMachineRoot);
  const settings = ontapSchema.safeParse({
    kind: 'fsx-ontap',
    deploymentType: ontap.DeploymentType,
    haPairs: ontap.HAPairs,
    storageGiB: StorageCapacity,
    ...(hasPairThroughput({ deploymentType: ontap.DeploymentType })
      ? { throughputMBpsPerPair: ontap.ThroughputCapacityPerHAPair }
      : { throughputMBps: ontap.ThroughputCapacity }),
    diskIops: ontap.DiskIopsConfiguration,
    ...toVolumeParams(own, ontap.HAPairs),
  });
  return settings.success ? settings.data : null;
}

function toVolumeParams(volumes: readonly VolumeResponse[], haPairs: number): Readonly<Record<string, unknown>> {
  const [first] = volumes;
  if (first === undefined) return {};
  const { SizeInBytes, VolumeStyle, AggregateConfiguration: { TotalConstituents = haPairs } = {} } = first;
  const constituents = VolumeStyle === 'FLEXGROUP' ? { constituents: TotalConstituents / haPairs } : {};
  // ONTAP reports sizes in its own blocks.
  return { volumes: { count: volumes.length, sizeGiB: Math.round(SizeInBytes / GIB), ...constituents } };
}
