/** Failures, which Retry and Catch can handle, and ends of branches, which they cannot handle. */
import { StateError } from './tasks/task';

/** The origin of a failure: it decides which general names, such as States.TaskFailed, match the failure. */
export type FailureKind =
  /** A task returned an error. */
  | 'task'
  /** TimeoutSeconds of a task passed. */
  | 'timeout'
  /** HeartbeatSeconds of a task passed; reported as States.Timeout. */
  | 'heartbeat'
  /** A payload other than a task's result was too large. */
  | 'payload'
  /** The interpreter cannot continue; nothing catches it. */
  | 'runtime'
  /** Everything else: a Fail state, an expression, a Choice without a match, a reader, a tolerance. */
  | 'state';

/** The failure of a state. Its Retry and Catch can handle it, then those of the enclosing Parallel or Map. */
export class Failure extends Error {
  constructor(
    readonly error: string | undefined,
    readonly reason: string | undefined,
    readonly kind: FailureKind = 'state',
  ) {
    super(`${error ?? 'an error without a name'}: ${reason ?? ''}`);
    this.name = 'Failure';
  }

  /** `$states.errorOutput`. Its cause is empty after a time-out, and null if the service omitted it. */
  get errorOutput(): { readonly Error: string | null; readonly Cause: string | null } {
    const timedOut = this.kind === 'timeout' || this.kind === 'heartbeat';
    return { Error: this.error ?? null, Cause: this.reason ?? (timedOut ? '' : null) };
  }
}

/** Thrown in a branch that is stopped, has timed out, or has a failed sibling. No state can catch it. */
export class BranchEnded extends Error {
  constructor() {
    super('the branch has ended');
    this.name = 'Ended';
  }
}

/**
 * Converts any thrown value. Anything other than a failure or a {@link StateError} is a bug in the interpreter or in
 * its callers.
 */
export function toFailure(thrown: unknown, kind: FailureKind = 'task'): Failure {
  if (thrown instanceof Failure) return thrown;
  if (thrown instanceof StateError) return new Failure(thrown.error ?? undefined, thrown.reason ?? undefined, kind);
  const text = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  return new Failure('States.Runtime', `An unexpected fault stopped the execution. ${text}`, 'runtime');
}

/** No state can catch or retry this error, even if a task returns it. */
const UNCATCHABLE = 'States.Runtime';

/**
 * Whether a list of ErrorEquals matches a failure
 * (https://docs.aws.amazon.com/step-functions/latest/dg/concepts-error-handling.html).
 */
export function matches(errorEquals: readonly string[], failure: Failure): boolean {
  if (failure.kind === 'runtime' || failure.error === UNCATCHABLE) return false;
  return errorEquals.some((name) => matchesName(name, failure));
}

function matchesName(name: string, { error, kind }: Failure): boolean {
  if (name === error) return true;
  switch (name) {
    case 'States.ALL':
      return kind !== 'payload';
    case 'States.TaskFailed':
      return kind === 'task' && error !== 'States.Timeout';
    case 'States.HeartbeatTimeout':
      return kind === 'heartbeat';
    default:
      return false;
  }
}
