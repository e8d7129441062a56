/** Step Functions as far as machines and lambdas call it. Executions are run by the interpreter. */
import type { Cancel } from '../../../asl/clock/clock';
import type { ChildExecution } from '../../../asl/interpreter/child-execution';
import type { Machine } from '../../../asl/interpreter/machine';
import type { MapRun } from '../../../asl/interpreter/map/map-run';
import type { Service } from '../service';
import { executionActions } from './executions';
import { listActions } from './listings';
import { redriveActions } from './redrive';
import { type SfnOptions, SfnState } from './registry';

export type { SfnOptions } from './registry';

export interface Sfn {
  readonly service: Service;
  /**
   * Adds a state machine and gives its ARN. A function is called at the first start, so that a machine may be loaded
   * late.
   * @throws Error where the name is taken
   */
  register(name: string, machine: Machine | (() => Machine), roleArn: string): string;
  /** Role of an execution's machine; empty where the execution is of no registered machine. */
  roleOf(executionArn: string): string;
  /** One execution, children of Map runs included. @throws ServiceError ExecutionDoesNotExist, InvalidArn */
  execution(executionArn: string): ChildExecution;
  /**
   * All executions that StartExecution made, in the order of their start; children of Map runs are in {@link mapRuns}.
   */
  executions(): readonly ChildExecution[];
  mapRuns(): readonly MapRun[];
  /** Those that run, but for executions of others: these may go on for ever. */
  running(): readonly ChildExecution[];
  /** What somebody answers to a task token; never settles where nobody does. */
  answerTo(token: string, cancelled: Cancel): Promise<unknown>;
  /** Whether an execution is of a state machine of somebody. */
  isForeign(execution: ChildExecution): boolean;
}

export function makeSfn(options: SfnOptions): Sfn {
  const state = new SfnState(options);
  return {
    service: {
      ...executionActions(state),
      ...listActions(state),
      ...redriveActions(state),
      ...state.tokens.service,
    },
    answerTo: (token, cancelled) => state.tokens.wait(token, cancelled),
    isForeign: (execution) => state.isForeign(execution),
    register: (name, machine, roleArn) => state.register(name, machine, roleArn),
    roleOf: (executionArn) => state.roleOf(executionArn),
    execution: (executionArn) => state.find(executionArn).execution,
    executions: () => [...state.started.values()].map(({ execution }) => execution),
    mapRuns: () => [...state.mapRuns.values()],
    running: () =>
      [...state.started.values()].flatMap(({ execution }) =>
        execution.status === 'RUNNING' && !state.isForeign(execution) ? [execution] : [],
      ),
  };
}
