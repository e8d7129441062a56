/** Telling people where no machine does: starts the one that tells, once. */
import { joinName, NAME_MAX } from '../../shapes/execution-names';
import type { MailReason } from '../../shapes/mail';
import type { Context } from '../context';

/** Input of the machine `tell`. */
export interface NotificationInput {
  readonly executionId: string;
  readonly experiment?: string | null | undefined;
  readonly why: MailReason;
  readonly outcome: string;
  readonly clean: boolean;
  readonly error?: string;
  readonly cause?: string;
}

/**
 * Starts the machine and does not wait. Under one name people are told once. Never throws: that nobody can be told must
 * keep nobody from deleting.
 */
export async function notify(name: string, told: NotificationInput, context: Context): Promise<void> {
  try {
    const stateMachineArn = context.config.machineArns.tell;
    await context.aws.sfn.startExecution({ stateMachineArn, name, input: JSON.stringify(told) });
  } catch (error) {
    if ((error as Error).name === 'ExecutionAlreadyExists') return;
    context.log.error('nobody could be told', { ...told, error: String(error) });
  }
}

/** The name under which the refusal of an execution is told: that of no guardian, and no longer than names may be. */
export function makeRefusalName(name: string): string {
  return joinName(name.slice(0, NAME_MAX - '__refused'.length), 'refused');
}
