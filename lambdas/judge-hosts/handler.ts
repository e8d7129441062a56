/** Judges one command on every host by its invocation and results. Called at the end of host-command. */
import * as z from 'zod';
import { defineHandler } from '../../lib/aws/handler';
import { judgeHosts } from '../../lib/aws/hosts';

const eventSchema = z.object({
  commandId: z.string(),
  name: z.string(),
  roles: z.array(z.string()),
  hosts: z.int(),
  hostsKey: z.string(),
  outputPrefix: z.string(),
});

export const { handle, handler } = defineHandler(eventSchema, judgeHosts);
