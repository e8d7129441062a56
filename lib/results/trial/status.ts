/** Parses the small JSON files of a trial. Never throws: unreadable content becomes null. */
import * as z from 'zod';
import type { HostStatus } from '../../workloads/contract';
import type { TrialEvent } from '../../shapes/recorded-events';
import type { AttemptEnded, AttemptStarted } from '../../shapes/outcomes';

/** Fields that do not affect results have defaults. */
const textSchema = z.coerce.string().catch('');
const slotStatusSchema = z.object({ key: z.string(), state: z.enum(['standing', 'dirty']), stays: z.boolean() });
const lineSchema = { source: textSchema, type: textSchema, options: textSchema };
const mountSchema = z.object({
  ...lineSchema,
  more: z.array(z.object(lineSchema)).optional().catch(undefined),
  parameters: z.record(z.string(), textSchema).optional().catch(undefined),
});
const hostStatusSchema = z.object({
  host: textSchema,
  role: textSchema,
  tool: textSchema,
  version: textSchema,
  argv: z.array(z.coerce.string()).catch([]),
  rc: z.number(),
  started: z.number(),
  ended: z.number(),
  startAt: z.number().nullable().catch(null),
  kernel: textSchema,
  mount: mountSchema.catch({ source: '', type: '', options: '' }),
  facts: z.record(z.string(), z.coerce.string()).catch({}),
  // Treats invalid slots as missing, as the fixtures are unknown.
  slots: z.record(z.string(), slotStatusSchema).nullable().catch(null).optional(),
  sent: z.number().nullable().catch(null).default(null),
});

const attemptStartedSchema = z.object({ trial: textSchema, attempt: z.number(), startedAt: z.string() });

const attemptEndedSchema = z.object({
  trial: textSchema,
  attempt: z.number(),
  endedAt: z.string(),
  steps: z.array(
    z.object({
      name: z.string(),
      status: z.enum(['SUCCEEDED', 'FAILED', 'LOST']),
      failed: z.array(z.coerce.string()).catch([]),
    }),
  ),
});

const timeSchema = z.number().nullable().catch(null);
const eventsSchema = z.object({
  events: z.array(
    z.object({
      action: z.literal('change'),
      stage: textSchema,
      requested: z.number(),
      acted: timeSchema,
      ready: timeSchema,
      problem: z.string().nullable().catch(null),
    }),
  ),
});

/** Parses `events.json` of an attempt; empty if it is missing. */
export function parseEvents(source: string | undefined): readonly TrialEvent[] {
  return parseJson(eventsSchema, source)?.events ?? [];
}

/** Parses `status.json` of a host; null without exit code, start or end. */
export function parseHostStatus(source: string | undefined): HostStatus | null {
  return parseJson(hostStatusSchema, source);
}

export function parseStarted(source: string | undefined): AttemptStarted | null {
  return parseJson(attemptStartedSchema, source);
}

export function parseEnded(source: string | undefined): AttemptEnded | null {
  return parseJson(attemptEndedSchema, source);
}

function parseJson<T>(schema: z.ZodType<T>, source: string | undefined): T | null {
  if (source === undefined) return null;
  try {
    const result = schema.safeParse(JSON.parse(source));
    return result.success ? result.data : null;
  } catch {
    return null;
  }
}
