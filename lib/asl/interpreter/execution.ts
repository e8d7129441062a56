/** One execution of a machine from input to end, with its history, its limits and its children. */
import { Stop } from '../clock/stop';
import type { Clock } from '../clock/clock';
import { plainDetails, withInput, withOutput } from './history/details';
import { toFailure, BranchEnded } from './failure';
import { PAYLOAD_MAX_BYTES } from './payload-limit';
import { EVENTS_MAX, History } from './history/history';
import type { Interpreter } from './interpreter';
import type { ChildExecution, ChildOptions, ExecutionResult, ExecutionStatus } from './child-execution';
import type { MapRun } from './map/map-run';
import type { Machine } from './machine';
import { runStates } from './run-states';
import { MAX_EXECUTION_MS, findRedriveRefusal } from './redrive';
import { type ScopePosition, Scope } from './scope';
import type { TaskRunner } from './tasks/task';

export type { ChildExecution, ExecutionResult, ExecutionStatus } from './child-execution';
export { MapRun } from './map/map-run';

export interface ExecutionOptions {
  readonly machine: Machine;
  readonly machineArn: string;
  readonly arn: string;
  readonly name: string;
  readonly roleArn: string;
  /** JSON input. The interpreter never changes it, so executions can share it. */
  readonly input: unknown;
  readonly clock: Clock;
  readonly tasks: TaskRunner;
  /** Returns a random number, 0 ≤ n < 1: for jitter, `$random` and `$shuffle`. */
  readonly random: () => number;
  /** Makes ids for `$uuid`, task tokens, Map runs and their children. */
  readonly uuid: () => string;
  /** Called when a distributed Map begins, before its first child. */
  readonly onMapRun?: (run: MapRun) => void;
  /** Called before every state; if the callback ends the execution, the state is not entered. */
  readonly onState?: (execution: ChildExecution, state: string) => void;
  /** Whether the history keeps events (default) or only counts them. */
  readonly keepHistory?: boolean;
}

export class Execution implements ChildExecution {
  readonly arn: string;
  readonly name: string;
  readonly machineArn: string;
  readonly input: unknown;
  readonly history: History;
  /** The result; after a redrive, the result of the redrive. Never rejects. */
  done: Promise<ExecutionResult>;
  status: ExecutionStatus = 'RUNNING';
  /** Epoch milliseconds. */
  startDate: number;
  stopDate?: number;
  output?: unknown;
  error?: string;
  cause?: string;
  redriveCount = 0;
  redriveDate?: number;
  private scope = new Scope();
  private resolve: (result: ExecutionResult) => void = () => undefined;
  private started = false;

  constructor(private readonly options: ExecutionOptions) {
    const { arn, name, machineArn, input, clock, keepHistory } = options;
    this.arn = arn;
    this.name = name;
    this.machineArn = machineArn;
    this.input = input;
    this.startDate = clock.now();
    this.history = new History(clock, keepHistory ?? true, () => this.historyFull());
    this.done = this.makePromise();
  }

  /**
   * Records the start, and runs the states from the next microtask on. For an input above the payload limit, Step
   * Functions refuses the start; here the execution fails at once.
   */
  start(): this {
    if (this.started) throw new Error(`the execution ${this.name} has already started`);
    this.started = true;
    if (this.status !== 'RUNNING') return this;
    const { clock, input, roleArn } = this.options;
    this.startDate = clock.now();
    const bytes = this.history.measure(input);
    const details = withInput('executionStartedEventDetails', input, { roleArn });
    this.scope.lastEvent = this.history.add('ExecutionStarted', 0, details);
    if (bytes > PAYLOAD_MAX_BYTES) {
      const cause = `The input of the execution has ${bytes} bytes; ${PAYLOAD_MAX_BYTES} are allowed.`;
      this.end('FAILED', { error: 'States.DataLimitExceeded', cause });
      return this;
    }
    void this.conduct(this.scope);
    void this.limit();
    return this;
  }

  /** Why the execution cannot be redriven now, in the words of DescribeExecution; undefined if it can be. */
  getRedriveRefusal(): string | undefined {
    return findRedriveRefusal(this, this.options.clock.now());
  }

  /**
   * Continues in the same history. States that were not left start again with the same input and all their retries. A
   * Parallel or inline Map repeats only its unfinished branches or items; a distributed Map only the children that did
   * not succeed. The time-out of the machine starts again.
   * https://docs.aws.amazon.com/step-functions/latest/dg/redrive-executions.html
   * @throws Error if {@link findRedriveRefusal} gives a reason
   */
  redrive(): this {
    const refusal = this.getRedriveRefusal();
    if (refusal !== undefined) throw new Error(`the execution ${this.name} cannot be redriven: ${refusal}`);
    const { place } = this.scope;
    this.scope = this.scope.revive();
    this.status = 'RUNNING';
    delete this.stopDate;
    delete this.error;
    delete this.cause;
    this.redriveDate = this.options.clock.now();
    const redriveCount = ++this.redriveCount;
    this.scope.lastEvent = this.history.reopen('ExecutionRedriven', () => ({
      executionRedrivenEventDetails: { redriveCount },
    }));
    // A redrive is billed as a transition (same page).
    this.history.transitions++;
    this.done = this.makePromise();
    void this.conduct(this.scope, place);
    void this.limit();
    return this;
  }

