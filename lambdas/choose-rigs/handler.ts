/** Chooses the rigs that are measured next. Called by the experiment machine before each batch of rigs. */
import * as z from 'zod';
import { defineHandler } from '../../lib/aws/handler';
import { chooseRigs } from '../../lib/aws/walk/choose-rigs';
import { EXECUTION_ID_PATTERN } from '../../lib/shapes/execution-names';

const event = z.object({
  executionId: z.string().regex(EXECUTION_ID_PATTERN),
  experiment: z.string(),
  batch: z.int().min(1),
});

export const { handle, handler } = defineHandler(event, chooseRigs);
