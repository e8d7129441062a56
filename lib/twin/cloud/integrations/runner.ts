/** Runs the tasks of state machines in the simulated cloud: `aws-sdk` integrations and the optimized ones in use. */
import type { PutEventsRequestEntry, PutEventsResponse } from '@aws-sdk/client-eventbridge';
import { ensure } from '../../../shapes/errors';
import { parseResource } from '../../../asl/interpreter/tasks/resource';
import { StateError, type TaskCall, type TaskRunner } from '../../../asl/interpreter/tasks/task';
import { UnknownActionError } from '../cloud';
import type { InvokeOutput } from '../lambda';
import { type Caller, type Cloud, type IdGenerator, ServiceError } from '../service';
import { ArgumentError } from '../sdk-shape';
import { toOptimizedError, toSdkError, toSdkInput, toStateResult } from './sdk-names';
import type { ChildExecution } from '../../../asl/interpreter/child-execution';
import type { Sfn } from '../states/sfn';

const OPTIMIZED_INTEGRATIONS: Readonly<Record<string, (request: TaskRequest) => Promise<unknown>>> = {
  'lambda:invoke': invokeFunction,
  'events:putEvents': putEvents,
  'sns:publish': async ({ call, invoke, options }) =>
    addMetadata(await invoke('sns', 'Publish', call.arguments), options.ids.uuid()),
  'states:startExecution': async (request) => (await startChildExecution(request)).answer,
  'states:startExecution.sync:2': runChildExecution,
};

/** Rejects with StateError for service errors. ArgumentError and UnknownActionError end the execution uncaught. */
export function makeTaskRunner(options: IntegrationOptions): TaskRunner {
  return {
    run: async (call) => {
      const { type, action, token } = parseResource(call.resource);
      const role = options.sfn.roleOf(call.executionArn);
      const caller: Caller = { execution: call.executionName, state: call.state, role };
      if (call.credentials !== undefined || (token && call.resource !== QUESTION_RESOURCE)) {
        throw new ArgumentError(call.resource, ['Credentials, and task tokens of other calls, are not simulated']);
      }
      const called = `${type}:${action.replace(/\.waitForTaskToken$/, '')}`;
      // An ItemReader names S3 without `aws-sdk`.
      const name = called === 's3:getObject' ? `aws-sdk:${called}` : called;
      const sdk = /^aws-sdk:([a-z0-9]+):([a-z][A-Za-z0-9]*)$/.exec(name);
      if (sdk !== null) {
        const [, service = '', method = ''] = sdk;
        const answer = callSdk(options, caller, service, method, call.arguments);
        return token ? awaitTaskToken(options, call, answer) : answer;
      }
      const run = Object.hasOwn(OPTIMIZED_INTEGRATIONS, name) ? OPTIMIZED_INTEGRATIONS[name] : undefined;
      if (run === undefined) throw new UnknownActionError(type, action, Object.keys(OPTIMIZED_INTEGRATIONS));
      return run({ call, caller, options, invoke: makeServiceCall(options, caller) });
    },
  };
}

/** The call that asks a person: the written object contains the task token. */
const QUESTION_RESOURCE = 'arn:aws:states:::aws-sdk:s3:putObject.waitForTaskToken';

/** Waits for the call, then returns the answer to its task token. */
async function awaitTaskToken(options: IntegrationOptions, call: TaskCall, called: Promise<unknown>): Promise<unknown> {
  // The answer to the token may arrive before that of the call.
  const answer = options.sfn.answerTo(ensure(call.taskToken, 'the token of a task'), call.cancelled);
  call.submitted?.(await called);
  options.onAsked?.(call);
  return answer;
}

async function callSdk(
  options: IntegrationOptions,
  caller: Caller,
  service: string,
  action: string,
  args: unknown,
): Promise<unknown> {
  const name = action.slice(0, 1).toUpperCase() + action.slice(1);
  try {
    return toStateResult(service, await options.cloud.call(service, name, toSdkInput(service, name, args), caller));
  } catch (error) {
    if (error instanceof ServiceError) throw toSdkError(service, error, options.ids.uuid());
    throw error;
  }
}

function makeServiceCall(options: IntegrationOptions, caller: Caller): TaskRequest['invoke'] {
  return async (service, action, args) => {
    try {
      return await options.cloud.call(service, action, toSdkInput(service, action, args), caller);
    } catch (error) {
      if (error instanceof ServiceError) throw toOptimizedError(service, error, options.ids.uuid());
      throw error;
    }
  };
}

async function invokeFunction({ call, invoke, options }: TaskRequest): Promise<unknown> {
  const { ExecutedVersion, Payload, StatusCode } = await unwrapInvocation(invoke('lambda', 'Invoke', call.arguments));
  return addMetadata({ ExecutedVersion, Payload: JSON.parse(Payload) as unknown, StatusCode }, options.ids.uuid());
}

