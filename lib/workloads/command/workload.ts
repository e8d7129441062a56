/** The `command` workload: a script of the user, with metrics that the spec declares. */
import type { KnownWorkload } from '../contract';
import { type Demand, toFileDemand } from '../demand';
import { parseMetrics } from './declared-metrics';
import { judge, parseOutput, readHost } from './parse';
import { check, type CommandParams, schema } from './schema';
import { MEASURE } from '../tools/script-steps';
import { duration, fixtures, trialSteps } from './steps';

export const command: KnownWorkload<'command', CommandParams> = {
  kind: 'command',
  summary: 'command: your own script on every host, with metrics that you declare',
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

/** A script's storage demand is unknown: rehearsals simulate `runtime` seconds with almost no I/O. */
function demand({ runtime }: CommandParams): Readonly<Record<string, Demand>> {
  return {
    [MEASURE]: {
      ...toFileDemand({ stat: 1 }, 0, 1, { until: 'time', warmUpSeconds: 0, measuredSeconds: runtime }),
      pace: { loop: 'open', rate: 1 },
    },
  };
}
