/** The `command` workload: a script of one's own, with metrics that its spec declares. */
import type { KnownWorkload } from '../contract';
import { check } from './check';
import { declared } from './declared';
import { judge } from './judge';
import { modelled } from './modelled';
import { parseOutput, readHost } from './read-host';
import { type CommandParams, schema } from './schema';
import { duration, fixtures, trialSteps } from './steps';

export const command: KnownWorkload<'command', CommandParams> = {
  kind: 'command',
  summary: 'command: a script of your own on every host, and the metrics that you declare for it',
  schema,
  metrics: {},
  declared,
  ownScripts: true,
  factWords: {},
  gives: ({ metrics }) => [{ operation: null, metrics: Object.keys(metrics) }],
  roles: ({ role }) => [{ role, mounts: true, measures: true }],
  check,
  fixtures,
  script: trialSteps,
  duration,
  limits: () => [],
  parse: parseOutput,
  readHost,
  judge,
  modelled,
};
