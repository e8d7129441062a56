/** Deletes storage of any kind. */
import { getIdKind } from '../../shapes/resource-ids';
import type { Context } from '../context';
import { runLeaseDelete, LEASE_ID } from '../leases/clean';
import { STORAGE } from './registry';

/**
 * Deletes one thing with all that is in it, without any final backup. What is gone already is content enough. Of
 * what others own it asks hosts to take away what a rig has put there, and releases leases.
 * @param event `type`: of the thing, as its listing told it
 */
export async function deleteStorage(
  { id, type }: { id: string; type: string | null },
  context: Context,
): Promise<{ id: string }> {
  if (LEASE_ID.test(id)) return runLeaseDelete(id, context);
  const { remove, absent } = STORAGE[getIdKind(id)];
  try {
    await remove(context.aws, id, type);
  } catch (error) {
    // Gone is what was wanted.
    if (!absent.includes((error as Error).name)) throw error;
  }
  return { id };
}
