/** The one root of all errors of the house, and the assertion for what cannot be missing. */
import type { ErrorCode } from './error-codes';

/** What an error may carry besides its text. */
export interface ErrorDetails {
  /** What it is about, as fields: for logs and tests. */
  readonly facts?: Readonly<Record<string, unknown>>;
  /** What led to it. */
  readonly cause?: unknown;
}

/** An error by its code: state machines, the console and tests tell errors apart by `name`. */
export class FsxbenchError extends Error {
  readonly facts: Readonly<Record<string, unknown>>;

  /** @param name its code: what it means stands in `texts/errors.json` */
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
 * The value itself, where it cannot be missing.
 * @param what was expected, for the message, e.g. `a cell of trial t0001`
 * @throws FsxbenchError `Unexpected` where it is missing all the same: a fault of the program, never of a spec
 */
export function ensure<T>(value: T | undefined | null, what: string): T {
  if (value === undefined || value === null) throw new FsxbenchError('Unexpected', `expected ${what}, found none`);
  return value;
}

/** A refusal that names everything at once: what is wrong, a line for each, and what to do. */
export function makeRefusal(
  name: ErrorCode,
  what: string,
  lines: readonly string[],
  advice: string,
  facts: Readonly<Record<string, unknown>>,
): FsxbenchError {
  return new FsxbenchError(name, [what, ...lines.map((line) => `  ${line}`), advice].join('\n'), { facts });
}
