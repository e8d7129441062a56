/** The host scripts of the `command` workload: those of the spec, inside of ours. */
import { type Fixture, fixtureKey } from '../../shapes/fixture';
import type { Duration, Place, ScriptFiles, Step } from '../contract';
import { renderParts, renderScript } from '../shell';
import type { CommandParams } from './schema';

/** Seconds that our scripts need beside those of the spec. */
const START_SECONDS = 1;
/** Longest wait for the agreed instant: the barrier's lead of one minute, and as much again for late hosts. */
const BARRIER_SECONDS = 120;
/** For packages, from repositories that may be slow or busy; expected is a guess. */
const INSTALL = { expected: 60, limit: 1800 };
/** Before each trial: as long as the script itself may take, and ten minutes at least. */
const PREPARE_LIMIT = 600;

const SHELL = ['shell/clock.sh', 'shell/host.sh', 'shell/remove.sh', 'shell/status.sh'];

/** The step that measures, and the one before it. */
export const MEASURE = 'measure';
export const LAYOUT = 'layout';

/** What `install` puts up; it stays, and ends with the host. */
export function fixtures(params: CommandParams, { files }: Pick<Place, 'files'>): readonly Fixture[] {
  const { install, role } = params;
  if (install === undefined) return [];
  const up = renderScript(
    {
      comment: ['Runs the script `install` of the spec.'],
      variables: { ...variablesOf(params), COMMAND_SCRIPT: install, COMMAND_LIMIT: String(INSTALL.limit - 60) },
      files: [...SHELL, 'folder.sh', 'install.sh'],
    },
    files,
  );
  return [
    {
      slot: `tool/command-${fixtureKey(up)}`,
      key: fixtureKey(up),
      roles: [role],
      needs: [],
      up,
      down: renderScript({ comment: ['What the script `install` made stays.'], variables: {}, files: [] }, files),
      expectedSeconds: INSTALL.expected,
      timeoutSeconds: INSTALL.limit,
      downSeconds: 1,
      stays: true,
    },
  ];
}

/** As the spec says. Hosts begin together, and end when they are done. */
export function duration({ runtime, prepare }: CommandParams): Duration {
  const total = runtime + START_SECONDS + (prepare === undefined ? 0 : START_SECONDS);
  return { total, warmUp: 0, measured: runtime, until: 'done' };
}

/** A new folder, and the script `prepare`; then the script at the agreed instant. */
export function trialSteps(params: CommandParams, files: ScriptFiles): readonly Step[] {
  const { role, prepare = ':', script, runtime, timeout } = params;
  const limit = Math.ceil(Math.max(PREPARE_LIMIT, timeout));
  const rendered = (comment: string, text: string, seconds: number, parts: readonly string[]) =>
    renderParts(
      {
        comment: [comment],
        variables: { ...variablesOf(params), COMMAND_SCRIPT: text, COMMAND_LIMIT: String(seconds) },
        files: [...SHELL, ...parts],
      },
      files,
    );
  return [
    {
      name: LAYOUT,
      roles: [role],
      script: rendered('Makes a folder, and runs the script `prepare` of the spec.', prepare, limit, [
        'shell/settle.sh',
        'folder.sh',
        'layout.sh',
      ]),
      barrier: false,
      expectedSeconds: START_SECONDS,
      timeoutSeconds: limit + 120,
    },
    {
      name: MEASURE,
      roles: [role],
      script: rendered('Runs the script of the spec.', script, Math.ceil(timeout), [
        'shell/evidence.sh',
        'folder.sh',
        'measure.sh',
      ]),
      barrier: true,
      measures: true,
      expectedSeconds: runtime + START_SECONDS,
      timeoutSeconds: Math.ceil(timeout) + BARRIER_SECONDS + 300,
    },
  ];
}

/** A line `NAME=VALUE` each: values are of one line. */
function variablesOf({ env }: CommandParams): Readonly<Record<string, string>> {
  return {
    COMMAND_ENV: Object.entries(env)
      .map(([name, value]) => `${name}=${value}`)
      .join('\n'),
  };
}
