/** When nobody looks after an execution any more, and how often somebody comes for it. */
import { ensure } from '../../shapes/errors';
import { parseParts } from '../../shapes/execution-names';
import type { ExecutionState } from '../executions';

/** An execution of the experiment machine runs no longer: its `TimeoutSeconds`. */
export const MAX_RUN_SECONDS = 363_600;

/** A guardian that ended less than this ago may still be followed by the one that its end started. */
export const GUARDIAN_GRACE_SECONDS = 900;

/** Up to so many recoveries, such a pause: a trouble may pass, then a person reads his mail, then nobody does. */
const RETRY_PAUSES: readonly (readonly [number, number])[] = [
  [8, GUARDIAN_GRACE_SECONDS],
  [32, 3600],
  [Number.POSITIVE_INFINITY, 86_400],
];

/**
 * Seconds between guardians where nothing lives that they could delete: it has lost its tags, or a note is spoilt, and
 * a person must act. For what lives and carries its tag somebody comes with every pass.
 * @param found the latest guardians
 */
export function getRetryPause(found: readonly ExecutionState[]): number {
  const recoveries = Math.max(0, ...found.map(({ name }) => Number(parseParts(name)[1] ?? 0)));
  const [, seconds] = ensure(
    RETRY_PAUSES.find(([upTo]) => recoveries <= upTo),
    'a pause',
  );
  return seconds;
}

/**
 * Why an execution whose time is not over is an orphan; null while somebody looks after it. Epoch seconds.
 * @param pause seconds after the end of a guardian within which no other is missed, where the execution has ended
 */
export function judgeOrphan(
  facts: {
    now: number;
    startedAt: number | null;
    execution: ExecutionState | null;
    guardians: readonly ExecutionState[];
  },
  pause = GUARDIAN_GRACE_SECONDS,
): string | null {
  if (facts.guardians.some((one) => one.status === 'RUNNING')) return null;
  const runs = facts.execution?.status === 'RUNNING';
  // A guardian is started a little later than its execution.
  const began = Math.max(facts.startedAt ?? 0, (facts.execution?.startedAt ?? 0) / 1000);
  const ended = Math.max(0, ...facts.guardians.map((one) => (one.endedAt ?? 0) / 1000));
  if (facts.now - began < GUARDIAN_GRACE_SECONDS) return null;
  if (facts.now - ended < (runs ? GUARDIAN_GRACE_SECONDS : pause)) return null;
  return runs ? 'no guardian stands beside it' : 'its execution has ended and no guardian looks after it';
}
