/** Reads the small JSON files of a trial. Whatever stands in them, nothing throws: what cannot be read is null. */
import * as z from 'zod';
import type { HostStatus } from '../../workloads/contract';
import type { AttemptEnded, AttemptStarted } from '../../shapes/outcomes';

/** What a host may leave out or spoil without making its measurement unreadable has a default. */
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
  // What is spoilt is told like what cannot be read: something else may stand there.
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

/** `status.json` of a host; null where exit code, start or end are not there. */
export function parseHostStatus(source: string | undefined): HostStatus | null {
  return parseJson(hostStatus, source);
}

/** `started.json` of an attempt. */
export function parseStarted(source: string | undefined): AttemptStarted | null {
  return parseJson(attemptStarted, source);
}

/** `ended.json` of an attempt. */
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
