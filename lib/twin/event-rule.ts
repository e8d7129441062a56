/** The event rule of a simulated account, and how Lambda calls the function of an event. */
import type { ChildExecution } from '../asl/interpreter/child-execution';
import type { Config, Log } from '../aws/context';
import type { Account } from './cloud/account';
import type { InvokeOutput } from './cloud/lambda';
import type { Clock } from '../asl/clock/clock';

/** Status values that the event rule matches; also the success of an experiment. */
const FAILED_STATUSES = ['FAILED', 'ABORTED', 'TIMED_OUT'];
const RULE_CALLER = { execution: '', state: 'event-rule', role: 'event-rule' };

/** Pauses, ms: https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-error-handling.html */
const ERROR_PAUSES_MS = [60_000, 120_000];
/** Lambda retries a throttled event for six hours, with pauses of one second to five minutes. Same page. */
const MAX_THROTTLE_RETRY_MS = 6 * 3_600_000;
const MAX_THROTTLE_PAUSE_MS = 300_000;

/** The event rule on executions that ended: it wakes or starts a guardian. */
export function makeEventRule(
  {
    clock,
    log,
    deliveries = () => [0],
  }: {
    readonly clock: Clock;
    readonly log: Log;
    readonly deliveries?: (execution: ChildExecution) => readonly number[];
  },
  config: Config,
  account: () => Account,
): {
  readonly onStatusChange: (execution: ChildExecution) => void;
  /** Number of events not yet handled: while there are any, the deployment has not settled. */
  readonly underWay: ReadonlySet<Promise<unknown>>;
} {
  const underWay = new Set<Promise<unknown>>();
  const invoke = async (event: unknown): Promise<'done' | 'failed' | 'refused'> => {
    try {
      const request = { FunctionName: 'fsxbench-start-guardian', Payload: JSON.stringify(event) };
      const { FunctionError, Payload } = (await account().cloud.call(
        'lambda',
        'Invoke',
        request,
        RULE_CALLER,
      )) as InvokeOutput;
      if (FunctionError === undefined) return 'done';
      log.error('the event rule could not start a guardian', { error: Payload });
      return 'failed';
    } catch (error) {
      log.error('the event rule could not call its function', { error: String(error) });
      return 'refused';
    }
  };
  const attempts = async (event: unknown, at: number): Promise<void> => {
    if (at > 0) await clock.sleep(at);
    const until = clock.now() + (clock.virtual ? MAX_THROTTLE_RETRY_MS : 0);
    const pauses = clock.virtual ? [...ERROR_PAUSES_MS] : [];
    for (let wait = 1000; ; wait = Math.min(2 * wait, MAX_THROTTLE_PAUSE_MS)) {
      const how = await invoke(event);
      if (how === 'done') return;
      const pause = how === 'failed' ? pauses.shift() : clock.now() < until ? wait : undefined;
      if (pause === undefined) return;
      await clock.sleep(pause);
    }
  };
  const onStatusChange = (execution: ChildExecution): void => {
    const { name, machineArn, status, arn: executionArn } = execution;
    // The rule names the exact machines.
    const { experiment, guardian, rig } = config.machineArns;
    const isEnd = machineArn === experiment && status === 'SUCCEEDED';
    if (!isEnd && (!FAILED_STATUSES.includes(status) || ![experiment, guardian, rig].includes(machineArn))) return;
    const event = { detail: { executionArn, name, stateMachineArn: machineArn, status } };
    for (const at of deliveries(execution)) {
      const delivery = attempts(event, at);
      underWay.add(delivery);
      void delivery.finally(() => underWay.delete(delivery));
    }
  };
  return { onStatusChange, underWay };
}
