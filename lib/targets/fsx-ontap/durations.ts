/** Durations of FSx for ONTAP. AWS documents some changes; the rest is reported by users, or assumed. */
import type { OperationTime, OperationTimes, ExpectedTime } from '../durations';

const ASSUMED_TEXT = 'assumed: AWS publishes nothing';
const THROUGHPUT_URL = 'https://docs.aws.amazon.com/fsx/latest/ONTAPGuide/managing-throughput-capacity.html';

const STORAGE_URL = 'https://docs.aws.amazon.com/fsx/latest/ONTAPGuide/storage-capacity-and-IOPS.html';

/** Includes durations of storage virtual machines. */
interface OntapDurations extends OperationTimes {
  readonly virtualMachines: { readonly create: OperationTime; readonly delete: ExpectedTime };
}

export const DURATIONS = {
  create: {
    seconds: 1800,
    timeoutSeconds: 2 * 3600,
    source: 'assumed within the 15 to 30 minutes for one zone and the 20 to 45 for two that users report',
  },
  changes: {
    // Available in "less than 10 minutes"; then data is redistributed: "for most file systems, storage optimization
    // takes a few hours, with minimal noticeable impact to your workload performance". Before the next stage, a plan
    // waits an assumed three hours, because the effect on results is unknown. A change during a trial counts as done
    // before: storage and throughput together after 29 minutes, not after three and a half hours. The timeout is eight
    // hours: ten with the change of servers. The event limit of one execution allows twelve hours of polls.
    storage: { seconds: 540, settleSeconds: 3 * 3600, timeoutSeconds: 8 * 3600, source: STORAGE_URL },
    iops: { seconds: 540, timeoutSeconds: 2 * 3600, source: THROUGHPUT_URL },
    // Assumed: AWS creates the servers of new pairs as fast as a file system in one zone.
    pairs: { seconds: 1800, timeoutSeconds: 2 * 3600, source: ASSUMED_TEXT },
    throughput: { seconds: 1200, timeoutSeconds: 2 * 3600, source: THROUGHPUT_URL },
  },
  delete: { seconds: 900, source: 'assumed within the 10 to 20 minutes that users report' },
  volumes: {
    create: { seconds: 75, timeoutSeconds: 1800, source: 'assumed within the 1 to 2 minutes that users report' },
    change: { seconds: 40, settleSeconds: 20, timeoutSeconds: 900, source: ASSUMED_TEXT },
    delete: { seconds: 60, source: 'https://docs.aws.amazon.com/fsx/latest/ONTAPGuide: "up to a few minutes"' },
  },
  virtualMachines: {
    create: { seconds: 120, timeoutSeconds: 1800, source: 'assumed within the 1 to 3 minutes that users report' },
    delete: { seconds: 120, source: 'https://docs.aws.amazon.com/fsx/latest/ONTAPGuide: "up to a few minutes"' },
  },
} as const satisfies OntapDurations;
