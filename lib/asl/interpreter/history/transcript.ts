/** A summary of a history, to compare two runs of a machine. */
import type { Execution, ExecutionResult } from '../execution';
import type { HistoryEvent } from './history';
import type { TaskCall } from '../tasks/task';

/** Summary of an execution: its end, the outputs of its states, and its calls. */
export interface Transcript extends ExecutionResult {
  /** All exits of states, in order, except those inside a distributed Map, whose children are separate executions. */
  readonly stateExits: readonly StateExit[];
  /** Every attempt of a task, in order. */
  readonly taskCalls: readonly CallRecord[];
  readonly evaluationFailures: readonly unknown[];
  readonly eventTypes: readonly string[];
  /** Billed transitions: state entries, retries and starts of children. */
  readonly transitions: number;
}

export interface StateExit {
  readonly name: string;
  readonly output: unknown;
  /** Variables assigned at the exit; absent if there are none. */
  readonly assigned?: Readonly<Record<string, unknown>>;
}

export interface CallRecord {
  readonly state: string;
  readonly arguments: unknown;
  readonly timeoutInSeconds?: number;
  readonly heartbeatInSeconds?: number;
  readonly credentials?: { readonly roleArn: string };
}

/**
 * Summarizes an execution that has ended.
 * @param execution with its history kept.
 * @param calls the task attempts that its runner received.
 */
export async function makeTranscript(execution: Execution, calls: readonly TaskCall[]): Promise<Transcript> {
  const result = await execution.done;
  const events = execution.history.events();
  return {
    ...result,
    stateExits: listDetails(events, 'stateExitedEventDetails').map(toStateExit),
    taskCalls: calls.map(toCallRecord),
    evaluationFailures: listDetails(events, 'evaluationFailedEventDetails'),
    eventTypes: events.map(({ type }) => type),
    transitions: execution.history.transitions,
  };
}

type Details = Readonly<Record<string, unknown>>;

function listDetails(events: readonly HistoryEvent[], key: `${string}EventDetails`): Details[] {
  return events.map((event) => event[key]).filter((found) => found !== undefined);
}

function toStateExit({ name, output, assignedVariables }: Details): StateExit {
  const exit = { name: String(name), output: JSON.parse(String(output)) as unknown };
  if (assignedVariables === undefined) return exit;
  const texts = Object.entries(assignedVariables as Readonly<Record<string, string>>);
  return { ...exit, assigned: Object.fromEntries(texts.map(([key, text]) => [key, JSON.parse(text) as unknown])) };
}

function toCallRecord(call: TaskCall): CallRecord {
  const role = (call.credentials as { readonly RoleArn?: string } | undefined)?.RoleArn;
  return {
    state: call.state,
    arguments: call.arguments,
    ...(call.timeoutSeconds === undefined ? {} : { timeoutInSeconds: call.timeoutSeconds }),
    ...(call.heartbeatSeconds === undefined ? {} : { heartbeatInSeconds: call.heartbeatSeconds }),
    ...(role === undefined ? {} : { credentials: { roleArn: role } }),
  };
}
