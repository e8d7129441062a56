/** `states:startExecution.sync` and `.sync:2`: starts a child execution and answers when it has ended. */
import type { ChildExecution } from '../../../asl/interpreter/child-execution';
import { StateError } from '../../../asl/interpreter/tasks/task';
import { stateResult } from './casing';
import { withMetadata } from './metadata';
import type { Request } from './request';

/** Whether Input and Output of the child are JSON texts (`.sync`) or values (`.sync:2`). */
export type Spelling = 'texts' | 'parsed';

/**
 * Members of DescribeExecution in Pascal case.
 * @throws StateError States.TaskFailed where the child did not succeed; its cause is the envelope as JSON text
 */
export async function nestedExecution(request: Request, spelling: Spelling): Promise<unknown> {
  const { call, options } = request;
  const { executionArn, answer } = await startChild(request);
  call.submitted?.(answer);
  const child = options.sfn.execution(executionArn);
  const stopChild = (): void => void stop(request, executionArn);
  call.cancelled.addEventListener('abort', stopChild, { once: true });
  // The attempt may have ended while the start was under way: the child exists all the same.
  if (call.cancelled.aborted) stopChild();
  const { status } = await child.done;
  call.cancelled.removeEventListener('abort', stopChild);
  if (status === 'SUCCEEDED') return envelope(child, spelling);
  throw new StateError('States.TaskFailed', JSON.stringify(envelope(child, 'texts')));
}

/** StartExecution; its ARN, and the answer as a state sees it. */
export async function startChild({
  call,
  invoke,
  options,
}: Request): Promise<{ executionArn: string; answer: unknown }> {
  const output = (await invoke('sfn', 'StartExecution', call.arguments)) as { readonly executionArn: string };
  return { executionArn: output.executionArn, answer: withMetadata(stateResult('sfn', output), options.ids.uuid()) };
}

/** Best effort, as on AWS: a child that cannot be stopped runs on. */
async function stop({ options, caller }: Request, executionArn: string): Promise<void> {
  try {
    await options.cloud.call('sfn', 'StopExecution', { executionArn }, caller);
  } catch {
    // Nobody waits for this answer any more; the guardian looks for children that still run.
  }
}

function envelope(child: ChildExecution, spelling: Spelling): Record<string, unknown> {
  const as = (value: unknown): unknown => (spelling === 'parsed' ? value : JSON.stringify(value));
  const { status, error, cause, stopDate } = child;
  const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();
  return {
    ...(cause === undefined ? {} : { Cause: cause }),
    ...(error === undefined ? {} : { Error: error }),
    ExecutionArn: child.arn,
    Input: as(child.input),
    InputDetails: { Included: true },
    Name: child.name,
    ...(status === 'SUCCEEDED' ? { Output: as(child.output ?? null), OutputDetails: { Included: true } } : {}),
    StartDate: iso(child.startDate),
    StateMachineArn: child.machineArn,
    Status: status,
    ...(stopDate === undefined ? {} : { StopDate: iso(stopDate) }),
  };
}
