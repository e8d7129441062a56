/** Durations of operations on FSx for OpenZFS. */
import type { OperationTimes } from '../durations';

const ASSUMED_TEXT = 'assumed: AWS publishes nothing';

export const DURATIONS = {
  create: { seconds: 840, timeoutSeconds: 3600, source: 'assumed within the 8 to 20 minutes that users report' },
  changes: {
    // Optimization of the disks.
    storage: { seconds: 600, settleSeconds: 600, timeoutSeconds: 4 * 3600, source: ASSUMED_TEXT },
    throughput: {
      seconds: 1050,
      timeoutSeconds: 2 * 3600,
      source: 'assumed within the 10 to 25 minutes that users report: AWS replaces the file server',
    },
    iops: { seconds: 600, timeoutSeconds: 2 * 3600, source: ASSUMED_TEXT },
  },
  delete: { seconds: 600, source: 'assumed within 5 to 15 minutes' },
  volumes: {
    create: {
      seconds: 60,
      timeoutSeconds: 900,
      source: 'assumed: a volume is only an entry in an existing file system',
    },
    change: { seconds: 40, settleSeconds: 20, timeoutSeconds: 900, source: 'assumed, as for a new one' },
    delete: { seconds: 30, source: ASSUMED_TEXT },
  },
} as const satisfies OperationTimes;
