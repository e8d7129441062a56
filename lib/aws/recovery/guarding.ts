/** Which guardians still look after what costs: one that has proven its execution clean only reads results. */
import { provenKey } from '../../shapes/layout';
import { readJson } from '../bucket';
import type { Context } from '../context';
import { type Described, guardians } from '../executions';
import type { Proof } from '../receipt';

/**
 * As {@link guardians}; one that still runs, and that had begun when its execution was proven clean, counts as one that
 * succeeded then. It may read results for a day, and something may come to light meanwhile that no listing showed.
 */
export async function guarding(context: Context, executionId: string): Promise<Described[]> {
  const found = await guardians(context, executionId);
  if (!found.some(({ status }) => status === 'RUNNING')) return found;
  const at = await provenAt(context, executionId);
  return found.map((one) =>
    one.status === 'RUNNING' && one.startedAt !== null && one.startedAt < at
      ? { ...one, status: 'SUCCEEDED', endedAt: at }
      : one,
  );
}

/** Milliseconds; 0 where it was not proven, or nobody can tell: a guardian that runs is enough then. */
export async function provenAt(context: Context, executionId: string): Promise<number> {
  try {
    const proof = await readJson<Partial<Proof>>(context, provenKey(executionId));
    return Date.parse(proof?.verifiedAt ?? '') || 0;
  } catch (error) {
    context.log.warn('the proof of an execution cannot be read', { executionId, error: String(error) });
    return 0;
  }
}
