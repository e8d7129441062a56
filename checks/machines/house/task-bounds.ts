/** Every Task is bounded in time and tries again what may pass; what can fail has a way out of every failure. */
import { type Finding, reporter } from '../finding';
import type { State } from '../shape';
import type { Subject, SubjectState } from '../subject';

const machineReport = reporter('machine-timeout');
const timeoutReport = reporter('task-timeout');
const retryReport = reporter('task-retry');
const catchReport = reporter('missing-catch');
const jitterReport = reporter('retry-jitter');

/**
 * Tasks without TimeoutSeconds, Retry or Catch, retries that would all come at once, and a machine without its own end.
 */
export function taskFindings({ machine, states }: Subject): Finding[] {
  const limit = machine['TimeoutSeconds'];
  const bounded = typeof limit === 'number' && limit > 0;
  return [
    ...(bounded
      ? []
      : [machineReport('', 'the machine needs TimeoutSeconds; without it, an execution may last a year')]),
    ...states.flatMap((one) => [...(one.state.Type === 'Task' ? bounds(one) : []), ...catches(one), ...jitter(one)]),
  ];
}

function bounds({ name, state }: SubjectState): Finding[] {
  const timeout = state['TimeoutSeconds'];
  const bounded = typeof timeout === 'string' || (typeof timeout === 'number' && timeout > 0);
  return [
    ...(bounded ? [] : [timeoutReport(name, 'a Task needs TimeoutSeconds; without it, it may wait for three years')]),
    ...(triesAgain(state)
      ? []
      : [retryReport(name, 'a Task needs a Retry for throttling and for faults of the service')]),
  ];
}

/** What can fail and be caught is caught: an error that leaves the machine leaves its cleaning up undone. */
function catches({ name, state }: SubjectState): Finding[] {
  if (!['Task', 'Map', 'Parallel'].includes(state.Type) || (state.Catch ?? []).length > 0) return [];
  return [catchReport(name, `a ${state.Type} needs a Catch that leads towards the end`)];
}

function triesAgain(state: State): boolean {
  return (state.Retry ?? []).some((retrier) => retrier.MaxAttempts !== 0);
}

/** Retries without jitter come back together. MaxAttempts 0 says "never", and needs none. */
function jitter({ name, state }: SubjectState): Finding[] {
  return (state.Retry ?? []).flatMap((retrier, index) => {
    if (retrier.MaxAttempts === 0 || retrier.JitterStrategy === 'FULL') return [];
    return [jitterReport(name, `Retry[${index}] needs "JitterStrategy": "FULL"`)];
  });
}
