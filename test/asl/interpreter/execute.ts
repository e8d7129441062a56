import { Execution, type MapRun } from '../../../lib/asl/interpreter/execution';
import type { HistoryEvent } from '../../../lib/asl/interpreter/history/history';
import { loadMachine } from '../../../lib/asl/interpreter/loader';
import type { TaskCall } from '../../../lib/asl/interpreter/tasks/task';
import type { Clock } from '../../../lib/asl/clock/clock';
import { makeVirtualClock } from '../../../lib/asl/clock/virtual';

/** Start time of the executions in these tests. */
export const START = Date.UTC(2026, 0, 1);

export interface Settings {
  readonly input?: unknown;
  readonly task?: (call: TaskCall) => unknown;
  readonly clock?: Clock;
  readonly random?: () => number;
  readonly onMapRun?: (run: MapRun) => void;
  readonly keepHistory?: boolean;
}

/** Makes, but does not start, an execution of `{ StartAt: first state, States: states }` in virtual time. */
export function prepare(
  states: Readonly<Record<string, unknown>>,
  settings: Settings = {},
  more: object = {},
): Execution {
  const definition = { QueryLanguage: 'JSONata', StartAt: Object.keys(states)[0], States: states, ...more };
  let made = 0;
  const { task, onMapRun, keepHistory } = settings;
  return new Execution({
    machine: loadMachine('machine', JSON.stringify(definition), {}),
    machineArn: 'arn:aws:states:eu-west-1:123456789012:stateMachine:machine',
    arn: 'arn:aws:states:eu-west-1:123456789012:execution:machine:one',
    name: 'one',
    roleArn: 'arn:aws:iam::123456789012:role/machine',
    input: settings.input ?? {},
    clock: settings.clock ?? makeVirtualClock(START),
    tasks: { run: async (call) => task?.(call) },
    random: settings.random ?? (() => 0.5),
    uuid: () => `uuid-${++made}`,
    ...(onMapRun === undefined ? {} : { onMapRun }),
    ...(keepHistory === undefined ? {} : { keepHistory }),
  });
}

/** Runs it to its end. */
export async function execute(
  states: Readonly<Record<string, unknown>>,
  settings: Settings = {},
  more: object = {},
): Promise<Execution> {
  const execution = prepare(states, settings, more).start();
  await execution.done;
  return execution;
}

/** Types of the history events, in order. */
export function listEventTypes(execution: Pick<Execution, 'history'>): string[] {
  return execution.history.events().map(({ type }) => type);
}

/** The first event of a type. */
export function findEvent(execution: Pick<Execution, 'history'>, type: string): HistoryEvent | undefined {
  return execution.history.events().find((each) => each.type === type);
}
