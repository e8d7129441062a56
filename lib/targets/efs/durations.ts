/** Durations of operations on EFS file systems. */
import type { OperationTimes } from '../durations';

export const DURATIONS = {
  create: { seconds: 10, timeoutSeconds: 900, source: 'assumed: "seconds", as users report' },
  changes: { throughput: { seconds: 60, timeoutSeconds: 3600, source: 'assumed: AWS publishes nothing' } },
  delete: { seconds: 20, source: 'assumed: AWS publishes nothing' },
  mountTargets: {
    create: { seconds: 90, timeoutSeconds: 1800, source: 'assumed within the 60 to 120 s that users report' },
    delete: { seconds: 60, source: 'assumed: includes its network interface' },
  },
} as const satisfies OperationTimes;
