/** One attempt of a task: a race between its answer, its time limits and the end of the branch. */
import { Stop } from '../../clock/stop';
import { toFailure, BranchEnded, Failure } from '../failure';
import type { Frame } from '../frame';
import type { TaskCall } from '../tasks/task';
import type { Template } from '../jsonata/template';
import type { View } from '../jsonata/view';

/**
 * Calls the runner and waits for the first of: its answer, the time-out, a missed heartbeat, the end of the branch.
 * Later events are ignored, and the `cancelled` signal informs the runner.
 * @param submitted receives the immediate answer of the call, if it precedes the final answer.
 * @throws Failure of the task, or {@link BranchEnded}.
 */
export function awaitAnswer(
  frame: Frame,
  call: Omit<TaskCall, 'cancelled'>,
  timeoutSeconds: number,
  submitted: (output: unknown) => void,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const attempt = new Attempt(frame, resolve, reject);
    attempt.limit(timeoutSeconds, 'timeout');
    if (call.heartbeatSeconds !== undefined) attempt.limit(call.heartbeatSeconds, 'heartbeat');
    attempt.ask({
      ...call,
      cancelled: attempt.cancelled,
      heartbeat: () => attempt.resetHeartbeat(call.heartbeatSeconds),
      submitted: (output) => attempt.whileOpen(() => ignoreEnded(() => submitted(output))),
    });
  });
}

/** If an event ends the execution because the history is full, the runner must not see the error. */
function ignoreEnded(action: () => void): void {
  try {
    action();
  } catch (thrown) {
    if (!(thrown instanceof BranchEnded)) throw thrown;
  }
}

class Attempt {
  /** Informs the runner that the attempt ended for a reason other than its answer. */
  readonly cancelled = new Stop();
  private readonly timers = new Map<string, Stop>();
  private readonly release: () => void;
  private over = false;

  constructor(
    private readonly frame: Frame,
    private readonly resolve: (result: unknown) => void,
    private readonly reject: (reason: Error) => void,
  ) {
    this.release = frame.scope.onEnd(() => this.fail(new BranchEnded(), true));
  }

  ask(call: TaskCall): void {
    if (this.over) return;
    const { tasks } = this.frame.interpreter;
    // A runner may also throw synchronously; the async function turns that into a rejection.
    const answer = (async () => tasks.run(call))();
    answer.then(
      (result) => this.whileOpen(() => this.succeed(result)),
      (thrown: unknown) => this.fail(toFailure(thrown), false),
    );
  }

  limit(seconds: number, kind: 'timeout' | 'heartbeat'): void {
    if (this.over) return;
    const timer = new Stop();
    this.timers.set(kind, timer);
    void this.frame.interpreter.clock.sleep(seconds * 1000, timer).then((how) => {
      if (how === 'elapsed') this.fail(new Failure('States.Timeout', undefined, kind), true);
    });
  }

  /** Restarts the heartbeat limit. */
  resetHeartbeat(seconds: number | undefined): void {
    if (seconds === undefined) return;
    this.timers.get('heartbeat')?.stop('over');
    this.limit(seconds, 'heartbeat');
  }

  whileOpen(action: () => void): void {
    if (!this.over) action();
  }

  private succeed(result: unknown): void {
    this.close();
    this.resolve(result);
  }

  private fail(reason: Error, cancel: boolean): void {
    if (this.over) return;
    this.close();
    if (cancel) this.cancelled.stop('over');
    this.reject(reason);
  }

  private close(): void {
    this.over = true;
    this.release?.();
    for (const timer of this.timers.values()) timer.stop('over');
  }
}

/** Value of Arguments, or the state's input if it has no Arguments. @throws Failure if the value is too large. */
export async function evaluateArguments(frame: Frame, template: Template | undefined, view: View): Promise<unknown> {
  return template === undefined ? frame.input : frame.checkSize(await frame.evaluate(template, view));
}
