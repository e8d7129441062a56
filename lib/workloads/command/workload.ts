/** The `command` workload: a script of the user, with metrics that the spec declares. */
import type { KnownWorkload } from '../contract';
import { type Demand, createMetadataDemand } from '../demand';
import { parseMetrics } from './declared-metrics';
import { judgeReading, parseOutput, readHost } from './parse';
import { checkParams, type CommandParams, commandSchema } from './schema';
import { SCRIPT_MEASURE_STEP } from '../tools/script-steps';
import { getDuration, listFixtures, buildTrialSteps } from './steps';

export const command: KnownWorkload<'command', CommandParams> = {
  kind: 'command',
  summary: 'command: your own script on every host, with metrics that you declare',
  schema: commandSchema,
  metrics: {},
  declared: parseMetrics,
  needs: { ownScripts: true },
  factWords: {},
  listMetrics: ({ metrics }) => [{ operation: null, metrics: Object.keys(metrics) }],
  roles: ({ role }) => [{ role, mounts: true, measures: true }],
  check: checkParams,
  fixtures: listFixtures,
  script: buildTrialSteps,
  duration: getDuration,
  traffic: { limits: () => [] },
  parse: parseOutput,
  readHost,
  judge: judgeReading,
  demand: computeDemand,
};

/** A script's storage demand is unknown: rehearsals simulate `runtime` seconds with almost no I/O. */
function computeDemand({ runtime }: CommandParams): Readonly<Record<string, Demand>> {
  return {
    [SCRIPT_MEASURE_STEP]: {
      ...createMetadataDemand({ stat: 1 }, 0, 1, { until: 'time', warmUpSeconds: 0, measuredSeconds: runtime }),
      pace: { loop: 'open', rate: 1 },
    },
  };
}
