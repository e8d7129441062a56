/**
 * Optimised integrations: what they add to an answer; `states:startExecution` with its child; `events:putEvents`, whose
 * details are JSON and are sent as its text, with the execution and its machine among Resources, and of which one entry
 * that failed fails the task (https://docs.aws.amazon.com/step-functions/latest/dg/connect-eventbridge.html).
 */
import type { PutEventsRequestEntry, PutEventsResponse } from '@aws-sdk/client-eventbridge';
import type { ChildExecution } from '../../../asl/interpreter/child-execution';
import { StateError, type TaskCall } from '../../../asl/interpreter/tasks/task';
import type { Ids } from '../ids';
import type { Caller, Cloud } from '../service';
import type { Sfn } from '../states/sfn';
import { stateResult } from './casing';

export interface IntegrationOptions {
  readonly cloud: Cloud;
  readonly sfn: Pick<Sfn, 'roleOf' | 'execution' | 'answerTo'>;
  readonly ids: Ids;
  /** Told of a task that waits for an answer to its token, once the call is made. */
  readonly onAsked?: (call: TaskCall) => void;
}

/** A call of one integration, with what all of them need. */
export interface Request {
  readonly call: TaskCall;
  readonly caller: Caller;
  readonly options: IntegrationOptions;
  /** Calls a service with Pascal-case arguments; errors as the integration names them. */
  readonly invoke: (service: string, action: string, args: unknown) => Promise<unknown>;
}

/** The answer with `SdkHttpMetadata` and `SdkResponseMetadata`, of the size that AWS's usually have. */
export function withMetadata(answer: unknown, requestId: string): Record<string, unknown> {
  const headers = {
    Connection: 'keep-alive',
    'Content-Length': `${JSON.stringify(answer).length}`,
    'Content-Type': 'application/json',
    'x-amzn-RequestId': requestId,
  };
  const lists: Record<string, string[]> = {};
  for (const [name, value] of Object.entries(headers)) lists[name] = [value];
  return {
    ...(answer as Record<string, unknown>),
    SdkHttpMetadata: { AllHttpHeaders: lists, HttpHeaders: headers, HttpStatusCode: 200 },
    SdkResponseMetadata: { RequestId: requestId },
  };
}

/** Whether Input and Output of the child are JSON texts (`.sync`) or values (`.sync:2`). */
type Spelling = 'texts' | 'parsed';

/**
 * Members of DescribeExecution in Pascal case.
 * @throws StateError States.TaskFailed where the child did not succeed; its cause is the envelope as JSON text
 */
export async function nestedExecution(request: Request, spelling: Spelling): Promise<unknown> {
  const { call, options } = request;
  const { executionArn, answer } = await startChild(request);
  call.submitted?.(answer);
  const child = options.sfn.execution(executionArn);
  const stopChild = (): void => void stop(request, executionArn);
  call.cancelled.addEventListener('abort', stopChild, { once: true });
  // The attempt may have ended while the start was under way: the child exists all the same.
  if (call.cancelled.aborted) stopChild();
  const { status } = await child.done;
  call.cancelled.removeEventListener('abort', stopChild);
  if (status === 'SUCCEEDED') return envelope(child, spelling);
  throw new StateError('States.TaskFailed', JSON.stringify(envelope(child, 'texts')));
}

/** StartExecution; its ARN, and the answer as a state sees it. */
export async function startChild({
  call,
  invoke,
  options,
}: Request): Promise<{ executionArn: string; answer: unknown }> {
  const output = (await invoke('sfn', 'StartExecution', call.arguments)) as { readonly executionArn: string };
  return { executionArn: output.executionArn, answer: withMetadata(stateResult('sfn', output), options.ids.uuid()) };
}

/** Best effort, as on AWS: a child that cannot be stopped runs on. */
async function stop({ options, caller }: Request, executionArn: string): Promise<void> {
  try {
    await options.cloud.call('sfn', 'StopExecution', { executionArn }, caller);
  } catch {
    // Nobody waits for this answer any more; the guardian looks for children that still run.
  }
}

function envelope(child: ChildExecution, spelling: Spelling): Record<string, unknown> {
  const as = (value: unknown): unknown => (spelling === 'parsed' ? value : JSON.stringify(value));
  const { status, error, cause, stopDate } = child;
  const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();
  return {
    ...(cause === undefined ? {} : { Cause: cause }),
    ...(error === undefined ? {} : { Error: error }),
    ExecutionArn: child.arn,
    Input: as(child.input),
    InputDetails: { Included: true },
    Name: child.name,
    ...(status === 'SUCCEEDED' ? { Output: as(child.output ?? null), OutputDetails: { Included: true } } : {}),
    StartDate: iso(child.startDate),
    StateMachineArn: child.machineArn,
    Status: status,
    ...(stopDate === undefined ? {} : { StopDate: iso(stopDate) }),
  };
}

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
