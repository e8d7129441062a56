/** Trials of fsxbench's own scripts: one step creates folders, then all hosts measure from an agreed start time. */
import type { StepWork } from '../../shapes/file-operation';
import type { ScriptFiles, Step } from '../contract';
import { renderParts, type ScriptParts } from '../shell';

/** Overhead of a script. */
export const START_SECONDS = 1;
/** Longest wait for the agreed start time: one minute until that time, and one minute for late hosts. */
export const BARRIER_SECONDS = 120;

export const SCRIPT_MEASURE_STEP = 'measure';
export const SCRIPT_LAYOUT_STEP = 'layout';

/** Shell files that every script includes. */
export const SHELL_SCRIPTS = ['shell/clock.sh', 'shell/host.sh', 'shell/remove.sh', 'shell/status.sh'];

/** A step of a kind; `files` are its files in addition to the shell library. */
interface ScriptStep extends ScriptParts {
  readonly expectedSeconds: number;
  readonly timeoutSeconds: number;
  readonly work?: StepWork;
}

interface ScriptSteps {
  readonly role: string;
  /** First files of both scripts. Default: {@link SHELL_SCRIPTS}. */
  readonly shell?: readonly string[];
  readonly layout: ScriptStep;
  readonly measure: ScriptStep;
}

export function createScriptSteps(
  { role, shell = SHELL_SCRIPTS, layout, measure }: ScriptSteps,
  texts: ScriptFiles,
): readonly Step[] {
  const script = ({ comment, variables, files }: ScriptStep, ...first: string[]): Step['script'] =>
    renderParts({ comment, variables, files: [...shell, ...first, ...files] }, texts);
  const length = ({ expectedSeconds, timeoutSeconds, work }: ScriptStep) => ({
    expectedSeconds,
    timeoutSeconds,
    ...(work === undefined ? {} : { work }),
  });
  return [
    {
      name: SCRIPT_LAYOUT_STEP,
      roles: [role],
      script: script(layout, 'shell/settle.sh'),
      barrier: false,
      ...length(layout),
    },
    {
      name: SCRIPT_MEASURE_STEP,
      roles: [role],
      script: script(measure, 'shell/surroundings.sh', 'shell/evidence.sh'),
      barrier: true,
      measures: true,
      ...length(measure),
    },
  ];
}
