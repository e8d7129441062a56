/**
 * `events:putEvents`: details are JSON and are sent as its text, the execution and its machine are added to Resources,
 * and one entry that failed fails the task.
 * https://docs.aws.amazon.com/step-functions/latest/dg/connect-eventbridge.html
 */
import type { PutEventsRequestEntry, PutEventsResponse } from '@aws-sdk/client-eventbridge';
import { StateError } from '../../../asl/interpreter/tasks/task';
import { withMetadata } from './metadata';
import type { Request } from './request';

type GivenEntry = Omit<PutEventsRequestEntry, 'Detail'> & { readonly Detail?: unknown };

/** The answer of the call. @throws StateError `EventBridge.FailedEntry` with the answer for its cause */
export async function putEvents({ call, invoke, options }: Request): Promise<unknown> {
  const { Entries, ...rest } = call.arguments as { readonly Entries?: unknown };
  const { executionArn } = call;
  const machineArn = executionArn.replace(':execution:', ':stateMachine:').replace(/:[^:]*$/, '');
  const entries = Array.isArray(Entries)
    ? (Entries as GivenEntry[]).map((entry) => ({
        ...entry,
        ...(entry.Detail === undefined || typeof entry.Detail === 'string'
          ? {}
          : { Detail: JSON.stringify(entry.Detail) }),
        Resources: [...(entry.Resources ?? []), executionArn, machineArn],
      }))
    : Entries;
  const answer = (await invoke('events', 'PutEvents', { ...rest, Entries: entries })) as PutEventsResponse;
  if ((answer.FailedEntryCount ?? 0) > 0) throw new StateError('EventBridge.FailedEntry', JSON.stringify(answer));
  return withMetadata(answer, options.ids.uuid());
}
