/**
 * What raises an alarm, what it means and what to do: the alarms are made of it, and `docs/operate.md`. Facts only, so
 * that the page can be made without the CDK.
 */
import { FUNCTION_NAMES, type FunctionName, type MachineName, type Part } from '../../shapes/machines';

/** Numbers of CloudWatch that are added up. */
export type AlarmMetric =
  | { readonly of: 'machine'; readonly machine: MachineName; readonly names: readonly string[] }
  | { readonly of: 'functions'; readonly functions: readonly FunctionName[]; readonly name: string }
  | { readonly of: 'queue'; readonly name: string };

export interface AlarmEntry {
  /** Ends its name: `fsxbench-guardian-failed`. */
  readonly id: string;
  /** The stack that has it: an alarm of the bench stack is there only where specs start by themselves. */
  readonly part: Part;
  readonly title: string;
  readonly metric: AlarmMetric;
  readonly periodMinutes: number;
  /** Raised from so many on; `fewer` turns it round and takes silence for none. */
  readonly atLeast?: number;
  readonly fewer?: number;
  readonly means: string;
  /** Steps, in order. */
  readonly todo: readonly string[];
}

/** Ends of executions that are not good (Step Functions guide, CloudWatch metrics). */
const BAD_ENDS = ['ExecutionsFailed', 'ExecutionsTimedOut', 'ExecutionsAborted'];

/** Functions of the safety stack without which nothing is ended, deleted or proven. */
export const ENDING_FUNCTIONS: readonly FunctionName[] = FUNCTION_NAMES.safety.filter(
  (name) => !['analyse', 'ask-servers', 'compose-mail', 'parse-trial'].includes(name),
);

