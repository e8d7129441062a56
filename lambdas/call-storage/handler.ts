/** Sends one create or change of storage, or reads its status. Called by the target-request machine. */
import * as z from 'zod';
import { defineHandler } from '../../lib/aws/handler';
import { callStorage } from '../../lib/aws/storage/call-storage';
import { isChangedId } from '../../lib/shapes/resource-ids';
import { STORAGE_CALLS } from '../../lib/shapes/resources';

const eventSchema = z.union([
  z.object({
    call: z.enum(STORAGE_CALLS),
    input: z.record(z.string(), z.unknown()),
    made: z.record(z.string(), z.record(z.string(), z.string())),
    fenceKey: z.string().min(1),
  }),
  z.object({ look: z.string().refine(isChangedId), pauseSeconds: z.number() }),
]);

export const { handle, handler } = defineHandler(eventSchema, callStorage);
