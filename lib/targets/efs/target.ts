/** Amazon EFS, in all zones of a Region or in one. */
import type { Target } from '../contract';
import { mounted, type NfsMount } from '../nfs-mount';
import { change } from './change';
import { check, quotas } from './check';
import { described } from './described';
import { DURATIONS } from './durations';
import { lineItems, monthItems, movedItems, storedItems } from './line-items';
import { entitlement, model } from './model';
import { mount } from './prepare';
import { EFS_LIST } from './price-list';
import { EFS } from './prices';
import { requests } from './requests';
import { type Efs, mountSchema, schema } from './schema';

/** Of elastic: no price of a month knows what will be moved in it. */
const BY_BYTES =
  'each GiB that is read and written is billed: its price is that of an hour at the rate that was measured';

/** The kind `efs`. */
export const efs: Target<Efs, NfsMount> = {
  kind: 'efs',
  summary: 'Amazon EFS with elastic, bursting or provisioned throughput, in all zones of a Region or in one.',
  local: false,
  schema,
  mountSchema,
  check,
  requests,
  described,
  change,
  userData: () => '',
  mount: (_config, options, place) => mount(mountSchema.parse(options), place),
  mounted: (_config, options, kernel) => mounted(options, kernel),
  entitlement,
  // What would be stored is no part of what is made.
  identity: ({ storedGiB: _, ...own }) => own,
  remarks: ({ throughputMode }) => (throughputMode === 'elastic' ? [BY_BYTES] : []),
  prices: EFS,
  priceList: EFS_LIST,
  quotas,
  lineItems,
  movedItems,
  storedItems,
  monthItems,
  model,
  durations: DURATIONS,
  teardownSeconds: () => DURATIONS.mountTargets.delete.seconds + DURATIONS.delete.seconds,
};
