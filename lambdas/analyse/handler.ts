/**
 * Writes summary and report of an execution. Called by the results machine, and by the guardian once the receipt is
 * there.
 */
import * as z from 'zod';
import { defineHandler } from '../../lib/aws/handler';
import { analyseExecution } from '../../lib/aws/results';
import { EXECUTION_ID_PATTERN } from '../../lib/shapes/execution-names';

const event = z.object({
  executionId: z.string().regex(EXECUTION_ID_PATTERN),
  experiment: z.string(),
  ended: z.string().nullable(),
});

export const { handle, handler } = defineHandler(event, analyseExecution);
