/** Lambda: functions are called in this process, with payloads converted to JSON and back. */
import { InvokeCommand } from '@aws-sdk/client-lambda';
import type { Cancel } from '../../asl/clock/clock';
import { Stop } from '../../asl/clock/stop';
import { UnknownActionError } from './cloud';
import { type Caller, type IdGenerator, type Service, ServiceError } from './service';
import { makeAction, ArgumentError } from './sdk-shape';

/** A function: parsed payload in, result out. A thrown error becomes an error that a machine can catch by name. */
export type LambdaFunction = (payload: unknown, caller: Caller) => Promise<unknown>;

/** Output of Invoke as in the SDK, but with JSON text instead of bytes. */
export interface InvokeOutput {
  readonly StatusCode: number;
  readonly ExecutedVersion: string;
  readonly Payload: string;
  /** Present if the function threw: the payload describes the error. */
  readonly FunctionError?: 'Unhandled';
}

/** For requests and responses. https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
export const MAX_PAYLOAD_BYTES = 6 * 1024 * 1024;

/** Maximum lines of a stack trace: further lines belong to the simulation. */
const MAX_STACK_LINES = 5;

export interface LambdaOptions {
  readonly ids: IdGenerator;
  /** Maximum concurrent functions: 1,000, or 10 in many new accounts (guide, "Lambda quotas"). Default: no limit. */
  readonly concurrency?: number;
  /** Waits for the seconds that a function takes in addition to its calls. Default: none. */
  readonly work?: (functionName: string) => Promise<unknown>;
  /** Resolves at the time-out of a function; `cancel` ends the wait after its answer. Default: no time-out. */
  readonly timeOut?: (functionName: string, cancel: Cancel) => Promise<'elapsed' | 'cancelled'>;
  /** Whether a function crashes, before or after its work. Default: no crash. */
  readonly crash?: (functionName: string) => 'before' | 'after' | undefined;
  readonly functions: Readonly<Record<string, LambdaFunction>>;
  /** For messages. */
  readonly arnOf: (functionName: string) => string;
}

export function makeLambda(options: LambdaOptions): Service {
  const { concurrency = Number.POSITIVE_INFINITY } = options;
  let underWay = 0;
  return {
    Invoke: makeAction(InvokeCommand, async ({ FunctionName, Payload = '{}' }, caller) => {
      const name = toFunctionName(FunctionName);
      const run = Object.hasOwn(options.functions, name) ? options.functions[name] : undefined;
      if (run === undefined) {
        const message = `Function not found: ${options.arnOf(name)}:$LATEST`;
        throw new ServiceError('ResourceNotFoundException', message, 404);
      }
      const bytes = Buffer.byteLength(Payload);
      if (bytes > MAX_PAYLOAD_BYTES) {
        const message = `Request must be smaller than ${MAX_PAYLOAD_BYTES} bytes for the InvokeFunction operation`;
        throw new ServiceError('RequestTooLargeException', message, 413);
      }
      const payload = parsePayload(Payload);
      if (underWay >= concurrency) throw new ServiceError('TooManyRequestsException', 'Rate Exceeded.', 429);
      underWay += 1;
      try {
        const requestId = options.ids.uuid();
        const answer = async (by: Caller): Promise<InvokeOutput> => {
          await options.work?.(name);
          const crash = options.crash?.(name);
          const answered = crash === 'before' ? undefined : await runFunction(run, payload, by, requestId);
          return answered === undefined || crash === 'after' ? makeCrashOutput(requestId) : answered;
        };
        const { timeOut } = options;
        if (timeOut === undefined) return await answer(caller);
        return await runWithTimeout(name, requestId, timeOut, (ended) => answer({ ...caller, ended }));
      } finally {
        underWay -= 1;
      }
    }),
  };
}

/** https://docs.aws.amazon.com/lambda/latest/dg/troubleshooting-invocation.html */
function makeCrashOutput(requestId: string): InvokeOutput {
  const errorMessage = `RequestId: ${requestId} Error: Runtime exited with error: signal: killed`;
  const Payload = JSON.stringify({ errorType: 'Runtime.ExitError', errorMessage });
  return { StatusCode: 200, ExecutedVersion: '$LATEST', FunctionError: 'Unhandled', Payload };
}

export function toFunctionName(nameOrArn: string): string {
  const parts = nameOrArn.split(':');
  return (parts[0] === 'arn' ? parts[6] : parts[0]) ?? '';
}

async function runFunction(
  run: LambdaFunction,
  payload: unknown,
  caller: Caller,
  requestId: string,
): Promise<InvokeOutput> {
  const answer = { StatusCode: 200, ExecutedVersion: '$LATEST' } as const;
  try {
    const text = JSON.stringify((await run(payload, caller)) ?? null);
    const bytes = Buffer.byteLength(text);
    if (bytes <= MAX_PAYLOAD_BYTES) return { ...answer, Payload: text };
    const most = `exceeded maximum allowed payload size (${MAX_PAYLOAD_BYTES} bytes).`;
    const errorMessage = `Response payload size (${bytes} bytes) ${most}`;
    const errorType = 'Function.ResponseSizeTooLarge';
    return { ...answer, FunctionError: 'Unhandled', Payload: JSON.stringify({ errorMessage, errorType }) };
  } catch (error) {
    // A call that is not simulated must end the execution, not become an error that a Catch swallows.
    if (error instanceof ArgumentError || error instanceof UnknownActionError) throw error;
    return { ...answer, FunctionError: 'Unhandled', Payload: JSON.stringify(describeError(error, requestId)) };
  }
}

/** Ends a function at its time-out, as Lambda does: earlier effects remain, and no later ones follow. */
async function runWithTimeout(
  name: string,
  requestId: string,
  timeOut: NonNullable<LambdaOptions['timeOut']>,
  run: (ended: Cancel) => Promise<InvokeOutput>,
): Promise<InvokeOutput> {
  const ended = new Stop();
  const answered = new Stop();
  const running = run(ended);
  const over = timeOut(name, answered).then((how): InvokeOutput | Promise<InvokeOutput> => {
    if (how === 'cancelled') return running;
    ended.stop('over');
    // https://docs.aws.amazon.com/lambda/latest/dg/troubleshooting-invocation.html
    const described = { errorType: 'Sandbox.Timedout', errorMessage: `RequestId: ${requestId} Error: Task timed out` };
    const Payload = JSON.stringify(described);
    return { StatusCode: 200, ExecutedVersion: '$LATEST', FunctionError: 'Unhandled', Payload };
  });
  try {
    return await Promise.race([running, over]);
  } finally {
    answered.stop('over');
  }
}

function describeError(error: unknown, requestId: string): Record<string, unknown> {
  const { name, message, stack = '' } = (error ?? {}) as Partial<Error>;
  if (typeof name !== 'string' || typeof message !== 'string') {
    return { errorMessage: String(error), errorType: typeof error, requestId, stackTrace: [] };
  }
  const frames = stack.split('\n').filter((line) => line.trimStart().startsWith('at '));
  const stackTrace = frames.slice(0, MAX_STACK_LINES).map((line) => line.trim());
  return { errorMessage: message, errorType: name, requestId, stackTrace };
}

function parsePayload(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    const message = 'Could not parse request body into json';
    throw new ServiceError('InvalidRequestContentException', message);
  }
}
