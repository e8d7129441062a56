/** Durations of FSx for Lustre for estimates, rehearsals and the simulation. */
import type { OperationTimes } from '../durations';

const ASSUMED_TEXT = 'assumed: AWS publishes nothing';
const UPDATE_TIME = {
  seconds: 900,
  timeoutSeconds: 2 * 3600,
  source:
    'assumed within "within minutes" of https://docs.aws.amazon.com/fsx/latest/LustreGuide/' +
    'managing-metadata-performance.html',
};

export const DURATIONS = {
  create: {
    seconds: 600,
    secondsPerTiB: 1.7,
    timeoutSeconds: 3600,
    timeoutSecondsPerTiB: 30,
    source:
      'users saw 5 to 12 minutes for 1.2 to 10 TiB, and about 12 for 72 TB: ' +
      'https://github.com/kubernetes-sigs/aws-fsx-csi-driver, issues 433 and 382',
  },
  changes: {
    storage: {
      seconds: 900,
      // Growth of a file system with little data.
      settleSeconds: 600,
      timeoutSeconds: 4 * 3600,
      source: 'a user saw 16 minutes from 1.2 to 2.4 TiB with 900 GB in it; the time to optimise it is assumed',
    },
    throughput: UPDATE_TIME,
    metadata: UPDATE_TIME,
    readCache: { ...UPDATE_TIME, source: ASSUMED_TEXT },
    compression: { seconds: 60, timeoutSeconds: 3600, source: ASSUMED_TEXT },
  },
  delete: { seconds: 300, source: ASSUMED_TEXT },
} as const satisfies OperationTimes;
