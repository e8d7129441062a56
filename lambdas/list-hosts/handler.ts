/** Counts the hosts of a rig that answer; writes the hosts file once all do. Called by the rig machine until then. */
import * as z from 'zod';
import { defineHandler } from '../../lib/aws/handler';
import { listHosts } from '../../lib/aws/hosts';

const event = z.object({
  rigTag: z.string(),
  roles: z.array(z.object({ role: z.string(), count: z.int() })),
  hostsKey: z.string(),
});

export const { handle, handler } = defineHandler(event, listHosts);
