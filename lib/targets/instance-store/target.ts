/** Local disks of EC2 hosts (instance store): created and lost with the host, without a separate price. */
import * as z from 'zod';
import words from '../settings.json';
import type { Fixture } from '../../shapes/fixture';
import { type Problem, makeProblem } from '../../shapes/problem';
import type { MountContext, Target } from '../contract';
import { DISK_METADATA } from '../disk-metadata';
import { type DiskMount, diskRoles, diffMount, mountOptions, mountSchema, FILE_SYSTEMS } from '../disk-mount';
import { fromTo } from '../fsx-shared';
import { findDisks, type InstanceDisks, WITH_DISKS } from '../instance-types';
import { steadyRate, type TargetModel } from '../model';
import { mountFixture } from '../mount-fixture';
import { instanceStore as rules } from '../rules.json';
import { settings } from '../../shapes/setting';

export const schema = settings(words['instance-store'], {
  kind: z.literal('instance-store'),
  roles: diskRoles.optional(),
  fileSystem: z.enum(FILE_SYSTEMS).default('xfs'),
});

export type InstanceStore = z.output<typeof schema>;

/** Checks that hosts of a type have local disks. The path is relative to their role. */
function checkHostType(instanceType: string): Problem | null {
  const disks = findDisks(instanceType);
  if (disks === null) return makeProblem(rules.unknownDisks, { instanceType });
  const types = WITH_DISKS.filter((type) => type.startsWith('i3en')).join(', ');
  return disks === 'none' ? makeProblem(rules.noDisks, { instanceType, types }) : null;
}

/** Assumed: NVMe flash, with writes to its cache. */
const LATENCY_US = { read: 100, write: 40, metadata: 30 };
/**
 * Bytes a second for each IOPS. i3en.24xlarge has 2,000,000 read IOPS, and "up to 16 GB/s" sequentially
 * (https://aws.amazon.com/ec2/instance-types/i3en/). The same is assumed for all types, and half for writes.
 */
const BYTES = { read: 8000, write: 4000 };
/** Assumed for unknown types: the smallest type with several disks. */
const DEFAULT_TYPE = 'i3en.2xlarge';

/** For one host; of several types the slowest. */
export function model(instanceTypes: readonly string[] = []): TargetModel {
  const known = instanceTypes.map(findDisks).filter((disks) => disks !== null && disks !== 'none');
  const all = known.length > 0 ? known : [findDisks(DEFAULT_TYPE) as InstanceDisks];
  const readIops = Math.min(...all.map((disks) => disks.readIops));
  const writeIops = Math.min(...all.map((disks) => disks.writeIops));
  const read = steadyRate(readIops * BYTES.read);
  const write = steadyRate(writeIops * BYTES.write);
  return {
    eachHost: true,
    read,
    write,
    readIops: steadyRate(readIops),
    writeIops: steadyRate(writeIops),
    latencyUs: LATENCY_US,
    cacheBytes: 0,
    cacheRead: read.baseline,
    hostBytes: read.baseline,
    closesEarly: true,
    metadata: DISK_METADATA,
  };
}

const SHELL = ['clock', 'host', 'status', 'package', 'volume', 'disk'];

/** Assumed: mkfs first discards all blocks, which takes seconds for each TB. */
const SECONDS = { expectedSeconds: 20, timeoutSeconds: 900 };

function mount({ fileSystem }: InstanceStore, options: DiskMount, place: MountContext): Fixture {
  return mountFixture(place, {
    shell: SHELL,
    up: {
      comment: 'Finds the local disks of this host, stripes, formats and mounts them.',
      variables: { DISK_FILE_SYSTEM: fileSystem, DISK_OPTIONS: mountOptions(options) },
      files: ['prepare.sh'],
    },
    down: { comment: 'Unmounts the local disks of this host.', files: ['down.sh'] },
    ...SECONDS,
  });
}

export const instanceStore: Target<InstanceStore, DiskMount> = {
  kind: 'instance-store',
  summary: 'Local NVMe disks of EC2 instances (instance store), striped, with xfs or ext4: each host has its own.',
  local: false,
  schema,
  mountSchema,
  check: () => [makeProblem(rules.goneWithHost)],
  requests: () => [],
  hosts: ({ roles }) => ({ roles, checkHostType: checkHostType, capacityBytes }),
  // No call reports how a host has formatted its disks.
  toConfig: () => null,
  change: (from, to) => ({
    kind: 'recreate',
    why: `${formatChanges(from, to)}: disks are formatted once in the life of a host`,
  }),
  userData: () => '',
  mount: (config, options, place) => mount(config, mountSchema.parse(options), place),
  diffMount,
  traits: { closesEarly: true },
  // The disks are part of their host, so there are no provisioned rates.
  getProvisioned: () => ({}),
  lineItems: () => [],
  model: (_config, _mount, instanceTypes) => model(instanceTypes),
  durations: null,
  teardownSeconds: () => 0,
};

/** For one host; file systems use a little of it. */
function capacityBytes(instanceType: string): number | null {
  const disks = findDisks(instanceType);
  return disks === null || disks === 'none' ? null : disks.count * disks.bytes;
}

function formatChanges(from: InstanceStore, to: InstanceStore): string {
  const names = ['roles', 'fileSystem'] as const;
  return names
    .filter((name) => JSON.stringify(from[name]) !== JSON.stringify(to[name]))
    .map((name) => fromTo(name, String(from[name] ?? 'default'), String(to[name] ?? 'default')))
    .join(', ');
}
