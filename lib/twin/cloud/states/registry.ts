/** State machines, their executions, and the Map runs of these executions. */
import { SendTaskFailureCommand, SendTaskSuccessCommand } from '@aws-sdk/client-sfn';
import { FsxbenchError } from '../../../shapes/errors';
import type { Cancel, Clock } from '../../../asl/clock/clock';
import type { ChildExecution } from '../../../asl/interpreter/child-execution';
import type { Machine } from '../../../asl/interpreter/machine';
import type { MapRun } from '../../../asl/interpreter/map/map-run';
import { StateError, type TaskRunner } from '../../../asl/interpreter/tasks/task';
import { Execution } from '../../../asl/interpreter/execution';
import { formatArn, type IdGenerator, type AccountPlace, type Service, ServiceError } from '../service';
import { makeAction } from '../sdk-shape';

export interface SfnOptions {
  readonly clock: Clock;
  readonly ids: IdGenerator;
  readonly place: AccountPlace;
  /** Numbers in [0, 1): jitter of retries and `$random` of the machines. */
  readonly random: () => number;
  /** The task runner; a function, because it is created later. */
  readonly tasks: () => TaskRunner;
  /** Keep history events, not only their count. Default: true. */
  readonly keepHistory?: boolean | undefined;
  /** Called after the start and the end of an execution, like an EventBridge event; not for children of Map runs. */
  readonly onStatusChange?: ((execution: ChildExecution) => void) | undefined;
  /** An external state machine by its ARN; null if none exists. Default: none. */
  readonly foreign?: (machineArn: string) => Machine | null;
  /** Called before any execution enters a state. */
  readonly onState?: ((execution: ChildExecution, state: string) => void) | undefined;
}

export interface RegisteredMachine {
  readonly name: string;
  readonly arn: string;
  readonly roleArn: string;
  readonly machine: () => Machine;
  /** Whether the machine is external: fsxbench may not stop its executions. */
  readonly foreign?: true;
}

export interface StartedExecution {
  readonly execution: ChildExecution;
  /** The original text of the input. */
  readonly input: string;
  /** Order of starts. */
  readonly rank: number;
}

export interface ExecutionWithMapRun {
  readonly execution: ChildExecution;
  readonly mapRun?: MapRun;
  /** The original text of the input; absent for children of a Map run. */
  readonly input?: string;
}

export class SfnState {
  private readonly machines = new Map<string, RegisteredMachine>();
  readonly started = new Map<string, StartedExecution>();
  readonly mapRuns = new Map<string, MapRun>();
  readonly tokens = new TaskTokens();
  private ranks = 0;

  constructor(readonly options: SfnOptions) {}

  /** @throws Error if the name is taken */
  register(name: string, machine: Machine | (() => Machine), roleArn: string): string {
    const machineArn = formatArn(this.options.place, 'states', `stateMachine:${name}`);
    if (this.machines.has(machineArn))
      throw new FsxbenchError('Unexpected', `State machine ${name} is registered already`);
    const made = typeof machine === 'function' ? machine : (): Machine => machine;
    this.machines.set(machineArn, { name, arn: machineArn, roleArn, machine: made });
    return machineArn;
  }

  /** @throws ServiceError StateMachineDoesNotExist, InvalidArn */
  machine(machineArn: string): RegisteredMachine {
    const found = this.machines.get(machineArn) ?? this.foreignMachine(machineArn);
    if (found !== undefined) return found;
    this.checkArn(machineArn, 'stateMachine');
    throw new ServiceError('StateMachineDoesNotExist', `State Machine Does Not Exist: '${machineArn}'`);
  }

  private foreignMachine(machineArn: string): RegisteredMachine | undefined {
    const [, name] = /^arn:aws[a-z-]*:states:[a-z0-9-]+:\d{12}:stateMachine:([^:]+)$/.exec(machineArn) ?? [];
    const machine = name === undefined ? undefined : this.options.foreign?.(machineArn);
    if (name === undefined || machine === undefined || machine === null) return undefined;
    const made = { name, arn: machineArn, roleArn: '', machine: () => machine, foreign: true } as const;
    this.machines.set(machineArn, made);
    return made;
  }

  isExternal({ machineArn }: ChildExecution): boolean {
    return this.machines.get(machineArn)?.foreign === true;
  }

  roleOf(executionArn: string): string {
    // …:execution:MACHINE:NAME, and …:execution:MACHINE/LABEL:NAME for the children of a Map run.
    const name = executionArn.split(':')[6]?.split('/')[0] ?? '';
    return this.machines.get(formatArn(this.options.place, 'states', `stateMachine:${name}`))?.roleArn ?? '';
  }

