/** Trials that our own scripts make: folders are laid out, then all hosts measure from an agreed instant on. */
import type { StepWork } from '../../shapes/file-operation';
import type { ScriptFiles, Step } from '../contract';
import { renderParts, type ScriptParts } from '../shell';

/** Seconds that scripts need beside their work. */
export const START_SECONDS = 1;
/** Longest wait for the agreed instant: the barrier's lead of one minute, and as much again for late hosts. */
export const BARRIER_SECONDS = 120;

/** The step that measures, and the one before it. */
export const MEASURE = 'measure';
export const LAYOUT = 'layout';

/** What every script needs. */
export const SHELL = ['shell/clock.sh', 'shell/host.sh', 'shell/remove.sh', 'shell/status.sh'];

/** What a kind says of a step; files are those beside the shell library. */
interface ScriptStep extends ScriptParts {
  readonly expectedSeconds: number;
  readonly timeoutSeconds: number;
  readonly work?: StepWork;
}

/** What a kind says of both. */
interface ScriptSteps {
  readonly role: string;
  /** Files that both begin with. Left out: {@link SHELL}. */
  readonly shell?: readonly string[];
  readonly layout: ScriptStep;
  readonly measure: ScriptStep;
}

/** Both steps. */
export function toSteps({ role, shell = SHELL, layout, measure }: ScriptSteps, texts: ScriptFiles): readonly Step[] {
  const script = ({ comment, variables, files }: ScriptStep, first: string): Step['script'] =>
    renderParts({ comment, variables, files: [...shell, first, ...files] }, texts);
  const length = ({ expectedSeconds, timeoutSeconds, work }: ScriptStep) => ({
    expectedSeconds,
    timeoutSeconds,
    ...(work === undefined ? {} : { work }),
  });
  return [
    { name: LAYOUT, roles: [role], script: script(layout, 'shell/settle.sh'), barrier: false, ...length(layout) },
    {
      name: MEASURE,
      roles: [role],
      script: script(measure, 'shell/evidence.sh'),
      barrier: true,
      measures: true,
      ...length(measure),
    },
  ];
}
