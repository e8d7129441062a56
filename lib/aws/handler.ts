/** The frame of every lambda: parse the event, call one function, give errors names that a state machine can match. */
import type { z } from 'zod';
import type { Context } from './context';

/** What a machine tries again: throttling, 5xx, a connection that broke. */
export class Transient extends Error {
  override readonly name = 'Transient';
}

interface Defined<R> {
  /** For the twin, which brings its own context. */
  readonly handle: (event: unknown, context: Context) => Promise<R>;
  /** For Lambda. */
  readonly handler: (event: unknown) => Promise<R>;
}

/**
 * @param schema shape of the event; an event that does not fit is a fault of the machine, named `EventInvalid`
 * @param work the one function that does the work
 */
export function defineHandler<S extends z.ZodType, R>(
  schema: S,
  work: (event: z.infer<S>, context: Context) => Promise<R>,
): Defined<R> {
  const handle = async (event: unknown, context: Context): Promise<R> => {
    const parsed = schema.safeParse(event);
    if (!parsed.success) throw Object.assign(new Error(parsed.error.message), { name: 'EventInvalid' });
    try {
      return await work(parsed.data, context);
    } catch (error) {
      if (isTransient(error))
        throw new Transient(`${(error as Error).name}: ${(error as Error).message}`, { cause: error });
      throw error;
    }
  };
  return {
    handle,
    // Loaded only on Lambda: the twin must never hold real clients.
    handler: async (event) => handle(event, await (await import('./production')).productionContext()),
  };
}

/** Error names of throttling over the services that lambdas call (SDK for JavaScript v3, retry classification). */
const THROTTLING =
  /Throttl|TooManyRequests|RequestLimitExceeded|SlowDown|BandwidthLimitExceeded|PriorRequestNotComplete|TimeoutError|ECONN/;

/** True for what may succeed when tried again as it is. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
  const code = status ?? (error as { statusCode?: number }).statusCode ?? 0;
  return code >= 500 || THROTTLING.test(error.name);
}
