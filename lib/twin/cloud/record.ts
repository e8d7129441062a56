/** The two forms in which a call is kept: a line of the call log, and what checkers need of it afterwards. */
import { FENCES } from '../../shapes/layout';
import type { CallRecord } from './service';

/**
 * A body longer than this is cut, characters: whole reports and raw files pass through S3 calls. What is read was
 * written before, so less of it is enough.
 */
export const BODY_CHARACTERS = { sent: 1024, received: 64 };

/** A call as one line of the log shows it: with short bodies. */
export function forLog(call: CallRecord): CallRecord {
  const input = withShortBody(call.input, BODY_CHARACTERS.sent);
  const output = withShortBody(call.output, BODY_CHARACTERS.received);
  return input === call.input && output === call.output ? call : { ...call, input, output };
}

/** Members that hold what nobody may read in a log. */
const SECRET = new Set(['SecretString', 'FsxAdminPassword']);
/** What stands in its place. */
export const HIDDEN = '(not told)';

/** The same without passwords: calls are recorded without them, so that no log and no checker ever has one. */
export function withoutSecrets<T>(value: T): T {
  if (typeof value !== 'object' || value === null || !holdsSecret(value)) return value;
  if (Array.isArray(value)) return value.map((one: unknown) => withoutSecrets(one)) as T;
  const members = Object.entries(value).map(([name, one]: [string, unknown]): [string, unknown] => [
    name,
    SECRET.has(name) ? HIDDEN : withoutSecrets(one),
  ]);
  return Object.fromEntries(members) as T;
}

function holdsSecret(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return false;
  // Every call passes here, with all that it lists: no list of pairs is made for it.
  if (Array.isArray(value)) return value.some(holdsSecret);
  return Object.keys(value).some((name) => SECRET.has(name) || holdsSecret((value as Record<string, unknown>)[name]));
}

/** Whether an action only reads, by its name. */
export function reads(action: string): boolean {
  return /^(?:Get|Head|List|Describe)/.test(action);
}

/**
 * Keeps a call as checkers need it: what it asked, and what was made. Reads that were answered are not kept, but for
 * looks at a fence: they are nearly all that passes in a large execution, and nobody judges them afterwards.
 */
export function keepForChecks(kept: CallRecord[], call: CallRecord): void {
  if (!reads(call.action) || !('output' in call)) {
    kept.push(forLog(call));
    return;
  }
  const { time, execution, state, role, service, action, input } = call;
  if (isOfFence(input)) kept.push({ time, execution, state, role, service, action, input });
}

function isOfFence(input: unknown): boolean {
  const key = (input as { readonly Key?: unknown } | null)?.Key;
  return typeof key === 'string' && key.startsWith(FENCES);
}

function withShortBody(value: unknown, longest: number): unknown {
  if (typeof value !== 'object' || value === null || !('Body' in value)) return value;
  const body = value.Body;
  if (body instanceof Uint8Array) return { ...value, Body: `[${body.length} bytes]` };
  if (typeof body !== 'string' || body.length <= longest) return value;
  // In ASCII: one other character would make every line of the log twice as long in memory.
  return { ...value, Body: `${body.slice(0, longest)}... [${body.length} characters]` };
}
