/** Judges one command on every host, or only looks whether it has ended on all. Called by host-command. */
import * as z from 'zod';
import { defineHandler } from '../../lib/aws/handler';
import { judgeHosts, pollHosts } from '../../lib/aws/commands';
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
  (event, context): Promise<StepOutcome | { readonly ended: boolean }> =>
    event.poll ? pollHosts(event, context) : judgeHosts(event, context),
);
