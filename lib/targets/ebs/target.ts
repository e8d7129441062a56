/** Amazon EBS volumes on a host, single or striped: created and deleted with the host by its launch template. */
import type { HostDisk } from '../../shapes/disks';
import type { Fixture } from '../../shapes/fixture';
import { type PricedAmount, makeStorageItems } from '../../shapes/price';
import type { MountContext, Target } from '../contract';
import { type DiskMount, diffDiskMount, formatMountOptions, mountSchema, computeDiskCapacity } from '../disk-mount';
import { GIB } from '../fsx-shared';
import { makeMountFixture } from '../mount-fixture';
import { planVolumeChange } from './change';
import { checkEbs, checkInstanceType } from './check';
import { GP3_IOPS, getIops, GP3_THROUGHPUT, getEbsProvisioned, modelEbs } from './limits';
import { type Ebs, ebsSchema } from './schema';

/** io1 and io2 need IOPS; for gp3 they are optional. */
function toDisk(config: Ebs): HostDisk {
  const { volumeType, sizeGiB, iops, throughputMiBps } = config;
  return {
    VolumeType: volumeType,
    VolumeSize: sizeGiB,
    ...(volumeType === 'io1' || volumeType === 'io2'
      ? { Iops: getIops(config) }
      : iops === undefined
        ? {}
        : { Iops: iops }),
    ...(throughputMiBps === undefined ? {} : { Throughput: throughputMiBps }),
  };
}

/** All settings that have a price. @returns null if no spec creates such a disk */
function fromDisk({ VolumeType, VolumeSize, Iops, Throughput }: HostDisk): Ebs | null {
  const read = ebsSchema.safeParse({
    kind: 'ebs',
    volumeType: VolumeType,
    sizeGiB: VolumeSize,
    iops: Iops,
    throughputMiBps: Throughput,
  });
  return read.success ? read.data : null;
}

/** Each volume of a stripe is billed. https://aws.amazon.com/ebs/pricing/ */
const toItem = makeStorageItems('ebs');

const IO2_PRICE_TIERS = [
  { dimension: 'io2.iops.0-32000', from: 0, to: 32_000 },
  { dimension: 'io2.iops.32001-64000', from: 32_000, to: 64_000 },
  { dimension: 'io2.iops.64001+', from: 64_000, to: Number.POSITIVE_INFINITY },
] as const;

/** Provisioned amounts above those included in gp3. */
function listLineItems(config: Ebs): readonly PricedAmount[] {
  const { volumes } = config;
  return priceVolume(config).map((one) => ({
    ...one,
    item: volumes === 1 ? one.item : `${one.item}, of each of ${volumes} volumes`,
    amount: volumes * one.amount,
  }));
}

function priceVolume(config: Ebs): readonly PricedAmount[] {
  const { volumeType, sizeGiB, throughputMiBps = GP3_THROUGHPUT.least } = config;
  const iops = getIops(config);
  const item = (what: string, dimension: string, amount: number): PricedAmount =>
    toItem(`EBS ${volumeType}, ${what}`, dimension, amount);
  const storage = item(`${sizeGiB} GiB`, `${volumeType}.storage`, sizeGiB);
  if (volumeType === 'gp2' || volumeType === 'st1' || volumeType === 'sc1') return [storage];
  if (volumeType === 'io1') return [storage, item(`${iops} IOPS`, 'io1.iops', iops)];
  if (volumeType === 'io2')
    return [
      storage,
      ...IO2_PRICE_TIERS.map(({ dimension, from, to }) => {
        const amount = Math.max(0, Math.min(iops, to) - from);
        return item(`${amount} IOPS`, dimension, amount);
      }),
    ];
  const more = Math.max(0, iops - GP3_IOPS);
  const faster = Math.max(0, throughputMiBps - GP3_THROUGHPUT.least);
  return [
    storage,
    item(`${more} IOPS above 3000`, 'gp3.iops_above_3000', more),
    item(`${faster} MiB/s above 125`, 'gp3.throughput_above_125', faster),
  ];
}

const SHELL_FILES = ['clock', 'host', 'status', 'package', 'volume', 'disk'];

/** Assumed: making XFS on an empty volume writes little. */
const MOUNT_SECONDS = { expectedSeconds: 5, timeoutSeconds: 600 };

/** mkfs.ext4 writes all inode tables, 256 bytes for each 16 KiB (mke2fs.conf), at the rate of the volumes. */
function computeMountSeconds(config: Ebs): typeof MOUNT_SECONDS {
  const { bandwidth = Number.POSITIVE_INFINITY } = getEbsProvisioned(config);
  const tables = (config.volumes * config.sizeGiB * GIB * 256) / (16 * 1024);
  const seconds = config.fileSystem === 'ext4' ? Math.ceil(tables / bandwidth) : 0;
  const { expectedSeconds, timeoutSeconds } = MOUNT_SECONDS;
  return { expectedSeconds: expectedSeconds + seconds, timeoutSeconds: timeoutSeconds + 3 * seconds };
}

function mountVolumes(config: Ebs, options: DiskMount, place: MountContext): Fixture {
  const { fileSystem, volumes, sizeGiB, stripeKiB } = config;
  return makeMountFixture(place, {
    shell: SHELL_FILES,
    up: {
      comment: 'Finds the volumes by their ids, formats and mounts them, and creates the folder of the host.',
      variables: {
        DISK_FILE_SYSTEM: fileSystem,
        ...(stripeKiB === undefined ? {} : { DISK_STRIPE_KIB: String(stripeKiB) }),
        EBS_OPTIONS: formatMountOptions(options),
        EBS_VOLUMES: String(volumes),
        EBS_SIZE_GIB: String(sizeGiB),
      },
      files: ['prepare.sh'],
    },
    down: { comment: 'Unmounts a volume of EBS.', files: ['down.sh'] },
    ...computeMountSeconds(config),
  });
}

export const ebs: Target<Ebs, DiskMount> = {
  kind: 'ebs',
  summary:
    'Volumes of Amazon EBS on the host that measures, one or striped: gp3, gp2, io2, io1, st1 or sc1, xfs or ext4.',
  local: false,
  schema: ebsSchema,
  check: checkEbs,
  // `getVolumeChangeWait` has the duration of changes.
  change: planVolumeChange,
  // The launch template creates the volumes, and they are deleted with their host.
  hosts: {
    getNeeds: (config) => ({
      roles: config.roles,
      disk: toDisk(config),
      count: config.volumes,
      checkType: (instanceType) => checkInstanceType(config, instanceType),
    }),
    fromDisk,
  },
  mounting: {
    schema: mountSchema,
    mount: (config, options, place) => mountVolumes(config, mountSchema.parse(options), place),
    diffMount: diffDiskMount,
  },
  performance: {
    getProvisioned: getEbsProvisioned,
    model: (config, _mount, instanceTypes) => modelEbs(config, instanceTypes),
    capacity: ({ sizeGiB, volumes, fileSystem }) => computeDiskCapacity(fileSystem, volumes * sizeGiB * GIB),
    closesEarly: true,
  },
  // "Charged at the new rate" once a change has started: EBS guide, Modify a volume.
  prices: { lineItems: listLineItems, paidAtOnce: true },
};
