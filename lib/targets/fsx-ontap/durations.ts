/** How long FSx for ONTAP takes. AWS says something of changes; the rest is what people tell, or assumed. */
import type { Duration, Durations, ExpectedTime } from '../durations';

const ASSUMED = 'assumed: AWS says nothing of it';
const CHANGES = 'https://docs.aws.amazon.com/fsx/latest/ONTAPGuide/managing-throughput-capacity.html';

const GROWTH = 'https://docs.aws.amazon.com/fsx/latest/ONTAPGuide/storage-capacity-and-IOPS.html';

/** Beside what every type has: storage virtual machines. */
interface OntapDurations extends Durations {
  readonly virtualMachines: { readonly create: Duration; readonly delete: ExpectedTime };
}

export const DURATIONS = {
  create: {
    seconds: 1800,
    timeoutSeconds: 2 * 3600,
    source: 'assumed within the 15 to 30 minutes of one zone and the 20 to 45 of two that people tell of',
  },
  changes: {
    // There in "less than 10 minutes"; then data are spread: "for most file systems, storage optimization takes a few
    // hours, with minimal noticeable impact to your workload performance". Three are assumed, and waited for: nobody
    // would know how much of a difference they are. Given up after eight: with the change of servers ten hours, and
    // twelve of looks are what one execution has events for.
    storage: { seconds: 540, settleSeconds: 3 * 3600, timeoutSeconds: 8 * 3600, source: GROWTH },
    iops: { seconds: 540, timeoutSeconds: 2 * 3600, source: CHANGES },
    // Servers are made anew, as with a file system: as long as that of one zone, assumed.
    pairs: { seconds: 1800, timeoutSeconds: 2 * 3600, source: ASSUMED },
    throughput: { seconds: 1200, timeoutSeconds: 2 * 3600, source: CHANGES },
  },
  delete: { seconds: 900, source: 'assumed within the 10 to 20 minutes that people tell of' },
  volumes: {
    create: { seconds: 75, timeoutSeconds: 1800, source: 'assumed within the 1 to 2 minutes that people tell of' },
    change: { seconds: 40, settleSeconds: 20, timeoutSeconds: 900, source: ASSUMED },
    delete: { seconds: 60, source: 'https://docs.aws.amazon.com/fsx/latest/ONTAPGuide: "up to a few minutes"' },
  },
  virtualMachines: {
    create: { seconds: 120, timeoutSeconds: 1800, source: 'assumed within the 1 to 3 minutes that people tell of' },
    delete: { seconds: 120, source: 'https://docs.aws.amazon.com/fsx/latest/ONTAPGuide: "up to a few minutes"' },
  },
} as const satisfies OntapDurations;
