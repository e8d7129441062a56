/**
 * Starts a guardian in recover mode, where none runs. Called by the janitor, and by the event rule on ended
 * executions.
 */
import * as z from 'zod';
import { defineHandler } from '../../lib/aws/handler';
import { startGuardian } from '../../lib/aws/recovery';
import { executionIdOf } from '../../lib/shapes/execution-names';

const fromJanitor = z.object({
  executionId: z.string(),
  experiment: z.string(),
  why: z.string(),
  left: z.literal(true),
});
/** EventBridge, `Step Functions Execution Status Change` of an experiment or a guardian. */
const fromRule = z.object({ detail: z.object({ name: z.string(), status: z.string() }) }).transform(({ detail }) => ({
  executionId: executionIdOf(detail.name),
  why: `${detail.name} ended ${detail.status}`,
}));

export const { handle, handler } = defineHandler(z.union([fromJanitor, fromRule]), startGuardian);
