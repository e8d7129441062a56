/** Volumes of Amazon EBS on a host, one or several as one: made with it by its launch template, deleted with it. */
import type { Target } from '../contract';
import { fromTo, GIB } from '../fsx-shared';
import { type DiskMount, mounted, mountSchema } from '../disk-mount';
import { check, onType } from './check';
import { diskOf, ofDisk } from './disk';
import { lineItems } from './line-items';
import { entitlement, model } from './model';
import { mount } from './prepare';
import { EBS_LIST } from './price-list';
import { EBS } from './prices';
import { type Ebs, schema } from './schema';

/** The kind `ebs`. */
export const ebs: Target<Ebs, DiskMount> = {
  kind: 'ebs',
  summary:
    'Volumes of Amazon EBS on the host that measures, one or striped: gp3, gp2, io2, io1, st1 or sc1, xfs or ext4.',
  local: false,
  schema,
  mountSchema,
  check,
  // The launch template makes it.
  requests: () => [],
  hosts: (config) => ({
    roles: config.roles,
    disk: diskOf(config),
    count: config.volumes,
    onType: (instanceType) => onType(config, instanceType),
  }),
  described: () => null,
  ofDisk,
  change: (from, to) => ({ kind: 'recreate', why: `${differing(from, to)}: a volume is made with its host` }),
  userData: () => '',
  mount: (config, options, place) => mount(config, mountSchema.parse(options), place),
  mounted,
  closesEarly: true,
  entitlement,
  capacityBytes: ({ sizeGiB, volumes }) => volumes * sizeGiB * GIB,
  prices: EBS,
  priceList: EBS_LIST,
  lineItems,
  model: (config, _mount, instanceTypes) => model(config, instanceTypes),
  // It comes and goes with its host.
  durations: null,
  teardownSeconds: () => 0,
};

/** Settings that are not alike. */
function differing(from: Ebs, to: Ebs): string {
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])] as (keyof Ebs)[];
  return names
    .filter((name) => JSON.stringify(from[name]) !== JSON.stringify(to[name]))
    .map((name) => fromTo(name, from[name] ?? 'default', to[name] ?? 'default'))
    .join(', ');
}
