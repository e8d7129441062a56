/** Deletes storage of any kind. */
import { getIdKind } from '../../shapes/resource-ids';
import type { Context } from '../context';
import { runLeaseDelete, LEASE_ID } from '../leases/clean';
import { STORAGE } from './registry';

/**
 * Deletes a resource with its contents and without a final backup; a missing one is a success. For external storage it
 * sends the cleanup command to hosts, or releases a lease.
 * @param event `type`: as listed
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
    // Already deleted.
    if (!absent.includes((error as Error).name)) throw error;
  }
  return { id };
}
