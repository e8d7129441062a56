/** How long EFS takes: AWS publishes little, so most of it is assumed. */
import type { Durations } from '../durations';

export const DURATIONS = {
  create: { seconds: 10, timeoutSeconds: 900, source: 'assumed: "seconds", as people tell' },
  changes: { throughput: { seconds: 60, timeoutSeconds: 3600, source: 'assumed: AWS says nothing of it' } },
  delete: { seconds: 20, source: 'assumed: AWS says nothing of it' },
  mountTargets: {
    create: { seconds: 90, timeoutSeconds: 1800, source: 'assumed within the 60 to 120 s that people tell of' },
    delete: { seconds: 60, source: 'assumed: its network interface goes with it' },
  },
} as const satisfies Durations;
