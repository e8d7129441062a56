/** Entry point for calls to simulated services: injects faults, consumes virtual time, records the call. */
import { FsxbenchError } from '../../shapes/errors';
import type { Clock } from '../../asl/clock/clock';
import services from './services.json';
import { type Caller, type CallRecord, type Cloud, type Service, ServiceError } from './service';
import { FENCES_PREFIX } from '../../shapes/layout';

export interface PendingCall {
  readonly service: string;
  readonly action: string;
  readonly input: unknown;
  readonly caller: Caller;
  /** Epoch milliseconds. */
  readonly at: number;
}

interface FaultParts {
  /** The call reaches the service later; the caller may have timed out meanwhile. */
  readonly delayMs?: number;
  /** Error instead of the effect. */
  readonly before?: Error;
  /** Error after the effect: the answer is lost. */
  readonly after?: Error;
}

/** A fault: an error before the effect, or `lost`: the call has its effect, but the caller gets a 500 error. */
export type Fault = ServiceError | 'lost' | FaultParts;

export interface CloudOptions {
  readonly clock: Clock;
  /** Simulated services by their SDK id: `ec2`, `efs`, `fsx`, `s3`, `ssm`, `sfn`, `sns`, `events`, `lambda`. */
  readonly services: Readonly<Record<string, Service>>;
  /** Called after the answer of every call, with the original objects of request and answer. */
  readonly record?: ((call: CallRecord) => void) | undefined;
  readonly fault?: ((call: PendingCall) => Fault | undefined) | undefined;
  /** Duration of a call, milliseconds. Default: {@link VIRTUAL_LATENCY_MS} with a virtual clock, else 0. */
  readonly latencyMs?: ((service: string, action: string) => number) | undefined;
}

/** Duration of any call under a virtual clock: typical of AWS, but no documented value. */
export const VIRTUAL_LATENCY_MS = 50;

/** Error for an action that is not simulated: a bug in a state machine or in the simulation. */
export class UnknownActionError extends FsxbenchError {
  constructor(service: string, name: string, known: readonly string[]) {
    const allowed = known.length === 0 ? 'no service of that name is simulated' : `simulated are ${known.join(', ')}`;
    super('UnknownActionError', `${service}:${name} is not simulated; ${allowed}`);
  }
}

/** Records only calls that reach a service. @throws UnknownActionError, ArgumentError (unsupported), ServiceError */
export function makeCloud(options: CloudOptions): Cloud {
  const { clock, record } = options;
  const latency = options.latencyMs ?? (() => (clock.virtual ? VIRTUAL_LATENCY_MS : 0));

  // Cache of the last formatted time, because many calls have the same time.
  let last = { at: Number.NaN, text: '' };
  const instant = (at: number): string => {
    if (last.at !== at) last = { at, text: new Date(at).toISOString() };
    return last.text;
  };

  const attempt = async (call: PendingCall, run: () => unknown): Promise<unknown> => {
    const fault = options.fault?.(call);
    const { delayMs = 0, before, after } = toFaultParts(fault, call.service);
    if (delayMs > 0) await clock.sleep(delayMs);
    await blockIfEnded(call.caller);
    if (before !== undefined) throw before;
    const output = await run();
    if (after !== undefined) throw new LostAnswerError(after);
    return output;
  };

  const call = async (service: string, name: string, input: unknown, caller: Caller): Promise<unknown> => {
    const actions = options.services[service] ?? {};
    const run = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (run === undefined) throw new UnknownActionError(service, name, Object.keys(actions));
    const at = clock.now();
    const sent = removeUndefined(input ?? {});
    const { execution, state, role } = caller;
    const line = { time: instant(at), execution, state, role, service, action: name, input: redactSecrets(sent) };
    const whole = latency(service, name);
    // A read has no effect, so it needs only one wait. Large executions make many reads.
    const there = isReadAction(name) ? whole : whole / 2;
    const back = whole - there;
    if (there > 0) await clock.sleep(there);
    try {
      const output = await attempt({ service, action: name, input: sent, caller, at }, () =>
        run(sent as never, caller),
      );
      if (back > 0) await clock.sleep(back);
      record?.({ ...line, output: redactSecrets(output) });
      return output;
    } catch (thrown) {
      const lost = thrown instanceof LostAnswerError;
      const error: unknown = lost ? thrown.visible : thrown;
      if (!(error instanceof ServiceError) && !lost) throw error;
      if (back > 0) await clock.sleep(back);
      const { name: code, message } = error as Error;
      record?.({ ...line, error: { name: code, message } });
      throw error;
    }
  };
  return { call };
}

