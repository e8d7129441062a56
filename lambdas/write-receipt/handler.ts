/** Lists all resources of an execution again and writes the receipt. Called by the guardian after the settle time. */
import * as z from 'zod';
import { defineHandler } from '../../lib/aws/handler';
import { writeReceipt } from '../../lib/aws/receipt';
import { EXECUTION_ID_PATTERN } from '../../lib/shapes/execution-names';

const eventSchema = z.object({
  executionId: z.string().regex(EXECUTION_ID_PATTERN),
  experiment: z.string(),
  outcome: z.enum(['SUCCEEDED', 'FAILED', 'ABORTED', 'TIMED_OUT', 'UNKNOWN']).catch('UNKNOWN'),
  fencedAt: z.string(),
});

export const { handle, handler } = defineHandler(eventSchema, writeReceipt);
