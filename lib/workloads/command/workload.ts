/** The `command` workload: a script of one's own, with metrics that its spec declares. */
import type { KnownWorkload } from '../contract';
import { type Demand, toFileDemand } from '../demand';
import { parseMetrics } from './declared-metrics';
import { judge, parseOutput, readHost } from './result';
import { check, type CommandParams, schema } from './schema';
import { MEASURE } from '../tools/script-steps';
import { duration, fixtures, trialSteps } from './steps';

export const command: KnownWorkload<'command', CommandParams> = {
  kind: 'command',
  summary: 'command: a script of your own on every host, and the metrics that you declare for it',
  schema,
  metrics: {},
  declared: parseMetrics,
  needs: { ownScripts: true },
  factWords: {},
  listMetrics: ({ metrics }) => [{ operation: null, metrics: Object.keys(metrics) }],
  roles: ({ role }) => [{ role, mounts: true, measures: true }],
  check,
  fixtures,
  script: trialSteps,
  duration,
  limits: () => [],
  parse: parseOutput,
  readHost,
  judge,
  demand,
};

/** A script is known by what its spec says alone: it takes `runtime`, and asks the storage for next to nothing. */
function demand({ runtime }: CommandParams): Readonly<Record<string, Demand>> {
  return {
    [MEASURE]: {
      ...toFileDemand({ stat: 1 }, 0, 1, { until: 'time', warmUpSeconds: 0, measuredSeconds: runtime }),
      pace: { loop: 'open', rate: 1 },
    },
  };
}