/** Never resolves: the caller has ended. */
const NEVER_RESOLVES = new Promise<never>(() => {});

/** A caller that has ended makes no calls and receives no answers. */
function blockIfEnded({ ended }: Caller): Promise<void> | undefined {
  return ended?.aborted === true ? NEVER_RESOLVES : undefined;
}

/** Carries the error for the caller of a call that had its effect. */
class LostAnswerError extends FsxbenchError {
  constructor(readonly visible: Error) {
    super('Unexpected', visible.message);
  }
}

function toFaultParts(fault: Fault | undefined, service: string): FaultParts {
  if (fault === undefined) return {};
  if (fault === 'lost') return { after: makeLostAnswer(service) };
  return fault instanceof ServiceError ? { before: fault } : fault;
}

/** Name of an internal failure in each service. Source: "Common errors" of each API reference. */
const SERVICE_ERRORS: Readonly<Record<string, { readonly internal: string }>> = services;

/** Makes the error that a caller receives if the answer is lost after the effect. */
export function makeLostAnswer(service: string): ServiceError {
  return new ServiceError(
    SERVICE_ERRORS[service]?.internal ?? 'InternalFailure',
    'An internal error has occurred',
    500,
  );
}

/** The SDK drops undefined members of requests too. */
function removeUndefined(value: unknown): unknown {
  if (!hasUndefined(value)) return value;
  if (Array.isArray(value)) return value.map(removeUndefined);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const kept = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(kept.map(([name, member]) => [name, removeUndefined(member)]));
}

function hasUndefined(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return members.includes(undefined) || members.some(hasUndefined);
}

// Two forms of a recorded call: for the call log, and for checkers.

/** Maximum characters of bodies in the log. Bodies read are shorter, because the log has them from the write. */
export const LOGGED_BODY_CHARACTERS = { sent: 1024, received: 64 };

/** A call as the log shows it, with shortened bodies. */
export function toLogRecord(call: CallRecord): CallRecord {
  const input = shortenBody(call.input, LOGGED_BODY_CHARACTERS.sent);
  const output = shortenBody(call.output, LOGGED_BODY_CHARACTERS.received);
  return input === call.input && output === call.output ? call : { ...call, input, output };
}

const SECRET_MEMBER_NAMES = new Set(['SecretString', 'FsxAdminPassword']);
export const REDACTED = '(redacted)';

/** Redacts passwords before calls are recorded, so that logs and checkers never contain them. */
function redactSecrets<T>(value: T): T {
  if (typeof value !== 'object' || value === null || !hasSecret(value)) return value;
  if (Array.isArray(value)) return value.map((one: unknown) => redactSecrets(one)) as T;
  const members = Object.entries(value).map(([name, one]: [string, unknown]): [string, unknown] => [
    name,
    SECRET_MEMBER_NAMES.has(name) ? REDACTED : redactSecrets(one),
  ]);
  return Object.fromEntries(members) as T;
}

function hasSecret(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return false;
  // Runs for every call: avoid the slow `Object.entries`.
  if (Array.isArray(value)) return value.some(hasSecret);
  return Object.keys(value).some(
    (name) => SECRET_MEMBER_NAMES.has(name) || hasSecret((value as Record<string, unknown>)[name]),
  );
}

/** Whether an action only reads, judged by its name. */
export function isReadAction(action: string): boolean {
  return /^(?:Get|Head|List|Describe)/.test(action);
}

/** Keeps a call for checkers. Drops successful reads, which are most calls, except fence checks. */
export function keepCallForCheckers(kept: CallRecord[], call: CallRecord): void {
  if (!isReadAction(call.action) || !('output' in call)) {
    kept.push(toLogRecord(call));
    return;
  }
  const { time, execution, state, role, service, action, input } = call;
  if (isFenceInput(input)) kept.push({ time, execution, state, role, service, action, input });
}

function isFenceInput(input: unknown): boolean {
  const key = (input as { readonly Key?: unknown } | null)?.Key;
  return typeof key === 'string' && key.startsWith(FENCES_PREFIX);
}

function shortenBody(value: unknown, longest: number): unknown {
  if (typeof value !== 'object' || value === null || !('Body' in value)) return value;
  const body = value.Body;
  if (body instanceof Uint8Array) return { ...value, Body: `[${body.length} bytes]` };
  if (typeof body !== 'string' || body.length <= longest) return value;
  // Use ASCII only: any other character doubles the memory of each log line.
  return { ...value, Body: `${body.slice(0, longest)}... [${body.length} characters]` };
}
