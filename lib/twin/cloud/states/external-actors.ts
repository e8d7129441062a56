/** What people and machines of others do for an execution, where they are modelled. Nothing of it was ever measured. */
import type { Clock } from '../../../asl/clock/clock';
import type { TaskCall } from '../../../asl/interpreter/tasks/task';
import type { Cloud } from '../service';

/** A question as it lies in the bucket: `Ask` of `action.asl.json`. */
export interface Question {
  readonly executionId: string;
  readonly experiment: string;
  readonly rig: string;
  readonly target: string;
  readonly stage: string;
  readonly text: string;
  /** ISO 8601. */
  readonly since: string;
  readonly until: string;
  readonly token: string;
}

/** How somebody answers: `no` says why not. */
export interface Answer {
  readonly afterSeconds: number;
  readonly by: string;
  readonly no?: string;
}

/** How a state machine of somebody goes. */
interface HookRun {
  readonly seconds: number;
  /** It fails in the end. */
  readonly error?: string;
}

export interface ExternalActors {
  /** Null: nobody answers. */
  person(question: Question): Answer | null;
  /** Null: there is no such machine. */
  hook(arn: string): HookRun | null;
}

/** Of the time that is allowed, a modelled person takes this part: chosen, not measured. */
const PERSON_SHARE = 0.25;
/** A modelled state machine of somebody takes so long: chosen, not measured. */
const MODELLED_HOOK_SECONDS = 300;

/** Whom a rehearsal takes them for. */
export const MODELLED_ACTORS: ExternalActors = {
  person: ({ since, until }) => ({
    afterSeconds: (PERSON_SHARE * (Date.parse(until) - Date.parse(since))) / 1000,
    by: 'a modelled person',
  }),
  hook: () => ({ seconds: MODELLED_HOOK_SECONDS }),
};

/** On this machine: whoever is asked is real, and no account has machines. */
export const NO_ACTORS: ExternalActors = { person: () => null, hook: () => null };

/** A machine that goes like that, as text. */
export function makeHookText({ seconds, error }: HookRun): string {
  const ends = error === undefined ? { Type: 'Succeed' } : { Type: 'Fail', Error: error, Cause: 'It failed.' };
  const states = { Work: { Type: 'Wait', Seconds: seconds, Next: 'End' }, End: ends };
  return JSON.stringify({ QueryLanguage: 'JSONata', StartAt: 'Work', States: states });
}

/** Lets a modelled person answer a question that a task has asked, unless the task is over before. */
export async function answerQuestion(
  call: TaskCall,
  { clock, cloud, others }: { readonly clock: Clock; readonly cloud: Cloud; readonly others: ExternalActors },
): Promise<void> {
  const question = (call.arguments as { readonly Body: Question }).Body;
  const answer = others.person(question);
  if (answer === null) return;
  if ((await clock.sleep(1000 * answer.afterSeconds, call.cancelled)) === 'cancelled') return;
  const { by, no } = answer;
  const caller = { execution: '', state: 'modelled person', role: 'command-line' };
  const taskToken = question.token;
  const [action, input] =
    no === undefined
      ? ['SendTaskSuccess', { taskToken, output: JSON.stringify({ by }) }]
      : ['SendTaskFailure', { taskToken, error: 'Refused', cause: `${by}: ${no}` }];
  try {
    await cloud.call('sfn', action, input, caller);
  } catch {
    // Too late, or a fault that was planted: a person sees that and goes home.
  }
}
