/** Common parts of tests with redriven executions: tasks that fail until they are repaired, and the later events. */
import type { Execution } from '../../../lib/asl/interpreter/execution';
import { StateError, type TaskCall } from '../../../lib/asl/interpreter/tasks/task';
import { listEventTypes } from './execute';

/** A Task without a time-out. */
export const makeTask = (more: object) => ({ Type: 'Task', Resource: 'arn:aws:states:::lambda:invoke', ...more });

/** Answers tasks; those whose state is in `broken` fail. */
export function makeFailingTasks(...broken: string[]) {
  const calls: string[] = [];
  const down = new Set(broken);
  return {
    calls,
    down,
    task: ({ state, arguments: args }: TaskCall) => {
      calls.push(state);
      if (down.has(state)) throw new StateError('Down', 'for now');
      return `${state} of ${JSON.stringify(args)}`;
    },
  };
}

/** Redrives it, and waits for its end. */
export async function redrive(execution: Execution): Promise<Execution> {
  await execution.redrive().done;
  return execution;
}

/** Types of the events after the first ExecutionRedriven. */
export function listRedriveEvents(execution: Execution): string[] {
  const all = listEventTypes(execution);
  return all.slice(all.indexOf('ExecutionRedriven'));
}
