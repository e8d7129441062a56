/** Amazon FSx for NetApp ONTAP on SSD, both generations, by NFS or iSCSI. */
import type { FsxTarget } from '../contract';
import { GIB } from '../fsx-shared';
import { change, kept } from './change';
import { check, quotas } from './check';
import { described } from './described';
import { DURATIONS } from './durations';
import { lineItems } from './line-items';
import { entitlement, model } from './model';
import { checkMount, mounted } from './mount';
import { mount } from './prepare';
import { usableGiB, usableLunsGiB, usableVolumeGiB } from './capacity';
import { checkHosts } from './luns/check-hosts';
import { lunsOf } from './luns/luns';
import { requests } from './requests';
import { type FsxOntap, mountedVolumes, mountSchema, type OntapMount, schema } from './schema';

/** More than a fleet has: no two hosts share LUNs. */
const MOST_HOSTS = 10_000;

/** The kind `fsx-ontap`. */
export const fsxOntap: FsxTarget<'ONTAP', FsxOntap, OntapMount> = {
  kind: 'fsx-ontap',
  summary: 'Amazon FSx for NetApp ONTAP on SSD, in one Availability Zone or two, by NFS or iSCSI.',
  local: false,
  fileSystemType: 'ONTAP',
  schema,
  mountSchema,
  check,
  checkMount,
  checkHosts,
  requests,
  described,
  change,
  userData: () => '',
  mount: (config, options, place) => mount(config, mountSchema.parse(options), place),
  kept,
  mountedVolumes,
  mounted,
  entitlement,
  capacityBytes: (config) => GIB * usableGiB(config),
  // LUNs are each host's own.
  volumes: (config, mount) =>
    config.luns === undefined
      ? { count: mountedVolumes(config, mount), bytes: GIB * usableVolumeGiB(config) }
      : { count: MOST_HOSTS, each: true, bytes: GIB * usableLunsGiB(config.luns, lunsOf(config.luns, mount).luns) },
  quotas,
  lineItems,
  model,
  durations: DURATIONS,
  // An hour for each of three that go one after the other: volumes, virtual machine, file system. AWS says no bound;
  // the
  // AWS provider of Terraform waits an hour for a file system of ONTAP.
  teardownAllowanceSeconds: 3 * 3600,
  // One after the other; what is in it must be gone before it is asked to go.
  teardownSeconds: () =>
    DURATIONS.volumes.delete.seconds + DURATIONS.virtualMachines.delete.seconds + DURATIONS.delete.seconds,
};
