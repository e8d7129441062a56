/** Volumes of Amazon EBS on a host, one or several as one: made with it by its launch template, deleted with it. */
import type { Target } from '../contract';
import { GIB } from '../fsx-shared';
import { type DiskMount, mounted, mountSchema } from '../disk-mount';
import { change } from './change';
import { check, onType } from './check';
import { diskOf, ofDisk } from './disk';
import { lineItems } from './line-items';
import { entitlement, model } from './model';
import { mount } from './prepare';
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
  change,
  // "Charged at the new rate" once a change has started: EBS guide, Modify a volume.
  paidAtOnce: true,
  userData: () => '',
  mount: (config, options, place) => mount(config, mountSchema.parse(options), place),
  mounted,
  closesEarly: true,
  entitlement,
  capacityBytes: ({ sizeGiB, volumes }) => volumes * sizeGiB * GIB,
  lineItems,
  model: (config, _mount, instanceTypes) => model(config, instanceTypes),
  // It comes and goes with its host; how long its changes take says `durations` beside this.
  durations: null,
  teardownSeconds: () => 0,
};
