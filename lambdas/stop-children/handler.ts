/** Stops running children of an execution, parents first. Called by the guardian until nothing runs. */
import * as z from 'zod';
import { stopChildren } from '../../lib/aws/executions';
import { defineHandler } from '../../lib/aws/handler';
import { EXECUTION_ID_PATTERN } from '../../lib/shapes/execution-names';

const eventSchema = z.object({ executionId: z.string().regex(EXECUTION_ID_PATTERN), executionArn: z.string() });

export const { handle, handler } = defineHandler(eventSchema, stopChildren);
