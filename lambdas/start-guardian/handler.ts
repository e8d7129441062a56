/**
 * Starts a guardian in recover mode if none runs, or the teardown of one rig. Called by the janitor, and by the event
 * rule with the name of an ended execution or rig.
 */
import * as z from 'zod';
import { onEnd, onOrphan } from '../../lib/aws/recovery/start-guardian';
import { defineHandler } from '../../lib/aws/handler';

/** Event from the janitor, or by hand as in `docs/operate.md`; the latter may omit `until`. */
const orphanEventSchema = z.object({
  executionId: z.string(),
  experiment: z.string().nullable(),
  why: z.string(),
  left: z.literal(true),
  until: z.number().optional(),
});
/** EventBridge event `Step Functions Execution Status Change` of an experiment, guardian or rig. */
const ruleEventSchema = z.object({
  detail: z.object({ name: z.string(), status: z.string(), executionArn: z.string() }),
});

export const { handle, handler } = defineHandler(z.union([orphanEventSchema, ruleEventSchema]), (event, context) =>
  'detail' in event ? onEnd(event.detail, context) : onOrphan(event, context),
);
