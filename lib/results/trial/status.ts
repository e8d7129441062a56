/** Parses the small JSON files of a trial. Never throws: unreadable content becomes null. */
import * as z from 'zod';
import type { HostStatus } from '../../workloads/contract';
import type { AttemptEnded, AttemptStarted } from '../../shapes/outcomes';

/** Fields that do not affect results have defaults. */
const text = z.coerce.string().catch('');
const slotStatus = z.object({ key: z.string(), state: z.enum(['standing', 'dirty']), stays: z.boolean() });
const line = { source: text, type: text, options: text };
const mount = z.object({
  ...line,
  more: z.array(z.object(line)).optional().catch(undefined),
  parameters: z.record(z.string(), text).optional().catch(undefined),
});
const hostStatus = z.object({
  host: text,
  role: text,
  tool: text,
  version: text,
  argv: z.array(z.coerce.string()).catch([]),
  rc: z.number(),
  started: z.number(),
  ended: z.number(),
  startAt: z.number().nullable().catch(null),
  kernel: text,
  mount: mount.catch({ source: '', type: '', options: '' }),
  facts: z.record(z.string(), z.coerce.string()).catch({}),
  // Treats invalid slots as missing, as the fixtures are unknown.
  slots: z.record(z.string(), slotStatus).nullable().catch(null).optional(),
  sent: z.number().nullable().catch(null).default(null),
});

const attemptStarted = z.object({ trial: text, attempt: z.number(), startedAt: z.string() });

const attemptEnded = z.object({
  trial: text,
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

/** Parses `status.json` of a host; null without exit code, start or end. */
export function parseHostStatus(source: string | undefined): HostStatus | null {
  return parseJson(hostStatus, source);
}

export function parseStarted(source: string | undefined): AttemptStarted | null {
  return parseJson(attemptStarted, source);
}

export function parseEnded(source: string | undefined): AttemptEnded | null {
  return parseJson(attemptEnded, source);
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
