/** Sends one create or change to FSx, or looks at what became of it. Called by the target-request machine. */
import * as z from 'zod';
import { callFsx, CHANGING } from '../../lib/aws/fsx';
import { defineHandler } from '../../lib/aws/handler';

const event = z.union([
  z.object({
    call: z.enum(CHANGING),
    input: z.record(z.string(), z.unknown()),
    made: z.record(z.string(), z.record(z.string(), z.string())),
  }),
  z.object({ look: z.string().regex(/^fs(vol)?-[0-9a-f]+$/), pauseSeconds: z.number() }),
]);

export const { handle, handler } = defineHandler(event, callFsx);
