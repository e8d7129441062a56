/**
 * Answers the tasks of state machines from the modelled cloud: `aws-sdk` integrations and the optimised ones that are
 * used.
 */
import { expected } from '../../../shapes/errors';
import { parseResource } from '../../../asl/interpreter/tasks/resource';
import { StateError, type TaskCall, type TaskRunner } from '../../../asl/interpreter/tasks/task';
import { UnknownActionError } from '../cloud';
import type { InvokeOutput } from '../lambda';
import { type Caller, ServiceError } from '../service';
import { ArgumentError } from '../shape';
import { sdkInput, stateResult } from './casing';
import { optimisedError, sdkError } from './errors';
import {
  type IntegrationOptions,
  nestedExecution,
  putEvents,
  type Request,
  startChild,
  withMetadata,
} from './optimised';

const OPTIMISED: Readonly<Record<string, (request: Request) => Promise<unknown>>> = {
  'lambda:invoke': invokeFunction,
  'events:putEvents': putEvents,
  'sns:publish': async ({ call, invoke, options }) =>
    withMetadata(await invoke('sns', 'Publish', call.arguments), options.ids.uuid()),
  'states:startExecution': async (request) => (await startChild(request)).answer,
  'states:startExecution.sync': (request) => nestedExecution(request, 'texts'),
  'states:startExecution.sync:2': (request) => nestedExecution(request, 'parsed'),
};

/** ItemReaders and ResultWriters name S3 without `aws-sdk`. */
const MAP_EDGES: Readonly<Record<string, string>> = {
  's3:getObject': 'aws-sdk:s3:getObject',
  's3:listObjectsV2': 'aws-sdk:s3:listObjectsV2',
  's3:putObject': 'aws-sdk:s3:putObject',
};

/**
 * The task runner of an account. Rejects with a StateError for what a service answers; with ArgumentError or
 * UnknownActionError for what it does not model, which ends the execution uncaught.
 */
export function makeTaskRunner(options: IntegrationOptions): TaskRunner {
  return {
    run: async (call) => {
      const { type, action, token, events } = parseResource(call.resource);
      const role = options.sfn.roleOf(call.executionArn);
      const caller: Caller = { execution: call.executionName, state: call.state, role };
      if (call.credentials !== undefined || (token && call.resource !== ASKS)) {
        throw new ArgumentError(call.resource, ['Credentials, and task tokens of other calls, are not modelled']);
      }
      if (events === 'LambdaFunction')
        return functionByArn({ call, caller, options, invoke: optimised(options, caller) });
      const called = `${type}:${action.replace(/\.waitForTaskToken$/, '')}`;
      const name = MAP_EDGES[called] ?? called;
      const sdk = /^aws-sdk:([a-z0-9]+):([a-z][A-Za-z0-9]*)$/.exec(name);
      if (sdk !== null) {
        const [, service = '', method = ''] = sdk;
        const answer = sdkIntegration(options, caller, service, method, call.arguments);
        return token ? waited(options, call, answer) : answer;
      }
      const run = Object.hasOwn(OPTIMISED, name) ? OPTIMISED[name] : undefined;
      if (run === undefined) throw new UnknownActionError(type, action, Object.keys(OPTIMISED));
      return run({ call, caller, options, invoke: optimised(options, caller) });
    },
  };
}

/** The call that asks people: what it writes holds the token. */
const ASKS = 'arn:aws:states:::aws-sdk:s3:putObject.waitForTaskToken';

/** The answer to a token, after that of the call. */
async function waited(options: IntegrationOptions, call: TaskCall, asked: Promise<unknown>): Promise<unknown> {
  // Somebody may answer before the call is answered.
  const answer = options.sfn.answerTo(expected(call.taskToken, 'the token of a task'), call.cancelled);
  call.submitted?.(await asked);
  options.onAsked?.(call);
  return answer;
}

async function sdkIntegration(
  options: IntegrationOptions,
  caller: Caller,
  service: string,
  action: string,
  args: unknown,
): Promise<unknown> {
  const name = action.slice(0, 1).toUpperCase() + action.slice(1);
  try {
    return stateResult(service, await options.cloud.call(service, name, sdkInput(service, name, args), caller));
  } catch (error) {
    if (error instanceof ServiceError) throw sdkError(service, name, error, options.ids.uuid());
    throw error;
  }
}

function optimised(options: IntegrationOptions, caller: Caller): Request['invoke'] {
  return async (service, action, args) => {
    try {
      return await options.cloud.call(service, action, sdkInput(service, action, args), caller);
    } catch (error) {
      if (error instanceof ServiceError) throw optimisedError(service, error, options.ids.uuid());
      throw error;
    }
  };
}

async function invokeFunction({ call, invoke, options }: Request): Promise<unknown> {
  const { ExecutedVersion, Payload, StatusCode } = await answerOf(invoke('lambda', 'Invoke', call.arguments));
  return withMetadata({ ExecutedVersion, Payload: JSON.parse(Payload) as unknown, StatusCode }, options.ids.uuid());
}

async function functionByArn({ call, invoke }: Request): Promise<unknown> {
  const args = { FunctionName: call.resource, Payload: call.arguments };
  return JSON.parse((await answerOf(invoke('lambda', 'Invoke', args))).Payload);
}

/** The answer of a function; what it threw becomes an error of that name, its description the cause. */
async function answerOf(invocation: Promise<unknown>): Promise<InvokeOutput> {
  const answer = (await invocation) as InvokeOutput;
  if (answer.FunctionError === undefined) return answer;
  const { errorType } = JSON.parse(answer.Payload) as { readonly errorType?: string };
  throw new StateError(errorType ?? 'Lambda.Unknown', answer.Payload);
}
