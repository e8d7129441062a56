/**
 * Judges one command on every host: its invocation and its results in the bucket. Called at the end of
 * host-command.
 */
import * as z from 'zod';
import { defineHandler } from '../../lib/aws/handler';
import { judgeHosts } from '../../lib/aws/hosts';

const event = z.object({
  commandId: z.string(),
  name: z.string(),
  roles: z.array(z.string()),
  hosts: z.int(),
  hostsKey: z.string(),
  outputPrefix: z.string(),
});

export const { handle, handler } = defineHandler(event, judgeHosts);
