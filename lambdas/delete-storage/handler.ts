/** Deletes one storage resource of any kind, or releases a lease. Called by the teardown machine. */
import * as z from 'zod';
import { defineHandler } from '../../lib/aws/handler';
import { deleteStorage } from '../../lib/aws/storage/delete-storage';
import { LEASE_ID } from '../../lib/aws/leases/clean';
import { isStorageId } from '../../lib/shapes/resource-ids';

const eventSchema = z.object({
  id: z.string().refine((id) => isStorageId(id) || LEASE_ID.test(id)),
  type: z.string().nullable(),
});

export const { handle, handler } = defineHandler(eventSchema, deleteStorage);
