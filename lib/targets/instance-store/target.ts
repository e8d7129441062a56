/** Disks that EC2 hosts come with: there with the host, gone with it, at no price of their own. */
import type { Target } from '../contract';
import { fromTo } from '../fsx-shared';
import { type DiskMount, mounted, mountSchema } from '../disk-mount';
import { disksOf } from '../instance-types';
import { check, misfit } from './check';
import { model } from './model';
import { mount } from './prepare';
import { type InstanceStore, schema } from './schema';

/** The kind `instance-store`. */
export const instanceStore: Target<InstanceStore, DiskMount> = {
  kind: 'instance-store',
  summary: 'The NVMe disks that EC2 instance types come with, striped, with xfs or ext4: each host has its own.',
  local: false,
  schema,
  mountSchema,
  check,
  requests: () => [],
  hosts: ({ roles }) => ({ roles, misfit, capacityBytes }),
  // No call tells how a host has formatted its disks.
  described: () => null,
  change: (from, to) => ({
    kind: 'recreate',
    why: `${differing(from, to)}: disks are formatted once in a host's life`,
  }),
  userData: () => '',
  mount: (config, options, place) => mount(config, mountSchema.parse(options), place),
  mounted,
  closesEarly: true,
  // They are part of their host: nothing is paid for that figures could be held against.
  entitlement: () => ({}),
  lineItems: () => [],
  model: (_config, _mount, instanceTypes) => model(instanceTypes),
  durations: null,
  teardownSeconds: () => 0,
};

/** Of one host: file systems need a little of it themselves. */
function capacityBytes(instanceType: string): number | null {
  const disks = disksOf(instanceType);
  return disks === null || disks === 'none' ? null : disks.count * disks.bytes;
}

/** Settings that are not alike. */
function differing(from: InstanceStore, to: InstanceStore): string {
  const names = ['roles', 'fileSystem'] as const;
  return names
    .filter((name) => JSON.stringify(from[name]) !== JSON.stringify(to[name]))
    .map((name) => fromTo(name, String(from[name] ?? 'default'), String(to[name] ?? 'default')))
    .join(', ');
}
