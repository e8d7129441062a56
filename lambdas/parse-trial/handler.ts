/** Judges one trial from its raw files. Called by the results machine for each trial. */
import * as z from 'zod';
import { defineHandler } from '../../lib/aws/handler';
import { type ParseTrialEvent, parseTrial } from '../../lib/aws/results';
import { EXECUTION_ID_PATTERN } from '../../lib/shapes/execution-names';

/** Checks only the parts that become keys, because admission wrote the trial item. */
const eventSchema = z.object({
  executionId: z.string().regex(EXECUTION_ID_PATTERN),
  experiment: z.string(),
  ended: z.string().nullable(),
  trial: z.looseObject({ trial: z.looseObject({ trial: z.string(), rig: z.string() }), workload: z.string() }),
});

export const { handle, handler } = defineHandler(eventSchema, (given, context) =>
  parseTrial(given as unknown as ParseTrialEvent, context),
);
