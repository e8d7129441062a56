/** Amazon FSx for Lustre on SSD: SCRATCH_2 and PERSISTENT_2. */
import type { Target } from '../contract';
import { GIB } from '../fsx-shared';
import { change } from './change';
import { check } from './check';
import { deleteSeconds } from './durations';
import { entitlement, model } from './model';
import { prepare } from './prepare';
import { FSX_LUSTRE } from './prices';
import { lineItems } from './line-items';
import { requests } from './requests';
import { type FsxLustre, type LustreMount, mountSchema, schema } from './schema';

/** The kind `fsx-lustre`. */
export const fsxLustre: Target<FsxLustre, LustreMount> = {
  kind: 'fsx-lustre',
  summary: 'Amazon FSx for Lustre on SSD: SCRATCH_2 and PERSISTENT_2.',
  local: false,
  schema,
  mountSchema,
  check,
  requests,
  change,
  userData: () => '',
  prepare: (config, mount, files) => prepare(config, mountSchema.parse(mount), files),
  // Assumed: the client is installed in half a minute, and mounted in seconds.
  prepareSeconds: { expected: 45, timeout: 1500 },
  entitlement,
  capacityBytes: ({ storageGiB }) => storageGiB * GIB,
  prices: FSX_LUSTRE,
  lineItems,
  model,
  deleteSeconds,
};
