/** Judges one command on every host, at once or as soon as it has ended on all. Called by host-command. */
import * as z from 'zod';
import { defineHandler } from '../../lib/aws/handler';
import { judgeHosts, type PollResult, pollHosts } from '../../lib/aws/commands';
import type { StepOutcome } from '../../lib/shapes/outcomes';

const eventSchema = z.object({
  commandId: z.string(),
  name: z.string(),
  roles: z.array(z.string()),
  hosts: z.int(),
  hostsKey: z.string(),
  outputPrefix: z.string(),
  poll: z.boolean().default(false),
});

export const { handle, handler } = defineHandler(
  eventSchema,
  (event, context): Promise<StepOutcome | PollResult> =>
    event.poll ? pollHosts(event, context) : judgeHosts(event, context),
);
