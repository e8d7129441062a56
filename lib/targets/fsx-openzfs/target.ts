/** Amazon FSx for OpenZFS on SSD, in one Availability Zone or two. */
import type { FsxTarget } from '../contract';
import { GIB } from '../fsx-shared';
import { mounted, type NfsMount, nfsMountSchema } from '../nfs-mount';
import { change, kept } from './change';
import { check, quotas } from './check';
import { described } from './described';
import { DURATIONS } from './durations';
import { entitlement, model } from './model';
import { mount } from './prepare';
import { lineItems } from './line-items';
import { requests } from './requests';
import { type FsxOpenZfs, schema } from './schema';
import { checkMount } from './transfer';

/** Of exports with `async`: OpenZFS guide, Performance (NFS exports). */
const EARLY =
  'exported with `async`: the server acknowledges writes before they are on disk, whatever the mount says, and may ' +
  'lose the last ones where it fails';

/** The kind `fsx-openzfs`. */
export const fsxOpenZfs: FsxTarget<'OPENZFS', FsxOpenZfs, NfsMount> = {
  kind: 'fsx-openzfs',
  summary: 'Amazon FSx for OpenZFS on SSD, in one Availability Zone or two.',
  local: false,
  fileSystemType: 'OPENZFS',
  schema,
  mountSchema: nfsMountSchema,
  check,
  checkMount,
  requests,
  described,
  change,
  // Said or not, it is on SSD.
  identity: ({ storageType: _, ...config }) => config,
  userData: () => '',
  mount: (config, options, place) => mount(config, nfsMountSchema.parse(options), place),
  kept,
  mounted: (_config, mount, kernel) => mounted(mount, kernel),
  entitlement,
  remarks: ({ nfsExport }) => (nfsExport === 'sync' ? [] : [EARLY]),
  capacityBytes,
  volumes: ({ storageGiB, volumes: { count, quotaGiB = storageGiB } }) => ({
    count,
    bytes: GIB * Math.min(quotaGiB, storageGiB),
  }),
  quotas,
  lineItems,
  model,
  durations: DURATIONS,
  teardownSeconds: () => DURATIONS.delete.seconds,
};

/** Of the file system, or of the quotas of all volumes together where that is less. */
function capacityBytes({ storageGiB, volumes: { count, quotaGiB } }: FsxOpenZfs): number {
  return GIB * Math.min(storageGiB, quotaGiB === undefined ? storageGiB : count * quotaGiB);
}
