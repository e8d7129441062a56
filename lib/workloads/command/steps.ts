/** Host scripts of the `command` workload, which wrap the scripts of the spec. */
import { type Fixture, makeFixtureKey } from '../../shapes/fixture';
import type { TargetContext, ScriptFiles, Step } from '../contract';
import type { Duration } from '../plannable';
import { renderScript } from '../shell';
import { BARRIER_SECONDS, createScriptSteps, SHELL_SCRIPTS, START_SECONDS } from '../tools/script-steps';
import type { CommandParams } from './schema';

/** Install time, seconds. Package repositories may be slow; the expected time is assumed. */
const INSTALL_SECONDS = { expected: 60, limit: 1800 };
/** Minimum time limit of `prepare`, seconds; a longer `timeout` of the script extends it. */
const MIN_PREPARE_SECONDS = 600;

/** Results of the script `install` remain until the host terminates. */
export function listFixtures(params: CommandParams, { files }: Pick<TargetContext, 'files'>): readonly Fixture[] {
  const { install, role } = params;
  if (install === undefined) return [];
  const up = renderScript(
    {
      comment: ['Runs the script `install` of the spec.'],
      variables: {
        ...formatVariables(params),
        COMMAND_SCRIPT: install,
        COMMAND_LIMIT: String(INSTALL_SECONDS.limit - 60),
      },
      files: [...SHELL_SCRIPTS, 'folder.sh', 'install.sh'],
    },
    files,
  );
  return [
    {
      slot: `tool/command-${makeFixtureKey(up)}`,
      key: makeFixtureKey(up),
      roles: [role],
      needs: [],
      up,
      down: renderScript({ comment: ['Keeps the results of the script `install`.'], variables: {}, files: [] }, files),
      expectedSeconds: INSTALL_SECONDS.expected,
      timeoutSeconds: INSTALL_SECONDS.limit,
      downSeconds: 1,
      stays: true,
    },
  ];
}

/** Run time from the spec. Hosts start together and stop when their work is done. */
export function getDuration({ runtime, prepare }: CommandParams): Duration {
  const total = runtime + START_SECONDS + (prepare === undefined ? 0 : START_SECONDS);
  return { total, warmUp: 0, measured: runtime, until: 'done' };
}

/** One step creates a folder and runs `prepare` in it; the next runs the script at the agreed start time. */
export function buildTrialSteps(params: CommandParams, files: ScriptFiles): readonly Step[] {
  const { role, prepare = ':', script, runtime, timeout } = params;
  const limit = Math.ceil(Math.max(MIN_PREPARE_SECONDS, timeout));
  const variables = (text: string, seconds: number): Readonly<Record<string, string>> => ({
    ...formatVariables(params),
    COMMAND_SCRIPT: text,
    COMMAND_LIMIT: String(seconds),
  });
  return createScriptSteps(
    {
      role,
      layout: {
        comment: ['Creates a folder and runs the script `prepare` of the spec.'],
        variables: variables(prepare, limit),
        files: ['folder.sh', 'layout.sh'],
        expectedSeconds: START_SECONDS,
        timeoutSeconds: limit + 120,
      },
      measure: {
        comment: ['Runs the script of the spec.'],
        variables: variables(script, Math.ceil(timeout)),
        files: ['folder.sh', 'measure.sh'],
        expectedSeconds: runtime + START_SECONDS,
        timeoutSeconds: Math.ceil(timeout) + BARRIER_SECONDS + 300,
      },
    },
    files,
  );
}

/** Formats variables as one line `NAME=VALUE` each; values contain no line breaks. */
function formatVariables({ env }: CommandParams): Readonly<Record<string, string>> {
  return {
    COMMAND_ENV: Object.entries(env)
      .map(([name, value]) => `${name}=${value}`)
      .join('\n'),
  };
}
