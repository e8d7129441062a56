/** Local disks of EC2 hosts (instance store): they exist as long as the host, and have no separate price. */
import * as z from 'zod';
import words from '../settings.json';
import type { Fixture } from '../../shapes/fixture';
import { groupDigits } from '../../shapes/group-digits';
import { type Problem, makeProblem } from '../../shapes/problem';
import type { MountContext, Target } from '../contract';
import { DISK_METADATA_RATES } from '../disk-metadata';
import {
  type DiskMount,
  diskRoles,
  diffDiskMount,
  formatMountOptions,
  FILE_SYSTEMS,
  computeDiskCapacity,
  mountSchema,
} from '../disk-mount';
import { formatFromTo } from '../fsx-shared';
import { findInstanceDisks, type InstanceDisks } from '../instance-types';
import { toSteadyRate, type TargetModel } from '../model';
import { makeMountFixture } from '../mount-fixture';
import { instanceStore as rules } from '../rules.json';
import { settings } from '../../shapes/setting';

export const instanceStoreSchema = settings(words['instance-store'], {
  kind: z.literal('instance-store'),
  roles: diskRoles.optional(),
  fileSystem: z.enum(FILE_SYSTEMS).default('xfs'),
});

export type InstanceStore = z.output<typeof instanceStoreSchema>;

/** Small types with local disks, for messages. */
const EXAMPLE_TYPES = 'i3en.large, i3en.xlarge, i3en.2xlarge';

/** Checks that hosts of a type have local disks. The path is relative to their role. */
function checkHostType(instanceType: string): Problem | null {
  const disks = findInstanceDisks(instanceType);
  if (disks === null) return makeProblem(rules.unknownDisks, { instanceType });
  if (disks === 'none') return makeProblem(rules.noDisks, { instanceType, types: EXAMPLE_TYPES });
  if (disks.readIops !== undefined) return null;
  const iops = groupDigits(Number((sumBytes(disks) * IOPS_PER_BYTE.read).toPrecision(2)));
  return makeProblem(rules.assumedDisks, { instanceType, iops });
}

/** Assumed latency of NVMe flash; writes go to its cache. */
const LATENCY_US = { read: 100, write: 40, metadata: 30 };
/**
 * Bytes a second for each IOPS. i3en.24xlarge has 2,000,000 read IOPS, and "up to 16 GB/s" sequentially
 * (https://aws.amazon.com/ec2/instance-types/i3en/). The same is assumed for all types, and half for writes.
 */
const BYTES_PER_IOPS = { read: 8000, write: 4000 };
/**
 * Assumed for types whose IOPS are unknown: those of i3en.24xlarge for each byte, the fewest of all known types.
 */
const IOPS_PER_BYTE = { read: 2_000_000 / 60e12, write: 1_600_000 / 60e12 };
/** Assumed for unknown types: the smallest type with several disks. */
const DEFAULT_TYPE = 'i3en.2xlarge';

/** Model of one host. With several instance types, the slowest. */
export function modelInstanceStore(instanceTypes: readonly string[] = []): TargetModel {
  const known = instanceTypes.map(findInstanceDisks).filter((disks) => disks !== null && disks !== 'none');
  const all = known.length > 0 ? known : [findInstanceDisks(DEFAULT_TYPE) as InstanceDisks];
  const readIops = Math.min(...all.map((disks) => disks.readIops ?? sumBytes(disks) * IOPS_PER_BYTE.read));
  const writeIops = Math.min(...all.map((disks) => disks.writeIops ?? sumBytes(disks) * IOPS_PER_BYTE.write));
  const read = toSteadyRate(readIops * BYTES_PER_IOPS.read);
  const write = toSteadyRate(writeIops * BYTES_PER_IOPS.write);
  return {
    eachHost: true,
    read,
    write,
    readIops: toSteadyRate(readIops),
    writeIops: toSteadyRate(writeIops),
    latencyUs: LATENCY_US,
    cacheBytes: 0,
    cacheRead: read.baseline,
    hostBytes: read.baseline,
    writeback: 'late',
    metadata: DISK_METADATA_RATES,
  };
}

const SHELL_FILES = ['clock', 'host', 'status', 'package', 'volume', 'disk'];

/** Assumed: mkfs first discards all blocks, which takes seconds for each TB. */
const MOUNT_SECONDS = { expectedSeconds: 20, timeoutSeconds: 900 };

function mountLocalDisks({ fileSystem }: InstanceStore, options: DiskMount, place: MountContext): Fixture {
  return makeMountFixture(place, {
    shell: SHELL_FILES,
    up: {
      comment: 'Finds the local disks of this host, stripes, formats and mounts them.',
      variables: { DISK_FILE_SYSTEM: fileSystem, DISK_OPTIONS: formatMountOptions(options) },
      files: ['prepare.sh'],
    },
    down: { comment: 'Unmounts the local disks of this host.', files: ['down.sh'] },
    ...MOUNT_SECONDS,
  });
}

export const instanceStore: Target<InstanceStore, DiskMount> = {
  kind: 'instance-store',
  summary: 'Local NVMe disks of EC2 instances (instance store), striped, with xfs or ext4: each host has its own.',
  local: false,
  schema: instanceStoreSchema,
  check: () => [makeProblem(rules.goneWithHost)],
  change: (from, to) => ({
    kind: 'recreate',
    why: `${formatChangedSettings(from, to)}: a host formats its disks only once`,
  }),
  hosts: {
    getNeeds: ({ roles, fileSystem }) => ({
      roles,
      checkHostType,
      capacity: (instanceType) => computeDiskCapacity(fileSystem, getCapacityBytes(instanceType)),
    }),
  },
  mounting: {
    schema: mountSchema,
    mount: (config, options, place) => mountLocalDisks(config, mountSchema.parse(options), place),
    diffMount: diffDiskMount,
  },
  // The disks are part of their host, so there are no provisioned rates and no items.
  performance: {
    getProvisioned: () => ({}),
    model: (_config, _mount, instanceTypes) => modelInstanceStore(instanceTypes),
    closesEarly: true,
  },
  prices: { lineItems: () => [] },
};

/** Capacity of one host. Includes the small overhead of file systems. */
function getCapacityBytes(instanceType: string): number | null {
  const disks = findInstanceDisks(instanceType);
  return disks === null || disks === 'none' ? null : sumBytes(disks);
}

function sumBytes({ count, bytes }: InstanceDisks): number {
  return count * bytes;
}

function formatChangedSettings(from: InstanceStore, to: InstanceStore): string {
  const names = ['roles', 'fileSystem'] as const;
  return names
    .filter((name) => JSON.stringify(from[name]) !== JSON.stringify(to[name]))
    .map((name) => formatFromTo(name, String(from[name] ?? 'default'), String(to[name] ?? 'default')))
    .join(', ');
}
