/** The execution as its states see it: an interface of its own, so that states do not import the execution. */
import type { ChildOptions, ChildExecution } from './child-execution';
import type { Clock } from '../clock/clock';
import type { History } from './history/history';
import type { MapRun } from './map/map-run';
import type { Machine, StateGroup } from './machine';
import type { ScopePosition, Scope } from './scope';
import type { TaskRunner } from './tasks/task';

/** What the states of one execution need of it. */
export interface Interpreter {
  readonly machine: Machine;
  readonly machineArn: string;
  readonly arn: string;
  readonly name: string;
  readonly clock: Clock;
  readonly tasks: TaskRunner;
  readonly history: History;
  /** `$states.context` without the parts of a state: `Execution` and `StateMachine`. */
  readonly context: Readonly<Record<string, unknown>>;
  random(): number;
  uuid(): string;
  /**
   * Runs a group of states to its end.
   * @param from where it stood before a redrive.
   * @throws Failure, or Ended where the scope was ended.
   */
  run(group: StateGroup, input: unknown, scope: Scope, from?: ScopePosition): Promise<unknown>;
  /** Tells that a state is about to be entered. */
  entering(state: string): void;
  /** Tells that a Map run begins. */
  mapRunStarted(run: MapRun): void;
  /** Makes, not starts, the child execution of a distributed Map for one input. */
  child(options: ChildOptions): ChildExecution;
}
