import { Execution } from '../../../lib/twin/asl/execution';
import type { HistoryEvent } from '../../../lib/twin/asl/history';
import { loadMachine } from '../../../lib/twin/asl/loader';
import type { TaskCall } from '../../../lib/twin/asl/task';
import { virtualClock } from '../../../lib/twin/clock/virtual';
import type { ConformanceCase, Expected } from './conformance-case';
import { RecordedTasks } from './recorded-tasks';

/** Replays one case in virtual time and describes what happened in the form of its `expected`. */
export async function replay(recorded: ConformanceCase): Promise<Expected> {
  const tasks = new RecordedTasks(recorded, 'replay');
  let made = 0;
  const execution = new Execution({
    machine: loadMachine(recorded.id, JSON.stringify(recorded.definition), {}),
    machineArn: 'arn:aws:states:us-east-1:111111111111:stateMachine:machine',
    arn: 'arn:aws:states:us-east-1:111111111111:execution:machine:replay',
    name: 'replay',
    roleArn: 'arn:aws:iam::111111111111:role/role',
    input: recorded.input,
    clock: virtualClock(Date.UTC(2026, 0, 1)),
    tasks,
    random: () => 0.5,
    uuid: () => `uuid-${++made}`,
  });
  const result = await execution.start().done;
  return { ...result, ...fromEvents(execution.history.events()), taskCalls: tasks.calls.map(describeCall) };
}

function fromEvents(
  events: readonly HistoryEvent[],
): Pick<Expected, 'stateExits' | 'evaluationFailures' | 'eventTypes'> {
  const exits = events.map((event) => event['stateExitedEventDetails']).filter((details) => details !== undefined);
  return {
    eventTypes: events.map(({ type }) => type),
    evaluationFailures: events
      .map((event) => event['evaluationFailedEventDetails'])
      .filter((details) => details !== undefined),
    stateExits: exits.map(({ name, output, assignedVariables }) => ({
      name: String(name as string),
      output: JSON.parse(output as string) as unknown,
      ...(assignedVariables === undefined ? {} : { assigned: parseAll(assignedVariables as Record<string, string>) }),
    })),
  };
}

function parseAll(texts: Readonly<Record<string, string>>): unknown {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, JSON.parse(text) as unknown]));
}

function describeCall(call: TaskCall): unknown {
  const role = (call.credentials as { RoleArn?: string } | undefined)?.RoleArn;
  return {
    state: call.state,
    arguments: call.arguments,
    ...(call.timeoutSeconds === undefined ? {} : { timeoutInSeconds: call.timeoutSeconds }),
    ...(call.heartbeatSeconds === undefined ? {} : { heartbeatInSeconds: call.heartbeatSeconds }),
    ...(role === undefined ? {} : { credentials: { roleArn: role } }),
  };
}
