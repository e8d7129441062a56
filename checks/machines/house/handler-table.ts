/**
 * Retry and Catch by service integration: a few named variants. Machine files contain nothing else, so readers can skip
 * their Retry and Catch. Transient errors are those of the Step Functions guide ("Best practices", "Handling transient
 * Lambda service exceptions"); functions of fsxbench throw `Transient`. Errors outside the model of a service have the
 * name of the service.
 */
import table from './handler-table.json';

/** One entry of a Retry; jitter is always FULL. */
export interface Retrier {
  readonly errors: readonly string[];
  readonly intervalSeconds: number;
  readonly maxAttempts: number;
  readonly backoffRate: number;
  readonly maxDelaySeconds: number;
}
export type RetrierName = keyof typeof table.retriers;

/** `usual`: half a minute on average, a minute at most: longer than a throttle lasts, short where hosts are billed. */
export const RETRIERS = Object.fromEntries(
  Object.entries(table.retriers).map(([name, retrier]) => [name, { ...table.usual, ...retrier }]),
) as unknown as Readonly<Record<RetrierName, Retrier>>;
export type CatchName = keyof typeof table.catches;

/** Variants of a Catch, with the errors of their entries in order. */
export const CATCHES = Object.fromEntries(
  Object.entries(table.catches).map(([name, { before }]) => [
    name,
    [...(before.length === 0 ? [] : [before]), ['States.DataLimitExceeded'], ['States.ALL']],
  ]),
) as unknown as Readonly<Record<CatchName, readonly (readonly string[])[]>>;

/** The retriers of a state, in order, and its variant of Catch. */
export interface Handlers {
  readonly retry: readonly RetrierName[];
  readonly catch: CatchName;
}

/** By the prefix of the Resource of a Task; `*` is the rest of a name. */
export const BY_RESOURCE: Readonly<Record<string, Handlers>> = Object.fromEntries(
  Object.entries(table.resources).map(([resource, retrier]) => [
    resource,
    { retry: [retrier as RetrierName], catch: 'everything' },
  ]),
);

/** A Map or Parallel fails by its content, which has its own retries; an ItemReader is a call. */
export const OF_MAPS: Handlers = { retry: [], catch: 'everything' };
export const OF_READING_MAPS: Handlers = { retry: ['item-reader'], catch: 'everything' };

/** Exceptions, by `machine/State`, with the reason. */
export const EXCEPTIONS = table.exceptions as unknown as Readonly<
  Record<string, Partial<Handlers> & { readonly why: string }>
>;
