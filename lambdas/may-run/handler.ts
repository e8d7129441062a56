/** Decides whether a trial of a search is measured. Called by the trial-batch machine before each such trial. */
import * as z from 'zod';
import { defineHandler } from '../../lib/aws/handler';
import { decideTrial } from '../../lib/aws/search';
import { EXECUTION_ID_PATTERN } from '../../lib/shapes/execution-names';

const event = z.object({
  executionId: z.string().regex(EXECUTION_ID_PATTERN),
  experiment: z.string(),
  rig: z.string(),
  trial: z.string(),
});

export const { handle, handler } = defineHandler(event, decideTrial);
