/** Lists existing resources by tag, and those that may be deleted now. Polled by the teardown machine. */
import * as z from 'zod';
import { defineHandler } from '../../lib/aws/handler';
import { listDeletable } from '../../lib/aws/ledger/deletes';
import { TAG_KEYS } from '../../lib/shapes/tags';

/** Accepts only tags that name one execution or rig, so that no call lists everything. */
const eventSchema = z.object({
  tagKey: z.enum([TAG_KEYS.execution, TAG_KEYS.rig, TAG_KEYS.copy]),
  tagValue: z.string().regex(/^[A-Za-z0-9_-]+$/),
  round: z.int().default(0),
  spared: z.array(z.string()).default([]),
});

export const { handle, handler } = defineHandler(eventSchema, listDeletable);
