/** How things go wrong in a machine: failures that Retry and Catch see, and ends that they do not. */
import { StateError } from './tasks/task';

/** Where a failure comes from; decides what matches it besides its own name. */
export type FailureKind =
  /** A task answered with an error. */
  | 'task'
  /** TimeoutSeconds of a task passed. */
  | 'timeout'
  /** HeartbeatSeconds of a task passed; reported as States.Timeout. */
  | 'heartbeat'
  /** A payload other than a task's result was too large. */
  | 'payload'
  /** The interpreter cannot go on; nothing catches it. */
  | 'runtime'
  /** Everything else: a Fail state, an expression, a Choice without a match, a reader, a tolerance. */
  | 'state';

/** A state's failure on its way up: through Retry and Catch of its state, then of the Parallel or Map around it. */
export class Failure extends Error {
  constructor(
    readonly error: string | undefined,
    readonly reason: string | undefined,
    readonly kind: FailureKind = 'state',
  ) {
    super(`${error ?? 'an error without a name'}: ${reason ?? ''}`);
    this.name = 'Failure';
  }

  /** `$states.errorOutput`. A time-out has an empty cause there; what a service left out is null. */
  get errorOutput(): { readonly Error: string | null; readonly Cause: string | null } {
    const timedOut = this.kind === 'timeout' || this.kind === 'heartbeat';
    return { Error: this.error ?? null, Cause: this.reason ?? (timedOut ? '' : null) };
  }
}

/**
 * Thrown through a branch that is over for a reason outside it: stopped, timed out, or a sibling failed. Never caught
 * by a state.
 */
export class BranchEnded extends Error {
  constructor() {
    super('the branch has ended');
    this.name = 'Ended';
  }
}

/**
 * Any thrown value as a failure. What is neither a failure nor a {@link StateError} is a fault of the interpreter or
 * its edges.
 */
export function asFailure(thrown: unknown, kind: FailureKind = 'task'): Failure {
  if (thrown instanceof Failure) return thrown;
  if (thrown instanceof StateError) return new Failure(thrown.error ?? undefined, thrown.reason ?? undefined, kind);
  const text = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  return new Failure('States.Runtime', `An unexpected fault stopped the execution. ${text}`, 'runtime');
}

/** The error that nothing catches or retries, wherever it comes from: a task's answer may have it too. */
const UNCATCHABLE = 'States.Runtime';

/**
 * Whether one list of ErrorEquals matches a failure
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
