/** Writes summary and report. Called by the results machine, and by the guardian after it has written the receipt. */
import * as z from 'zod';
import { defineHandler } from '../../lib/aws/handler';
import { analyseExecution } from '../../lib/aws/results';
import { EXECUTION_ID_PATTERN } from '../../lib/shapes/execution-names';

const eventSchema = z.object({
  executionId: z.string().regex(EXECUTION_ID_PATTERN),
  experiment: z.string(),
  ended: z.string().nullable(),
});

export const { handle, handler } = defineHandler(eventSchema, analyseExecution);
