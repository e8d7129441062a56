/** Amazon EFS, in all zones of a Region or in one. */
import type { Target, Unmountable } from '../contract';
import { mounted } from './mounted';
import { change } from './change';
import { check, quotas } from './check';
import { described } from './described';
import { DURATIONS } from './durations';
import { lineItems, monthItems, movedItems, storedItems } from './line-items';
import { entitlement, model, mostMoving } from './model';
import { mount } from './prepare';
import { requests } from './requests';
import { type Efs, type EfsMount, mountSchema, schema } from './schema';

/** Of elastic: no price of a month knows what will be moved in it. */
const BY_BYTES =
  'each GiB that is read and written is billed: its price is that of an hour at the rate that was measured';

/** `prepare.sh` installs it from the repositories of the image, which others do not have it in. */
const ONLY_AMAZON: Unmountable = {
  sure: true,
  why:
    'with `tls: true` they need the mount helper of AWS, amazon-efs-utils, which is installed from the repositories ' +
    'of Amazon Linux 2023; take `image: al2023`, or plain NFS',
  source: 'https://docs.aws.amazon.com/efs/latest/ug/installing-amazon-efs-utils.html',
};

/** The kind `efs`. */
export const efs: Target<Efs, EfsMount> = {
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
  onImage: (image, _config, options) => (options?.tls === true && image !== 'al2023' ? ONLY_AMAZON : undefined),
  entitlement,
  // What would be stored is no part of what is made.
  identity: ({ storedGiB: _, ...own }) => own,
  remarks: ({ throughputMode }) => (throughputMode === 'elastic' ? [BY_BYTES] : []),
  quotas,
  lineItems,
  movedItems,
  mostMoving,
  storedItems,
  monthItems,
  model,
  durations: DURATIONS,
  teardownSeconds: () => DURATIONS.mountTargets.delete.seconds + DURATIONS.delete.seconds,
};
