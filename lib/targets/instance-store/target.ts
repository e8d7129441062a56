/** Disks that EC2 hosts come with: there with the host, gone with it, at no price of their own. */
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

/** Takes what a spec says; gives back what may be given again. */
export const schema = settings(words['instance-store'], {
  kind: z.literal('instance-store'),
  roles: diskRoles.optional(),
  fileSystem: z.enum(FILE_SYSTEMS).default('xfs'),
});

export type InstanceStore = z.output<typeof schema>;

/** Whether hosts of a type have such disks. The path is relative to their role. */
function checkHostType(instanceType: string): Problem | null {
  const disks = findDisks(instanceType);
  if (disks === null) return makeProblem(rules.unknownDisks, { instanceType });
  const types = WITH_DISKS.filter((type) => type.startsWith('i3en')).join(', ');
  return disks === 'none' ? makeProblem(rules.noDisks, { instanceType, types }) : null;
}

/** Assumed: NVMe disks of flash; writes end in their memory. */
const LATENCY_US = { read: 100, write: 40, metadata: 30 };
/**
 * Bytes a second for each operation a second. i3en.24xlarge has 2,000,000 reads a second, and "up to 16 GB/s" in
 * sequence (https://aws.amazon.com/ec2/instance-types/i3en/). The same is assumed of all types, and half of writes.
 */
const BYTES = { read: 8000, write: 4000 };
/** What is taken for a type of which nothing is known: the least of those with more than one disk. Assumed. */
const DEFAULT_TYPE = 'i3en.2xlarge';

/** Of one host. Of several types the one with least is taken. */
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

/** Assumed: mkfs first tells the disks that nothing of them is used, which takes seconds for each TB. */
const SECONDS = { expectedSeconds: 20, timeoutSeconds: 900 };

/** The disks of each host, as one volume of its own. */
function mount({ fileSystem }: InstanceStore, options: DiskMount, place: MountContext): Fixture {
  return mountFixture(place, {
    shell: SHELL,
    up: {
      comment: 'Finds the disks that this host came with, stripes, formats and mounts them.',
      variables: { DISK_FILE_SYSTEM: fileSystem, DISK_OPTIONS: mountOptions(options) },
      files: ['prepare.sh'],
    },
    down: { comment: 'Unmounts the disks of this host.', files: ['down.sh'] },
    ...SECONDS,
  });
}

/** The kind `instance-store`. */
export const instanceStore: Target<InstanceStore, DiskMount> = {
  kind: 'instance-store',
  summary: 'The NVMe disks that EC2 instance types come with, striped, with xfs or ext4: each host has its own.',
  local: false,
  schema,
  mountSchema,
  // Whatever its settings.
  check: () => [makeProblem(rules.goneWithHost)],
  requests: () => [],
  hosts: ({ roles }) => ({ roles, checkHostType: checkHostType, capacityBytes }),
  // No call tells how a host has formatted its disks.
  toConfig: () => null,
  change: (from, to) => ({
    kind: 'recreate',
    why: `${formatChanges(from, to)}: disks are formatted once in a host's life`,
  }),
  userData: () => '',
  mount: (config, options, place) => mount(config, mountSchema.parse(options), place),
  diffMount,
  traits: { closesEarly: true },
  // They are part of their host: nothing is paid for that figures could be held against.
  getProvisioned: () => ({}),
  lineItems: () => [],
  model: (_config, _mount, instanceTypes) => model(instanceTypes),
  durations: null,
  teardownSeconds: () => 0,
};

/** Of one host: file systems need a little of it themselves. */
function capacityBytes(instanceType: string): number | null {
  const disks = findDisks(instanceType);
  return disks === null || disks === 'none' ? null : disks.count * disks.bytes;
}

/** Settings that are not alike. */
function formatChanges(from: InstanceStore, to: InstanceStore): string {
  const names = ['roles', 'fileSystem'] as const;
  return names
    .filter((name) => JSON.stringify(from[name]) !== JSON.stringify(to[name]))
    .map((name) => fromTo(name, String(from[name] ?? 'default'), String(to[name] ?? 'default')))
    .join(', ');
}
