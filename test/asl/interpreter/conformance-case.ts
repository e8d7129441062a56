import type { QueuedAnswer, StoredObject } from '../../../lib/asl/interpreter/tasks/queued-tasks';

/** One recorded execution: a machine, its input, the answers of its tasks, and the behavior of the service. */
export interface ConformanceCase {
  readonly id: string;
  readonly definition: unknown;
  readonly input: unknown;
  readonly taskResults: readonly QueuedAnswer[];
  readonly objects?: readonly StoredObject[];
  readonly expected: Expectation;
  readonly volatile: readonly string[];
  readonly eventOrder?: 'partial';
}

export interface Expectation {
  readonly status: string;
  readonly output?: unknown;
  readonly error?: string;
  readonly cause?: string;
  readonly stateExits: readonly { readonly name: string; readonly output: unknown; readonly assigned?: unknown }[];
  readonly taskCalls?: readonly unknown[];
  readonly evaluationFailures?: readonly unknown[];
  readonly eventTypes: readonly string[];
}
