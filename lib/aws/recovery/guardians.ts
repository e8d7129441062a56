/**
 * Finds guardians that still delete resources, and wakes one that sleeps. After the proof of a clean end, a guardian
 * only reads results.
 */
import { getProofKey, getTokenKey } from '../../shapes/layout';
import { readJson, tryReadJson } from '../bucket';
import { EXPIRED_ERRORS } from '../confirm/questions';
import type { Context } from '../context';
import { type ExecutionState, listGuardians } from '../executions';
import type { CleanProof } from '../receipt';

/**
 * Like {@link listGuardians}, but a running guardian that started before the proof counts as succeeded at the time of
 * the proof. It may read results for a day, and unlisted resources may appear meanwhile.
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

/** Time of the proof, epoch milliseconds; 0 if it is missing or unreadable, so that any running guardian counts. */
export async function readProvenAt(context: Context, executionId: string): Promise<number> {
  try {
    const proof = await readJson<Partial<CleanProof>>(context, getProofKey(executionId));
    return Date.parse(proof?.verifiedAt ?? '') || 0;
  } catch (error) {
    context.log.warn('the proof of an execution cannot be read', { executionId, error: String(error) });
    return 0;
  }
}

/** Attempts to wake a guardian: its token is a new one after each look. Milliseconds between them. */
const WAKE_PAUSES_MS = [0, 3000, 6000];

/** Lets the guardian look at once instead of at its next look. Does nothing unless one sleeps. */
export async function wakeGuardian(executionId: string, context: Context): Promise<void> {
  for (const pause of WAKE_PAUSES_MS) {
    await context.sleep(pause);
    const sleeping = await tryReadJson<{ readonly token: string }>(context, getTokenKey(executionId));
    if (sleeping === null) return;
    try {
      await context.aws.sfn.sendTaskSuccess({ taskToken: sleeping.token, output: '{}' });
      return;
    } catch (error) {
      if (EXPIRED_ERRORS.includes((error as Error).name)) continue;
      // The guardian looks by itself, at most a quarter of an hour later.
      context.log.warn('the guardian could not be woken', { executionId, error: String(error) });
      return;
    }
  }
  context.log.info('the guardian is awake, or looks soon', { executionId });
}
