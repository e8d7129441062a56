/** Admits an execution: validates, plans, prices, writes the plan. First call of the experiment machine. */
import * as z from 'zod';
import { admit } from '../../lib/aws/admission';
import { makePlanningContext } from '../../lib/aws/admission/planning-context';
import { defineHandlerWith } from '../../lib/aws/handler';

const eventSchema = z.object({ executionId: z.string(), startedAt: z.iso.datetime(), input: z.unknown() });

export const { handle, handler } = defineHandlerWith(eventSchema, admit, makePlanningContext);
