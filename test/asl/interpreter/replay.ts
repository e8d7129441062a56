import { Execution } from '../../../lib/asl/interpreter/execution';
import { loadMachine } from '../../../lib/asl/interpreter/loader';
import { QueuedTasks } from '../../../lib/asl/interpreter/tasks/queued-tasks';
import { makeTranscript } from '../../../lib/asl/interpreter/history/transcript';
import { makeVirtualClock } from '../../../lib/asl/clock/virtual';
import type { ConformanceCase, Expectation } from './conformance-case';

/** Replays one case in virtual time and describes the result in the form of its `expected`. */
export async function replay(recorded: ConformanceCase): Promise<Expectation> {
  const tasks = new QueuedTasks(recorded.taskResults, recorded.objects ?? [], 'replay');
  let made = 0;
  const execution = new Execution({
    machine: loadMachine(recorded.id, JSON.stringify(recorded.definition), {}),
    machineArn: 'arn:aws:states:us-east-1:111111111111:stateMachine:machine',
    arn: 'arn:aws:states:us-east-1:111111111111:execution:machine:replay',
    name: 'replay',
    roleArn: 'arn:aws:iam::111111111111:role/role',
    input: recorded.input,
    clock: makeVirtualClock(Date.UTC(2026, 0, 1)),
    tasks,
    random: () => 0.5,
    uuid: () => `uuid-${++made}`,
  });
  return makeTranscript(execution.start(), tasks.calls);
}
