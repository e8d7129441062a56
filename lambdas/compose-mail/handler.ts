/** Composes the mail about the end of an execution. Called by the machine `notify`, which sends it. */
import * as z from 'zod';
import { defineHandler } from '../../lib/aws/handler';
import { composeMail } from '../../lib/aws/mail/compose';
import { MAIL_REASONS } from '../../lib/shapes/mail';

const eventSchema = z.object({
  executionId: z.string(),
  experiment: z.string().nullable().default(null),
  why: z.enum(MAIL_REASONS),
  outcome: z.enum(['SUCCEEDED', 'FAILED', 'ABORTED', 'TIMED_OUT', 'UNKNOWN', 'REFUSED']).catch('UNKNOWN'),
  clean: z.boolean().catch(false),
  error: z.string().nullable().default(null),
  cause: z.string().nullable().default(null),
});

export const { handle, handler } = defineHandler(eventSchema, composeMail);
