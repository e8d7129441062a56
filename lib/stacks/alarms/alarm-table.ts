/**
 * What raises an alarm, what it means and what to do (`alarms.json`): the alarms are made of it, and `docs/operate.md`.
 * Facts only, so that the page can be made without the CDK.
 */
import alarms from './alarms.json';
import { FUNCTION_NAMES, type FunctionName, type MachineName, type StackPart } from '../../shapes/machines';

/** Numbers of CloudWatch that are added up (Step Functions guide, CloudWatch metrics). */
export type AlarmMetric =
  | { readonly of: 'machine'; readonly machine: MachineName; readonly names: readonly string[] }
  /** Of {@link ENDING_FUNCTIONS}. */
  | { readonly of: 'functions'; readonly name: string }
  | { readonly of: 'queue'; readonly name: string };

export interface AlarmEntry {
  /** Ends its name: `fsxbench-guardian-failed`. */
  readonly id: string;
  /** The stack that has it: an alarm of the bench stack is there only where specs start by themselves. */
  readonly part: StackPart;
  readonly title: string;
  readonly metric: AlarmMetric;
  readonly periodMinutes: number;
  /**
   * Raised from so many on; `fewer` turns it round and takes silence for none. A teardown tries for hours: one that
   * gives up is no passing trouble, and what it left is paid for.
   */
  readonly atLeast?: number;
  readonly fewer?: number;
  readonly means: string;
  /** Steps, in order. */
  readonly todo: readonly string[];
}

/** Functions of the safety stack without which nothing is ended, deleted or proven. */
export const ENDING_FUNCTIONS: readonly FunctionName[] = FUNCTION_NAMES.safety.filter(
  (name) => !['analyse', 'ask-servers', 'compose-mail', 'parse-trial'].includes(name),
);

/** In the order of their urgency. */
export const ALARMS = alarms as readonly AlarmEntry[];

/** Those of one stack, in the order of their urgency. */
export function listAlarms(part: StackPart): readonly AlarmEntry[] {
  return ALARMS.filter((entry) => entry.part === part);
}

/** CloudWatch takes 1,024 characters (API reference, PutMetricAlarm). */
export function formatAlarm({ title, means, todo }: AlarmEntry): string {
  const steps = todo.map((step, index) => `${index + 1}. ${step}`).join(' ');
  return `${title}. ${means} What to do: ${steps} (docs/operate.md)`;
}