  /**
   * Ends the execution as ABORTED at once, and cancels waits, task attempts, Map runs and children. Does nothing later.
   */
  stop(error?: string, cause?: string): void {
    this.end('ABORTED', { error, cause });
  }

  /** Ends the execution at once with this status; no state can catch it. Does nothing after the end. */
  breakOff(status: 'FAILED' | 'TIMED_OUT', error?: string, cause?: string): void {
    this.end(status, { error, cause });
  }

  private makePromise(): Promise<ExecutionResult> {
    return new Promise((resolve) => {
      this.resolve = resolve;
    });
  }

  /** @param from position before a redrive. */
  private async conduct(scope: Scope, from?: ScopePosition): Promise<void> {
    await Promise.resolve();
    const { machine, input } = this.options;
    try {
      const output = await runStates(this.interpreter(), machine, input, scope, from);
      // After a redrive, a later call of this function runs the remaining states.
      if (!scope.hasEnded) this.end('SUCCEEDED', { output });
    } catch (thrown) {
      if (thrown instanceof BranchEnded || scope.hasEnded) return;
      const { error, reason, kind } = toFailure(thrown);
      this.end('FAILED', { error, cause: kind === 'timeout' || kind === 'heartbeat' ? undefined : reason });
    }
  }

  /** The machine's TimeoutSeconds or the service limit: it has no error and no cause, and no state can catch it. */
  private async limit(): Promise<void> {
    const { clock, machine } = this.options;
    const cancel = new Stop();
    this.scope.onEnd(() => cancel.stop('over'));
    // The service limit ends endless waits, such as a task without a time-out and without an answer.
    const left = this.startDate + MAX_EXECUTION_MS - clock.now();
    const own = machine.timeoutSeconds === undefined ? left : machine.timeoutSeconds * 1000;
    if ((await clock.sleep(Math.min(own, left), cancel)) === 'elapsed') this.end('TIMED_OUT', {});
  }

  private historyFull(): void {
    const cause = `The execution reached the maximum number of history events (${EVENTS_MAX}).`;
    this.end('FAILED', { error: 'States.Runtime', cause });
  }

  private end(
    status: Exclude<ExecutionStatus, 'RUNNING'>,
    { output, error, cause }: { output?: unknown; error?: string | undefined; cause?: string | undefined },
  ): void {
    if (this.status !== 'RUNNING') return;
    this.status = status;
    this.stopDate = this.options.clock.now();
    const [type, key] = ENDS[status];
    this.history.close(type, status === 'SUCCEEDED' ? withOutput(key, output) : plainDetails(key, { error, cause }));
    if (status === 'SUCCEEDED') this.output = output;
    if (error !== undefined) this.error = error;
    if (cause !== undefined) this.cause = cause;
    this.scope.end();
    // An execution that succeeded cannot be redriven.
    if (status === 'SUCCEEDED') this.scope = new Scope();
    this.resolve({
      status,
      ...(status === 'SUCCEEDED' ? { output } : {}),
      ...(error === undefined ? {} : { error }),
      ...(cause === undefined ? {} : { cause }),
    });
  }

  private interpreter(): Interpreter {
    const { options, history } = this;
    const interpreter: Interpreter = {
      ...options,
      history,
      context: this.context(),
      random: () => options.random(),
      uuid: () => options.uuid(),
      run: (group, input, scope, from) => runStates(interpreter, group, input, scope, from),
      entering: (state) => options.onState?.(this, state),
      mapRunStarted: (run) => options.onMapRun?.(run),
      child: (wanted) => this.child(wanted),
    };
    return interpreter;
  }

  private context(): Readonly<Record<string, unknown>> {
    const { arn, name, roleArn, machineArn, input } = this.options;
    const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();
    return {
      Execution: {
        Id: arn,
        Input: input,
        Name: name,
        RoleArn: roleArn,
        StartTime: iso(this.startDate),
        RedriveCount: this.redriveCount,
        ...(this.redriveDate === undefined ? {} : { RedriveTime: iso(this.redriveDate) }),
      },
      StateMachine: { Id: machineArn, Name: machineArn.split(':stateMachine:').at(-1) },
    };
  }

  /** A child of a distributed Map: `…:execution:MACHINE/LABEL:UUID`. */
  private child({ group, label, input }: ChildOptions): Execution {
    const { machine, machineArn, uuid } = this.options;
    const name = uuid();
    return new Execution({
      ...this.options,
      machine: { name: `${machine.name}/${label}`, definition: machine.definition, ...group },
      machineArn: `${machineArn}/${label}`,
      arn: `${machineArn.replace(':stateMachine:', ':execution:')}/${label}:${name}`,
      name,
      input,
    });
  }
}

const ENDS = {
  SUCCEEDED: ['ExecutionSucceeded', 'executionSucceededEventDetails'],
  FAILED: ['ExecutionFailed', 'executionFailedEventDetails'],
  TIMED_OUT: ['ExecutionTimedOut', 'executionTimedOutEventDetails'],
  ABORTED: ['ExecutionAborted', 'executionAbortedEventDetails'],
} as const;
