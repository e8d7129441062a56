/** The frame of every lambda: parse the event, call one function, give errors names that a state machine can match. */
import { CONTRACT_VERSION, makeVersionError } from '../shapes/contract-version';
import { type ErrorDetails, FsxbenchError } from '../shapes/errors';
import type { z } from 'zod';
import type { Context } from './context';

/** What a machine tries again: throttling, 5xx, a connection that broke. */
export class TransientError extends FsxbenchError {
  constructor(message: string, details?: ErrorDetails) {
    super('Transient', message, details);
  }
}

interface HandlerPair<R, C> {
  /** For the twin, which brings its own context. */
  readonly handle: (event: unknown, context: C) => Promise<R>;
  /** For Lambda. */
  readonly handler: (event: unknown) => Promise<R>;
}

/**
 * @param schema shape of the event; an event that does not fit is a fault of the machine, named `EventInvalid`
 * @param work the one function that does the work
 * @throws FsxbenchError `OtherVersion` for a call of a machine of another version
 */
export function defineHandler<S extends z.ZodType, R>(
  schema: S,
  work: (event: z.infer<S>, context: Context) => Promise<R>,
): HandlerPair<R, Context> {
  return defineHandlerWith(schema, work, (context) => context);
}

/**
 * The same for a function that needs more than others.
 * @param complete adds that on Lambda, once a sandbox
 */
export function defineHandlerWith<S extends z.ZodType, R, C extends Context>(
  schema: S,
  work: (event: z.infer<S>, context: C) => Promise<R>,
  complete: (context: Context) => C | Promise<C>,
): HandlerPair<R, C> {
  let completed: Promise<C> | undefined;
  // Loaded only on Lambda: the twin must never hold real clients.
  const load = async (): Promise<C> => complete((await import('./production')).getProductionContext());
  const handle = async (event: unknown, context: C): Promise<R> => {
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
  return {
    handle,
    handler: async (event) => handle(event, await (completed ??= load())),
  };
}

/** Machines that measure say their version with each call; those that tear down say none, and are never refused. */
function refuseOtherVersion(event: unknown, { config }: Context): void {
  const { version } = (event ?? {}) as { readonly version?: unknown };
  if (version === undefined) return;
  const deployed = config.contractVersion ?? CONTRACT_VERSION;
  if (version !== String(deployed)) throw makeVersionError(version, deployed);
}

/**
 * Error names of throttling and time-outs over the services that lambdas call (SDK for JavaScript v3, retry
 * classification).
 */
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
/**
 * Two conditional writes of one key met: S3 asks for another try (S3 user guide, Conditional writes; answered with
 * 409).
 */
const CONFLICT_NAMES = ['ConditionalRequestConflict', 'OperationAborted'];
/** Codes of Node for connections that broke or never came about; their `name` is only `Error`. */
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

/** True for what may succeed when tried again as it is. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const told = error as { $metadata?: { httpStatusCode?: number }; statusCode?: number; code?: unknown };
  const status = told.$metadata?.httpStatusCode ?? told.statusCode ?? 0;
  if (status >= 500 || status === 429) return true;
  if (THROTTLE_NAMES.test(error.name) || CONFLICT_NAMES.includes(error.name)) return true;
  return typeof told.code === 'string' && CONNECTION_CODES.includes(told.code);
}
