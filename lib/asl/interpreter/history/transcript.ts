/** A history in short, in which two runs of a machine can be compared. */
import type { Execution, ExecutionResult } from '../execution';
import type { HistoryEvent } from './history';
import type { TaskCall } from '../tasks/task';

/** What an execution did, in short: how it ended, what every state gave, and what was asked of the outside. */
export interface Transcript extends ExecutionResult {
  /** Every state that was left, in order; not those inside a distributed Map, which are other executions' states. */
  readonly stateExits: readonly StateExit[];
  /** Every attempt of a task, in order. */
  readonly taskCalls: readonly CallRecord[];
  readonly evaluationFailures: readonly unknown[];
  /** Types of the history events, in order. */
  readonly eventTypes: readonly string[];
  /** State entries, retries and starts of children, as they are billed. */
  readonly transitions: number;
}

export interface StateExit {
  readonly name: string;
  readonly output: unknown;
  /** Variables assigned on leaving; absent where none was. */
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
 * Describes an execution that has ended.
 * @param execution whose history was kept.
 * @param calls the task attempts that its runner saw.
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
