/** Amazon FSx for Lustre: scratch and persistent, on SSD, hard disks and Intelligent-Tiering. */
import type { FsxTarget } from '../contract';
import { GIB } from '../fsx-shared';
import { change, kept } from './change';
import { check } from './check';
import { described } from './described';
import { DURATIONS } from './durations';
import { entitlement, model } from './model';
import { mounted } from './mount';
import { mount } from './prepare';
import { lineItems, monthItems, movedItems, storedItems } from './line-items';
import { quotas } from './quotas';
import { requests } from './requests';
import { type FsxLustre, hasEfa, isTiered } from './settings/config';
import { type LustreMount, mountSchema } from './settings/mount';
import { schema } from './settings/schema';

/** Of Intelligent-Tiering: no price of a month knows what will be asked of the storage behind. */
const BY_REQUESTS = 'beside its price of a month requests to the storage behind its cache are billed';

/** `prepare.sh` installs it from the repositories of the image, which others do not have it in. */
const ONLY_AMAZON = {
  sure: true,
  why:
    'the Lustre client is a module that must fit the kernel, and is installed by itself on Amazon Linux 2023 only, ' +
    'whose own repositories have it; take `image: al2023`',
  source: 'https://docs.aws.amazon.com/fsx/latest/LustreGuide/install-lustre-client.html',
} as const;

/** The kind `fsx-lustre`. */
export const fsxLustre: FsxTarget<'LUSTRE', FsxLustre, LustreMount> = {
  kind: 'fsx-lustre',
  summary: 'Amazon FSx for Lustre: scratch and persistent, on SSD, hard disks and Intelligent-Tiering.',
  local: false,
  fileSystemType: 'LUSTRE',
  schema,
  mountSchema,
  check,
  requests,
  described,
  change,
  efa: hasEfa,
  onImage: (image) => (image === 'al2023' ? undefined : ONLY_AMAZON),
  userData: () => '',
  mount: (config, options, place) => mount(config, mountSchema.parse(options), place),
  kept,
  mounted: (_config, mount, kernel) => mounted(mount, kernel),
  closesEarly: true,
  entitlement,
  // What would be stored is no part of what is made.
  identity: (config) => {
    const { storedGiB: _, ...own } = { storedGiB: 0, ...config };
    return own;
  },
  remarks: (config) => (isTiered(config) ? [BY_REQUESTS] : []),
  capacityBytes: (config) => (isTiered(config) ? null : config.storageGiB * GIB),
  quotas,
  lineItems,
  storedItems,
  monthItems,
  movedItems,
  model,
  durations: DURATIONS,
  teardownSeconds: () => DURATIONS.delete.seconds,
};
