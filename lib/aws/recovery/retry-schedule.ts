/** Decides when an execution is an orphan, and how often its recovery is retried. */
import { ensure } from '../../shapes/errors';
import { parseParts } from '../../shapes/execution-names';
import type { ExecutionState } from '../executions';

/** `TimeoutSeconds` of the experiment machine. */
export const MAX_RUN_SECONDS = 363_600;

/** Seconds after a guardian's end in which its successor may still start. */
export const GUARDIAN_GRACE_SECONDS = 900;

/** Pauses by number of recoveries: short for temporary failures, longer until a person reacts, then long. */
const RETRY_PAUSES: readonly (readonly [number, number])[] = [
  [8, GUARDIAN_GRACE_SECONDS],
  [32, 3600],
  [Number.POSITIVE_INFINITY, 86_400],
];

/**
 * Seconds between guardians if they can delete nothing: tags are lost or a note is corrupt, so a person must act. For
 * existing tagged resources, every pass starts a guardian.
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
 * Why an execution before its deadline is an orphan; null if it is not. Times are epoch seconds.
 * @param pause seconds after the end of a guardian before the next one is due, for an ended execution
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
  // A guardian starts a little later than its execution.
  const began = Math.max(facts.startedAt ?? 0, (facts.execution?.startedAt ?? 0) / 1000);
  const ended = Math.max(0, ...facts.guardians.map((one) => (one.endedAt ?? 0) / 1000));
  if (facts.now - began < GUARDIAN_GRACE_SECONDS) return null;
  if (facts.now - ended < (runs ? GUARDIAN_GRACE_SECONDS : pause)) return null;
  return runs ? 'it runs without a guardian' : 'its execution has ended without a guardian';
}
