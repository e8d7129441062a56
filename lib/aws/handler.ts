/** The wrapper of every lambda: parses the event, calls one function, and names errors for state machines. */
import { CONTRACT_VERSION, makeVersionError } from '../shapes/contract-version';
import { type ErrorDetails, FsxbenchError } from '../shapes/errors';
import type { Context as LambdaContext } from 'aws-lambda';
import type { z } from 'zod';
import type { Context } from './context';
import { logCall } from './logging/log-call';

/** Errors that a machine retries: throttling, 5xx, broken connections. */
export class TransientError extends FsxbenchError {
  constructor(message: string, details?: ErrorDetails) {
    super('Transient', message, details);
  }
}

interface HandlerPair<R, C> {
  /** Handler for simulations, which pass a separate context. */
  readonly handle: (event: unknown, context: C) => Promise<R>;
  readonly handler: (event: unknown, lambda: LambdaContext) => Promise<R>;
}

/**
 * @param schema of the event; an event that does not match is a bug of the machine: `EventInvalid`
 * @throws FsxbenchError `OtherVersion` for a call of a machine of another version
 */
export function defineHandler<S extends z.ZodType, R>(
  schema: S,
  work: (event: z.infer<S>, context: Context) => Promise<R>,
): HandlerPair<R, Context> {
  return defineHandlerWith(schema, work, (context) => context);
}

/** {@link defineHandler} for functions with a larger context. @param complete makes it, once per sandbox */
export function defineHandlerWith<S extends z.ZodType, R, C extends Context>(
  schema: S,
  work: (event: z.infer<S>, context: C) => Promise<R>,
  complete: (context: Context) => C | Promise<C>,
): HandlerPair<R, C> {
  let loaded: Promise<{ context: C; enter: (lambda: LambdaContext) => void }> | undefined;
  // Loaded only on Lambda: simulations must never have real clients.
  const load = async (): Promise<Awaited<NonNullable<typeof loaded>>> => {
    const { getProductionContext, enterCall: enter } = await import('./production');
    return { context: await complete(getProductionContext()), enter };
  };
  const call = async (event: unknown, context: C): Promise<R> => {
    refuseOtherVersion(event, context);
    const parsed = schema.safeParse(event);
    if (!parsed.success) throw new FsxbenchError('EventInvalid', parsed.error.message);
    try {
      return await work(parsed.data, context);
    } catch (error) {
      if (isTransient(error))
        throw new TransientError(`${(error as Error).name}: ${(error as Error).message}`, { cause: error });
      throw error;
    }
  };
  const handle = (event: unknown, context: C): Promise<R> => logCall(event, context, (own) => call(event, own));
  return {
    handle,
    handler: async (event, lambda) => {
      const { context, enter } = await (loaded ??= load());
      enter(lambda);
      return handle(event, context);
    },
  };
}

/** Measuring machines send their version with each call. Teardown machines send none and are never refused. */
function refuseOtherVersion(event: unknown, { config }: Context): void {
  const { version } = (event ?? {}) as { readonly version?: unknown };
  if (version === undefined) return;
  const deployed = config.contractVersion ?? CONTRACT_VERSION;
  if (version !== String(deployed)) throw makeVersionError(version, deployed);
}

/** Error names of throttling and time-outs of all called services (SDK for JavaScript v3, retry classification). */
const THROTTLE_NAMES = new RegExp(
  [
    'Throttl',
    'TooManyRequests',
    'RequestLimitExceeded',
    'SlowDown',
    'BandwidthLimitExceeded',
    'PriorRequestNotComplete',
    'TimeoutError',
    'RequestTimeout',
  ].join('|'),
);
/** Two conditional writes of one key collided: S3 asks for a retry with 409 (S3 user guide, Conditional writes). */
const CONFLICT_NAMES = ['ConditionalRequestConflict', 'OperationAborted'];
/** Node.js codes of failed connections; the `name` of these errors is only `Error`. */
const CONNECTION_CODES = [
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
];

/** True if a retry of the same call may succeed. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const details = error as { $metadata?: { httpStatusCode?: number }; statusCode?: number; code?: unknown };
  const status = details.$metadata?.httpStatusCode ?? details.statusCode ?? 0;
  if (status >= 500 || status === 429) return true;
  if (THROTTLE_NAMES.test(error.name) || CONFLICT_NAMES.includes(error.name)) return true;
  return typeof details.code === 'string' && CONNECTION_CODES.includes(details.code);
}
