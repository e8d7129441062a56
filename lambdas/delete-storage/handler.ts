/** Deletes one thing of storage, of whatever kind. Called by the teardown machine. */
import * as z from 'zod';
import { defineHandler } from '../../lib/aws/handler';
import { deleteStorage } from '../../lib/aws/storage/delete-storage';
import { isStorageId } from '../../lib/shapes/resources';

const event = z.object({ id: z.string().refine(isStorageId), type: z.string().nullable() });

export const { handle, handler } = defineHandler(event, deleteStorage);
