/**
 * Lists what still exists with a tag value, and what of it may be deleted now. Called by the teardown machine in a
 * loop.
 */
import * as z from 'zod';
import { defineHandler } from '../../lib/aws/handler';
import { listDeletable } from '../../lib/aws/ledger/deletes';
import { TAG } from '../../lib/shapes/layout';

/** Only the tags that name one execution or one rig: nobody may ask for everything. */
const event = z.object({
  tagKey: z.enum([TAG.execution, TAG.rig, TAG.copy]),
  tagValue: z.string().regex(/^[A-Za-z0-9_-]+$/),
  round: z.int().default(0),
  spared: z.array(z.string()).default([]),
});

export const { handle, handler } = defineHandler(event, listDeletable);
