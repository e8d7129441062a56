/**
 * Asks CloudWatch what the servers of an execution told, and keeps the answers. Called by the guardian once the receipt
 * says that nothing is left: nothing is paid for then.
 */
import * as z from 'zod';
import { defineHandler } from '../../lib/aws/handler';
import { askServers } from '../../lib/aws/servers/ask-servers';
import { EXECUTION_ID_PATTERN } from '../../lib/shapes/execution-names';

const event = z.object({
  executionId: z.string().regex(EXECUTION_ID_PATTERN),
  experiment: z.string(),
  late: z.boolean(),
});

export const { handle, handler } = defineHandler(event, askServers);
