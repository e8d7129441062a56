/** The interface that states use of their execution, so that they do not import it. */
import type { ChildOptions, ChildExecution } from './child-execution';
import type { Clock } from '../clock/clock';
import type { History } from './history/history';
import type { MapRun } from './map/map-run';
import type { Machine, StateGroup } from './machine';
import type { ScopePosition, Scope } from './scope';
import type { TaskRunner } from './tasks/task';

export interface Interpreter {
  readonly machine: Machine;
  readonly machineArn: string;
  readonly arn: string;
  readonly name: string;
  readonly clock: Clock;
  readonly tasks: TaskRunner;
  readonly history: History;
  /** `$states.context` without the parts that depend on a state: `Execution` and `StateMachine`. */
  readonly context: Readonly<Record<string, unknown>>;
  random(): number;
  uuid(): string;
  /**
   * Runs a group of states to its end.
   * @param from position before a redrive.
   * @throws Failure, or {@link BranchEnded}.
   */
  run(group: StateGroup, input: unknown, scope: Scope, from?: ScopePosition): Promise<unknown>;
  /** Called before a state is entered. */
  entering(state: string): void;
  /** Called when a Map run begins. */
  mapRunStarted(run: MapRun): void;
  /** Makes the child execution of a distributed Map for one input, but does not start it. */
  child(options: ChildOptions): ChildExecution;
}
