/** Admits an execution: validates, plans, prices, writes the plan. Called first by the experiment machine. */
import * as z from 'zod';
import { admit } from '../../lib/aws/admission';
import { planningContext } from '../../lib/aws/admission/planning';
import { defineWith } from '../../lib/aws/handler';

const event = z.object({ executionId: z.string(), startedAt: z.iso.datetime(), input: z.unknown() });

export const { handle, handler } = defineWith(event, admit, planningContext);
