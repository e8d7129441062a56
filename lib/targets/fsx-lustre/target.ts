/** Amazon FSx for Lustre on SSD: SCRATCH_2 and PERSISTENT_2. */
import type { FsxTarget } from '../contract';
import { GIB } from '../fsx-shared';
import { change, kept } from './change';
import { check, quotas } from './check';
import { described } from './described';
import { DURATIONS } from './durations';
import { entitlement, model } from './model';
import { mounted } from './mount';
import { mount } from './prepare';
import { LUSTRE_LIST } from './price-list';
import { FSX_LUSTRE } from './prices';
import { lineItems } from './line-items';
import { requests } from './requests';
import { type FsxLustre, type LustreMount, mountSchema, schema } from './schema';

/** The kind `fsx-lustre`. */
export const fsxLustre: FsxTarget<'LUSTRE', FsxLustre, LustreMount> = {
  kind: 'fsx-lustre',
  summary: 'Amazon FSx for Lustre on SSD: SCRATCH_2 and PERSISTENT_2.',
  local: false,
  fileSystemType: 'LUSTRE',
  schema,
  mountSchema,
  check,
  requests,
  described,
  change,
  userData: () => '',
  mount: (config, options, place) => mount(config, mountSchema.parse(options), place),
  kept,
  mounted: (_config, mount, kernel) => mounted(mount, kernel),
  closesEarly: true,
  entitlement,
  capacityBytes: ({ storageGiB }) => storageGiB * GIB,
  prices: FSX_LUSTRE,
  priceList: LUSTRE_LIST,
  quotas,
  lineItems,
  model,
  durations: DURATIONS,
  teardownSeconds: () => DURATIONS.delete.seconds,
};