/** The answer of a function; a thrown error becomes an error with its name, and its description the cause. */
async function unwrapInvocation(invocation: Promise<unknown>): Promise<InvokeOutput> {
  const answer = (await invocation) as InvokeOutput;
  if (answer.FunctionError === undefined) return answer;
  const { errorType } = JSON.parse(answer.Payload) as { readonly errorType?: string };
  throw new StateError(errorType ?? 'Lambda.Unknown', answer.Payload);
}

// Optimized integrations: metadata of answers; `states:startExecution` with its child; `events:putEvents`. The details
// of events are JSON, sent as text, with the execution and its machine among Resources; one failed entry fails the task
// (https://docs.aws.amazon.com/step-functions/latest/dg/connect-eventbridge.html).

interface IntegrationOptions {
  readonly cloud: Cloud;
  readonly sfn: Pick<Sfn, 'roleOf' | 'execution' | 'answerTo'>;
  readonly ids: IdGenerator;
  /** Called after the call of a task that waits for an answer to its token. */
  readonly onAsked?: (call: TaskCall) => void;
}

interface TaskRequest {
  readonly call: TaskCall;
  readonly caller: Caller;
  readonly options: IntegrationOptions;
  /** Calls a service with Pascal-case arguments; errors as the integration names them. */
  readonly invoke: (service: string, action: string, args: unknown) => Promise<unknown>;
}

/** The answer with `SdkHttpMetadata` and `SdkResponseMetadata`, of typical size on AWS. */
function addMetadata(answer: unknown, requestId: string): Record<string, unknown> {
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

/** DescribeExecution in Pascal case. @throws StateError States.TaskFailed unless the child succeeded; cause: JSON */
async function runChildExecution(request: TaskRequest): Promise<unknown> {
  const { call, options } = request;
  const { executionArn, answer } = await startChildExecution(request);
  call.submitted?.(answer);
  const child = options.sfn.execution(executionArn);
  const stopChild = (): void => void stopExecution(request, executionArn);
  call.cancelled.addEventListener('abort', stopChild, { once: true });
  // The attempt may have ended during the start: the child exists all the same.
  if (call.cancelled.aborted) stopChild();
  const { status } = await child.done;
  call.cancelled.removeEventListener('abort', stopChild);
  if (status === 'SUCCEEDED') return describeChildExecution(child, (value) => value);
  throw new StateError('States.TaskFailed', JSON.stringify(describeChildExecution(child, JSON.stringify)));
}

/** StartExecution; its ARN, and the answer as a state sees it. */
async function startChildExecution({
  call,
  invoke,
  options,
}: TaskRequest): Promise<{ executionArn: string; answer: unknown }> {
  const output = (await invoke('sfn', 'StartExecution', call.arguments)) as { readonly executionArn: string };
  return { executionArn: output.executionArn, answer: addMetadata(toStateResult('sfn', output), options.ids.uuid()) };
}

/** Best effort, as on AWS: a child that cannot be stopped continues. */
async function stopExecution({ options, caller }: TaskRequest, executionArn: string): Promise<void> {
  try {
    await options.cloud.call('sfn', 'StopExecution', { executionArn }, caller);
  } catch {
    // The answer is not needed; the guardian finds children that still run.
  }
}

/** @param as format of input and output: values, or JSON texts in the cause of a failure */
function describeChildExecution(child: ChildExecution, as: (value: unknown) => unknown): Record<string, unknown> {
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

type EventBridgeEntry = Omit<PutEventsRequestEntry, 'Detail'> & { readonly Detail?: unknown };

/** @throws StateError `EventBridge.FailedEntry`, with the answer as its cause */
async function putEvents({ call, invoke, options }: TaskRequest): Promise<unknown> {
  const { Entries, ...rest } = call.arguments as { readonly Entries?: unknown };
  const { executionArn } = call;
  const machineArn = executionArn.replace(':execution:', ':stateMachine:').replace(/:[^:]*$/, '');
  const entries = Array.isArray(Entries)
    ? (Entries as EventBridgeEntry[]).map((entry) => ({
        ...entry,
        ...(entry.Detail === undefined || typeof entry.Detail === 'string'
          ? {}
          : { Detail: JSON.stringify(entry.Detail) }),
        Resources: [...(entry.Resources ?? []), executionArn, machineArn],
      }))
    : Entries;
  const answer = (await invoke('events', 'PutEvents', { ...rest, Entries: entries })) as PutEventsResponse;
  if ((answer.FailedEntryCount ?? 0) > 0) throw new StateError('EventBridge.FailedEntry', JSON.stringify(answer));
  return addMetadata(answer, options.ids.uuid());
}
