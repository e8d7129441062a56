/**
 * Counts ended and answering hosts of a rig; writes the host list once all answer. Polled by the rig machine, and
 * called by the trial-batch machine before each trial.
 */
import * as z from 'zod';
import { defineHandler } from '../../lib/aws/handler';
import { listHosts } from '../../lib/aws/hosts';

const eventSchema = z.object({
  rigTag: z.string(),
  expected: z
    .object({
      roles: z.array(z.object({ role: z.string(), count: z.int() })),
      hostsKey: z.string(),
      made: z.record(z.string(), z.record(z.string(), z.record(z.string(), z.string()))),
      endpointsKey: z.string(),
      managed: z.boolean().optional(),
      disks: z.array(z.object({ role: z.string(), copy: z.string(), volume: z.int(), device: z.string() })).optional(),
    })
    .optional(),
});

export const { handle, handler } = defineHandler(eventSchema, listHosts);
