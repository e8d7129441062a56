/** Which guardians still look after what costs: one that has proven its execution clean only reads results. */
import { proofKey } from '../../shapes/layout';
import { readJson } from '../bucket';
import type { Context } from '../context';
import { type ExecutionState, listGuardians } from '../executions';
import type { CleanProof } from '../receipt';

/**
 * As {@link listGuardians}; one that still runs, and that had begun when its execution was proven clean, counts as one
 * that succeeded then. It may read results for a day, and something may come to light meanwhile that no listing showed.
 */
export async function judgeGuardians(context: Context, executionId: string): Promise<ExecutionState[]> {
  const found = await listGuardians(context, executionId);
  if (!found.some(({ status }) => status === 'RUNNING')) return found;
  const at = await readProvenAt(context, executionId);
  return found.map((one) =>
    one.status === 'RUNNING' && one.startedAt !== null && one.startedAt < at
      ? { ...one, status: 'SUCCEEDED', endedAt: at }
      : one,
  );
}

/** Milliseconds; 0 where it was not proven, or nobody can tell: a guardian that runs is enough then. */
export async function readProvenAt(context: Context, executionId: string): Promise<number> {
  try {
    const proof = await readJson<Partial<CleanProof>>(context, proofKey(executionId));
    return Date.parse(proof?.verifiedAt ?? '') || 0;
  } catch (error) {
    context.log.warn('the proof of an execution cannot be read', { executionId, error: String(error) });
    return 0;
  }
}
