/**
 * Fetches server-side metrics from CloudWatch and stores them. Called by the guardian after a clean receipt, when no
 * resource costs money any more.
 */
import * as z from 'zod';
import { defineHandler } from '../../lib/aws/handler';
import { askServers } from '../../lib/aws/servers/ask-servers';
import { EXECUTION_ID_PATTERN } from '../../lib/shapes/execution-names';

const eventSchema = z.object({
  executionId: z.string().regex(EXECUTION_ID_PATTERN),
  experiment: z.string(),
  late: z.boolean(),
});

export const { handle, handler } = defineHandler(eventSchema, askServers);
