/** Starts the machine `notify`, which sends a mail, for functions whose machine does not start it. */
import { joinName, NAME_MAX_LENGTH } from '../../shapes/execution-names';
import type { MailReason } from '../../shapes/mail';
import type { Context } from '../context';

export interface NotificationInput {
  readonly executionId: string;
  readonly experiment?: string | null | undefined;
  readonly why: MailReason;
  readonly outcome: string;
  readonly clean: boolean;
  readonly error?: string;
  readonly cause?: string;
}

/** Starts the machine without waiting; each name sends one mail. Never throws: a mail must not stop a delete. */
export async function notify(name: string, input: NotificationInput, context: Context): Promise<void> {
  try {
    const stateMachineArn = context.config.machineArns.notify;
    await context.aws.sfn.startExecution({ stateMachineArn, name, input: JSON.stringify(input) });
  } catch (error) {
    if ((error as Error).name === 'ExecutionAlreadyExists') return;
    context.log.error('the mail could not be sent', { ...input, error: String(error) });
  }
}

/** Execution name of the mail about a refusal: short enough, and different from the names of guardians' mails. */
export function makeRefusalName(name: string): string {
  return joinName(name.slice(0, NAME_MAX_LENGTH - '__refused'.length), 'refused');
}
