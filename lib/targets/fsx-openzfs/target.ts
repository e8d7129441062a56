/** Amazon FSx for OpenZFS on SSD, in one Availability Zone. */
import type { Target } from '../contract';
import { change } from './change';
import { check } from './check';
import { DELETE_SECONDS } from './durations';
import { entitlement, model } from './model';
import { prepare } from './prepare';
import { lineItems } from './price';
import { requests } from './requests';
import { type FsxOpenZfs, mountSchema, type NfsMount, schema } from './schema';

/** The kind `fsx-openzfs`. */
export const fsxOpenZfs: Target<FsxOpenZfs, NfsMount> = {
  kind: 'fsx-openzfs',
  summary: 'Amazon FSx for OpenZFS on SSD, in one Availability Zone.',
  local: false,
  schema,
  mountSchema,
  check,
  requests,
  change,
  userData: () => '',
  prepare: (config, mount, files) => prepare(config, mountSchema.parse(mount), files),
  // Assumed: the client is part of the system, and mounted in seconds.
  prepareSeconds: { expected: 15, timeout: 1500 },
  entitlement,
  lineItems,
  model,
  deleteSeconds: () => DELETE_SECONDS,
};