/** In the order of their urgency. */
export const ALARMS: readonly AlarmEntry[] = [
  {
    id: 'guardian-failed',
    part: 'safety',
    title: 'Something may be left',
    metric: { of: 'machine', machine: 'guardian', names: BAD_ENDS },
    periodMinutes: 5,
    atLeast: 1,
    means:
      'A guardian could not show that nothing of its execution is left, or did not come to its end. Money may flow. ' +
      'The event rule and the janitor start another guardian by themselves.',
    todo: [
      'Read the mail "left something" of the execution, or its receipt.json: it lists what is left and why.',
      'If it comes again after the next guardian, follow "Something is left" of docs/operate.md.',
    ],
  },
  {
    id: 'janitor-silent',
    part: 'safety',
    title: 'The janitor has not come for an hour',
    metric: { of: 'machine', machine: 'janitor', names: ['ExecutionsSucceeded'] },
    periodMinutes: 60,
    fewer: 1,
    means:
      'The last net is not there: what a lost event or a dead guardian leaves is found by nobody. It is raised once ' +
      'after a first deploy, until the first hour is over.',
    todo: [
      'Look at the newest executions of the machine janitor: their error says what is denied or broken.',
      'Are there none, look at the schedule (EventBridge Scheduler) and at the queue Undelivered of the safety stack.',
      'Until it comes again, look by hand: "Something is left" of docs/operate.md.',
    ],
  },
  {
    id: 'janitor-failed',
    part: 'safety',
    title: 'A round of the janitor failed',
    metric: { of: 'machine', machine: 'janitor', names: BAD_ENDS },
    periodMinutes: 60,
    atLeast: 2,
    means:
      'It could not list what carries the tag of this deployment, or something is left and no guardian can be ' +
      'started for it: nobody deletes it. It comes again every 15 minutes, and fails until that is mended.',
    todo: [
      'Read the cause of the newest failed execution of the machine janitor: it names what, and the error.',
      'AccessDenied: an organisation or a boundary took a permission away. Throttling: it passes.',
      '"all recoveries are used up", "names no execution": delete by hand, docs/operate.md',
    ],
  },
  {
    id: 'teardown-failed',
    part: 'safety',
    title: 'A teardown did not come to its end',
    metric: { of: 'machine', machine: 'teardown', names: BAD_ENDS },
    periodMinutes: 5,
    // It tries for two hours or three: one that gives up is no passing trouble, and what it left is paid for.
    atLeast: 1,
    means:
      'For two hours (three with ONTAP) deletes were refused or took longer than they may; what is left costs money. ' +
      'The guardian goes round again, up to five times, and only then sends the mail of what is left.',
    todo: [
      'Read the cause of the newest failed execution of the machine teardown: it tells the last refusal, id and error.',
      'Remove what is in the way (a backup that runs, a lock, a policy); the next round deletes.',
    ],
  },
  {
    id: 'undelivered',
    part: 'safety',
    title: 'An end was not answered, or the janitor not started',
    metric: { of: 'queue', name: 'ApproximateNumberOfMessagesVisible' },
    periodMinutes: 5,
    atLeast: 1,
    means:
      'The recovery of an execution that ended badly could not be called, or failed three times; or the ' +
      'janitor could not be started. The next round of the janitor finds what is left; when no round comes, ' +
      'another alarm says so.',
    todo: [
      'Receive the messages of the queue Undelivered of the safety stack: ERROR_MESSAGE of what was not delivered, ' +
        'responsePayload of what start-guardian failed on, say why.',
      'When it is mended, purge the queue: the alarm goes by itself.',
    ],
  },
  {
    id: 'not-started',
    part: 'bench',
    title: 'A scheduled experiment was not started',
    metric: { of: 'queue', name: 'ApproximateNumberOfMessagesVisible' },
    periodMinutes: 5,
    atLeast: 1,
    means:
      'EventBridge Scheduler tried for an hour and gave up. Nothing ran, nothing costs money, and no mail is sent. ' +
      'The moment is lost; the next one is tried as always.',
    todo: [
      'Receive messages of the queue Undelivered of the bench stack: ERROR_MESSAGE says why; the body is its input.',
      'AccessDenied: the role SchedulesRole or an organisation. StateMachineDoesNotExist: deploy the bench stack.',
      'To make the moment up, start the machine experiment with that input, but for scheduledAt.',
      'When it is mended, purge the queue: the alarm goes by itself.',
    ],
  },
  {
    id: 'functions-failing',
    part: 'safety',
    title: 'Functions that end and delete are failing',
    metric: { of: 'functions', functions: ENDING_FUNCTIONS, name: 'Errors' },
    periodMinutes: 15,
    atLeast: 10,
    means:
      'Calls that are tried again count too, so a few mean nothing. Many in a quarter of an hour mean that a service ' +
      'is down, throttles its calls, or denies them.',
    todo: [
      'Look at the logs of the functions for the newest errors; each names the call and the service.',
      'AccessDenied: an organisation or a boundary took a permission away.',
    ],
  },
  {
    id: 'functions-throttled',
    part: 'safety',
    title: 'Functions that end and delete are kept waiting',
    metric: { of: 'functions', functions: ENDING_FUNCTIONS, name: 'Throttles' },
    periodMinutes: 15,
    atLeast: 10,
    means:
      'Lambda refuses their calls (TooManyRequestsException), which counts as no error of theirs: the ' +
      'account runs as ' +
      'many functions at once as it may. Each is tried again, so teardown comes late, and what it would ' +
      'delete is paid for.',
    todo: [
      'See who takes them: the metric ConcurrentExecutions of Lambda, by function.',
      'Ask for more in Service Quotas (Concurrent executions, L-B99A9384), or set reservedConcurrency and deploy.',
    ],
  },
  {
    id: 'nobody-told',
    part: 'safety',
    title: 'A mail or an event could not be sent',
    metric: { of: 'machine', machine: 'tell', names: BAD_ENDS },
    periodMinutes: 60,
    atLeast: 1,
    means:
      'An execution ended and nobody was told by mail, or no program by an event. Nothing else depends on it. It is ' +
      'tried again after an hour, two, four and so on; of what is left, on the next day.',
    todo: [
      'Look at the newest failed execution of the machine tell: its cause says of which execution, and what failed.',
      'Look at the topic, its policy and its subscriptions. Report and receipt are in the bucket.',
    ],
  },
];

/** Those of one stack, in the order of their urgency. */
export function alarmsOf(part: Part): readonly AlarmEntry[] {
  return ALARMS.filter((entry) => entry.part === part);
}

/** CloudWatch takes 1,024 characters (API reference, PutMetricAlarm). */
export function alarmText({ title, means, todo }: AlarmEntry): string {
  const steps = todo.map((step, index) => `${index + 1}. ${step}`).join(' ');
  return `${title}. ${means} What to do: ${steps} (docs/operate.md)`;
}
