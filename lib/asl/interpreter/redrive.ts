/** The service's rules for which executions can be redriven. */
import type { ExecutionStatus } from './child-execution';
import { EVENTS_MAX } from './history/history';

/**
 * Maximum time between end and redrive, and between start and redrive, milliseconds; and the number of events below
 * which ExecutionRedriven and one more event fit.
 * https://docs.aws.amazon.com/step-functions/latest/apireference/API_RedriveExecution.html
 */
const PERIOD_MS = 14 * 24 * 3600 * 1000;
export const MAX_EXECUTION_MS = 365 * 24 * 3600 * 1000;
const EVENTS_BELOW = EVENTS_MAX - 1;

/** The facts that decide. */
interface Candidate {
  readonly status: ExecutionStatus;
  /** Epoch milliseconds. */
  readonly startDate: number;
  readonly stopDate?: number;
  readonly history: { readonly count: number };
}

/**
 * Why an execution cannot be redriven, in the words of DescribeExecution; undefined if it can be.
 * @param now epoch milliseconds.
 */
export function findRedriveRefusal(
  { status, startDate, stopDate, history }: Candidate,
  now: number,
): string | undefined {
  if (status === 'RUNNING' || status === 'SUCCEEDED') return `Execution is ${status} and cannot be redriven`;
  if (history.count >= EVENTS_BELOW) return 'Execution history event limit exceeded';
  if (now - startDate >= MAX_EXECUTION_MS) return 'Execution has exceeded the max execution time';
  if (now - (stopDate ?? now) >= PERIOD_MS) return 'Execution redrivable period exceeded';
  return undefined;
}
