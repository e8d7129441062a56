/**
 * Starts a guardian in recover mode, where none runs, or the teardown of one rig. Called by the janitor, and by the
 * event rule on ended executions; for a rig with its name.
 */
import * as z from 'zod';
import { onFailure, onOrphan } from '../../lib/aws/recovery/start-guardian';
import { defineHandler } from '../../lib/aws/handler';

/** By the janitor, or by hand as `docs/operate.md` says: a person need not know until when it may run. */
const orphanEvent = z.object({
  executionId: z.string(),
  experiment: z.string().nullable(),
  why: z.string(),
  left: z.literal(true),
  until: z.number().optional(),
});
/** EventBridge, `Step Functions Execution Status Change` of an experiment, a guardian or a rig. */
const ruleEvent = z.object({ detail: z.object({ name: z.string(), status: z.string(), executionArn: z.string() }) });

export const { handle, handler } = defineHandler(z.union([orphanEvent, ruleEvent]), (event, context) =>
  'detail' in event ? onFailure(event.detail, context) : onOrphan(event, context),
);
