/** Closes the fence of an execution, once. Called by the guardian before it stops or deletes anything. */
import * as z from 'zod';
import { closeFence } from '../../lib/aws/fence';
import { defineHandler } from '../../lib/aws/handler';
import { EXECUTION_ID_PATTERN } from '../../lib/shapes/execution-names';

const eventSchema = z.object({ executionId: z.string().regex(EXECUTION_ID_PATTERN), by: z.string() });

export const { handle, handler } = defineHandler(eventSchema, closeFence);
