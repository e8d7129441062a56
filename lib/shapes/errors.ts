/** The base class of all fsxbench errors, and an assertion. */
import type { ErrorCode } from './error-codes';

export interface ErrorDetails {
  /** Fields for logs and tests. */
  readonly facts?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** An error with a code as its `name`, for state machines, the console and tests. */
export class FsxbenchError extends Error {
  readonly facts: Readonly<Record<string, unknown>>;

  /** @param name its code, explained in `texts/errors.json` */
  constructor(
    override readonly name: ErrorCode,
    message: string,
    { facts = {}, cause }: ErrorDetails = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.facts = facts;
  }
}

/**
 * Asserts that a value exists.
 * @param what description for the message, e.g. `a cell of trial t0001`
 * @throws FsxbenchError `Unexpected`: a bug, never a problem of a spec
 */
export function ensure<T>(value: T | undefined | null, what: string): T {
  if (value === undefined || value === null) throw new FsxbenchError('Unexpected', `expected ${what}, found none`);
  return value;
}

/** Makes a refusal: what is wrong, one line each, and what to do. */
export function makeRefusal(
  name: ErrorCode,
  what: string,
  lines: readonly string[],
  advice: string,
  facts: Readonly<Record<string, unknown>>,
): FsxbenchError {
  return new FsxbenchError(name, [what, ...lines.map((line) => `  ${line}`), advice].join('\n'), { facts });
}
