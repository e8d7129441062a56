/** How long FSx for OpenZFS takes: AWS publishes nothing, so all of it is assumed. */
import type { Durations } from '../durations';

const ASSUMED = 'assumed: AWS says nothing of it';

export const DURATIONS = {
  create: { seconds: 840, timeoutSeconds: 3600, source: 'assumed within the 8 to 20 minutes that people tell of' },
  changes: {
    // What the disks do afterwards is the rest.
    storage: { seconds: 600, settleSeconds: 600, timeoutSeconds: 4 * 3600, source: ASSUMED },
    throughput: {
      seconds: 1050,
      timeoutSeconds: 2 * 3600,
      source: 'assumed within the 10 to 25 minutes that people tell of: the file server is exchanged',
    },
    iops: { seconds: 600, timeoutSeconds: 2 * 3600, source: ASSUMED },
  },
  delete: { seconds: 600, source: 'assumed within 5 to 15 minutes' },
  volumes: {
    create: { seconds: 60, timeoutSeconds: 900, source: 'assumed: only an entry in a file system that exists' },
    change: { seconds: 40, settleSeconds: 20, timeoutSeconds: 900, source: 'assumed, as for a new one' },
    delete: { seconds: 30, source: ASSUMED },
  },
} as const satisfies Durations;
