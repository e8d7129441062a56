/** Simulated external people and state machines. Their times are assumed. */
import type { Clock } from '../../../asl/clock/clock';
import type { TaskCall } from '../../../asl/interpreter/tasks/task';
import type { OpenQuestion } from '../../../aws/confirm/questions';
import type { Cloud } from '../service';

/** A question in the bucket: `Ask` of `action.asl.yaml`. */
export interface Question extends OpenQuestion {
  readonly rig: string;
  readonly token: string;
}

/** An answer; `no` is the reason of a refusal. */
export interface Answer {
  readonly afterSeconds: number;
  readonly by: string;
  readonly no?: string;
}

interface HookRun {
  readonly seconds: number;
  readonly error?: string;
}

export interface ExternalActors {
  /** Null: no answer. */
  person(question: Question): Answer | null;
  /** Null if no such state machine exists. */
  hook(arn: string): HookRun | null;
}

/** A simulated person takes this share of the allowed time: chosen, not measured. */
const PERSON_ANSWER_SHARE = 0.25;
/** Duration of a simulated external state machine: chosen, not measured. */
const SIMULATED_HOOK_SECONDS = 300;

/** Defaults of rehearsals. */
export const SIMULATED_ACTORS: ExternalActors = {
  person: ({ since, until }) => ({
    afterSeconds: (PERSON_ANSWER_SHARE * (Date.parse(until) - Date.parse(since))) / 1000,
    by: 'a simulated person',
  }),
  hook: () => ({ seconds: SIMULATED_HOOK_SECONDS }),
};

/** Local executions: questions go to real people, and there is no account with machines. */
export const NO_ACTORS: ExternalActors = { person: () => null, hook: () => null };

export function makeHookDefinition({ seconds, error }: HookRun): string {
  const ends = error === undefined ? { Type: 'Succeed' } : { Type: 'Fail', Error: error, Cause: 'It failed.' };
  const states = { Work: { Type: 'Wait', Seconds: seconds, Next: 'End' }, End: ends };
  return JSON.stringify({ QueryLanguage: 'JSONata', StartAt: 'Work', States: states });
}

/** Lets a simulated person answer the question of a task, unless the task ends before. */
export async function answerQuestion(
  call: TaskCall,
  { clock, cloud, others }: { readonly clock: Clock; readonly cloud: Cloud; readonly others: ExternalActors },
): Promise<void> {
  const question = (call.arguments as { readonly Body: Question }).Body;
  const answer = others.person(question);
  if (answer === null) return;
  if ((await clock.sleep(1000 * answer.afterSeconds, call.cancelled)) === 'cancelled') return;
  const { by, no } = answer;
  const caller = { execution: '', state: 'simulated person', role: 'command-line' };
  const taskToken = question.token;
  const [action, input] =
    no === undefined
      ? ['SendTaskSuccess', { taskToken, output: JSON.stringify({ by }) }]
      : ['SendTaskFailure', { taskToken, error: 'Refused', cause: `${by}: ${no}` }];
  try {
    await cloud.call('sfn', action, input, caller);
  } catch {
    // Too late, or an injected fault: the person sees the error, and the simulation continues.
  }
}