  start(machine: RegisteredMachine, name: string, input: string): StartedExecution {
    const { clock, random, ids, tasks, keepHistory = true, onState } = this.options;
    const execution: ChildExecution = new Execution({
      machine: machine.machine(),
      machineArn: machine.arn,
      arn: `${machine.arn.replace(':stateMachine:', ':execution:')}:${name}`,
      name,
      roleArn: machine.roleArn,
      input: JSON.parse(input) as unknown,
      clock,
      tasks: tasks(),
      random,
      uuid: () => ids.uuid(),
      onMapRun: (run) => this.mapRuns.set(run.arn, run),
      keepHistory,
      ...(onState === undefined ? {} : { onState }),
    });
    const started = { execution, input, rank: this.ranks++ };
    this.started.set(execution.arn, started);
    this.watchStatus(execution.start());
    return started;
  }

  /** Redrives an execution started by StartExecution. @throws Error if it cannot be redriven */
  redrive({ execution }: ExecutionWithMapRun): void {
    this.watchStatus(execution.redrive());
  }

  private watchStatus(execution: ChildExecution): void {
    const { onStatusChange } = this.options;
    onStatusChange?.(execution);
    void execution.done.then(() => onStatusChange?.(execution));
  }

  /** @throws ServiceError ExecutionDoesNotExist, InvalidArn */
  find(executionArn: string): ExecutionWithMapRun {
    const started = this.started.get(executionArn);
    if (started !== undefined) return started;
    const ofOthers = executionArn.replace(':execution:', ':stateMachine:').replace(/:[^:]*$/, '');
    if ((this.machines.get(ofOthers) ?? this.foreignMachine(ofOthers)) === undefined)
      this.checkArn(executionArn, 'execution');
    for (const mapRun of this.mapRuns.values()) {
      const execution = mapRun.children.find((child) => child.arn === executionArn);
      if (execution !== undefined) return { execution, mapRun };
    }
    throw new ServiceError('ExecutionDoesNotExist', `Execution Does Not Exist: '${executionArn}'`);
  }

  /** @throws ServiceError ResourceNotFound, InvalidArn */
  mapRun(mapRunArn: string): MapRun {
    this.checkArn(mapRunArn, 'mapRun');
    const found = this.mapRuns.get(mapRunArn);
    if (found !== undefined) return found;
    throw new ServiceError('ResourceNotFound', `Map Run Does Not Exist: '${mapRunArn}'`);
  }

  private checkArn(text: string, kind: 'stateMachine' | 'execution' | 'mapRun'): void {
    if (text.startsWith(`${formatArn(this.options.place, 'states', kind)}:`)) return;
    throw new ServiceError('InvalidArn', `Invalid Arn: '${text}'`);
  }
}

// Task tokens: waiting tasks, and SendTaskSuccess and SendTaskFailure, which answer them.

interface TokenWaiter {
  succeed(output: unknown): void;
  fail(error: StateError): void;
}

export class TaskTokens {
  private readonly waiting = new Map<string, TokenWaiter>();
  private readonly over = new Set<string>();

  /** The answer to a token; may never settle. @param cancelled when the task ends for another reason */
  wait(token: string, cancelled: Cancel): Promise<unknown> {
    cancelled.addEventListener('abort', () => this.end(token), { once: true });
    return new Promise((resolve, reject) => {
      this.waiting.set(token, { succeed: resolve, fail: reject });
    });
  }

  readonly service: Service = {
    SendTaskSuccess: makeAction(SendTaskSuccessCommand, ({ taskToken, output }) => {
      const one = this.find(taskToken);
      one.succeed(parseOutput(output));
      this.end(taskToken);
      return {};
    }),

    SendTaskFailure: makeAction(SendTaskFailureCommand, ({ taskToken, error, cause }) => {
      const one = this.find(taskToken);
      one.fail(new StateError(error, cause));
      this.end(taskToken);
      return {};
    }),
  };

  private end(token: string): void {
    this.waiting.delete(token);
    this.over.add(token);
  }

  /** https://docs.aws.amazon.com/step-functions/latest/apireference/API_SendTaskSuccess.html, Errors */
  private find(token: string): TokenWaiter {
    const found = this.waiting.get(token);
    if (found !== undefined) return found;
    if (this.over.has(token))
      throw new ServiceError('TaskTimedOut', 'Task Timed Out: the provided task does not exist anymore');
    throw new ServiceError('InvalidToken', `Invalid Token: '${token}'`);
  }
}

function parseOutput(output: string): unknown {
  try {
    return JSON.parse(output);
  } catch {
    throw new ServiceError('InvalidOutput', `Invalid Output: '${output}'`);
  }
}
