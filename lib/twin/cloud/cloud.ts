/** The door to all modelled services: finds the action, injects faults, takes modelled time, records the call. */
import { FsxbenchError } from '../../shapes/errors';
import type { Clock } from '../../asl/clock/clock';
import services from './services.json';
import { type Caller, type CallRecord, type Cloud, type Service, ServiceError } from './service';
import { FENCES } from '../../shapes/layout';

/** A call about to be made, for a fault injector to judge. */
export interface PendingCall {
  readonly service: string;
  readonly action: string;
  readonly input: unknown;
  readonly caller: Caller;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** A fault in its parts, each of which may be absent. */
interface FaultParts {
  /** The call reaches the service so much later; whoever asks may have given up meanwhile. */
  readonly delayMs?: number;
  /** Thrown in place of the effect. */
  readonly before?: Error;
  /** Thrown after the effect: its answer is lost. */
  readonly after?: Error;
}

/** What a fault does: an error before the effect, or `lost`: the effect takes place and its answer is lost as a 500. */
export type Fault = ServiceError | 'lost' | FaultParts;

export interface CloudOptions {
  readonly clock: Clock;
  /** Modelled services by their SDK id: `ec2`, `efs`, `fsx`, `s3`, `ssm`, `sfn`, `sns`, `events`, `lambda`. */
  readonly services: Readonly<Record<string, Service>>;
  /** Receives every call once it is answered, with the very objects that were sent and received. */
  readonly record?: ((call: CallRecord) => void) | undefined;
  readonly fault?: ((call: PendingCall) => Fault | undefined) | undefined;
  /** Time that a call takes, milliseconds. Default: {@link VIRTUAL_LATENCY_MS} with a virtual clock, else nothing. */
  readonly latencyMs?: ((service: string, action: string) => number) | undefined;
}

/** Modelled time of any call under a virtual clock: the order of AWS's usual answers, no promise of any service. */
export const VIRTUAL_LATENCY_MS = 50;

/** An action that the twin does not model: a mistake of the machine or of the twin, never an answer of a service. */
export class UnknownActionError extends FsxbenchError {
  constructor(service: string, name: string, known: readonly string[]) {
    const allowed = known.length === 0 ? 'no such service is modelled' : `modelled are ${known.join(', ')}`;
    super('UnknownActionError', `The twin does not know ${service}:${name}; ${allowed}`);
  }
}

/**
 * All services behind one door.
 * @throws UnknownActionError for what is not modelled, ArgumentError for arguments that are not understood,
 * ServiceError for what a service answers. Only calls that reach a service are recorded.
 */
export function makeCloud(options: CloudOptions): Cloud {
  const { clock, record } = options;
  const latency = options.latencyMs ?? (() => (clock.virtual ? VIRTUAL_LATENCY_MS : 0));

  // Many calls are made at one moment.
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
    const sent = withoutUndefined(input ?? {});
    const { execution, state, role } = caller;
    const line = {
      time: instant(at),
      execution,
      state,
      role,
      service,
      action: name,
      input: redactSecrets(sent),
    };
    const whole = latency(service, name);
    // What only reads changes nothing, so all its time may pass before: large executions read much.
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
      const error: unknown = lost ? thrown.seen : thrown;
      if (!(error instanceof ServiceError) && !lost) throw error;
      if (back > 0) await clock.sleep(back);
      const { name: code, message } = error as Error;
      record?.({ ...line, error: { name: code, message } });
      throw error;
    }
  };
  return { call };
}

/** Waits for ever: whoever waits for it is gone. */
const NEVER = new Promise<never>(() => {});

/** Whoever was ended sends nothing more, and hears of nothing. */
function blockIfEnded({ ended }: Caller): Promise<void> | undefined {
  return ended?.aborted === true ? NEVER : undefined;
}

/** Carries what the caller sees of a call that took effect. */
class LostAnswerError extends FsxbenchError {
  constructor(readonly seen: Error) {
    super('Unexpected', seen.message);
  }
}

function toFaultParts(fault: Fault | undefined, service: string): FaultParts {
  if (fault === undefined) return {};
  if (fault === 'lost') return { after: makeLostAnswer(service) };
  return fault instanceof ServiceError ? { before: fault } : fault;
}

/** How each service names an internal failure. Public API references, "Common errors" of each service. */
const SERVICES: Readonly<Record<string, { readonly internal: string }>> = services;

/** The error that a caller sees when the answer of a call that took effect is lost. */
export function makeLostAnswer(service: string): ServiceError {
  return new ServiceError(SERVICES[service]?.internal ?? 'InternalFailure', 'An internal error has occurred', 500);
}

/** Requests carry no undefined members: the SDK drops them too. */
function withoutUndefined(value: unknown): unknown {
  if (!hasUndefined(value)) return value;
  if (Array.isArray(value)) return value.map(withoutUndefined);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const kept = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutUndefined(member)]));
}

function hasUndefined(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return members.includes(undefined) || members.some(hasUndefined);
}

// The two forms in which a call is kept: a line of the call log, and what checkers need of it afterwards.

/**
 * A body longer than this is cut, characters: whole reports and raw files pass through S3 calls. What is read was
 * written before, so less of it is enough.
 */
export const BODY_CHARACTERS = { sent: 1024, received: 64 };

/** A call as one line of the log shows it: with short bodies. */
export function toLogRecord(call: CallRecord): CallRecord {
  const input = shortenBody(call.input, BODY_CHARACTERS.sent);
  const output = shortenBody(call.output, BODY_CHARACTERS.received);
  return input === call.input && output === call.output ? call : { ...call, input, output };
}

/** Members that hold what nobody may read in a log. */
const SECRET_MEMBERS = new Set(['SecretString', 'FsxAdminPassword']);
/** What stands in its place. */
export const REDACTED = '(not told)';

/** The same without passwords: calls are recorded without them, so that no log and no checker ever has one. */
function redactSecrets<T>(value: T): T {
  if (typeof value !== 'object' || value === null || !hasSecret(value)) return value;
  if (Array.isArray(value)) return value.map((one: unknown) => redactSecrets(one)) as T;
  const members = Object.entries(value).map(([name, one]: [string, unknown]): [string, unknown] => [
    name,
    SECRET_MEMBERS.has(name) ? REDACTED : redactSecrets(one),
  ]);
  return Object.fromEntries(members) as T;
}

function hasSecret(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return false;
  // Every call passes here, with all that it lists: no list of pairs is made for it.
  if (Array.isArray(value)) return value.some(hasSecret);
  return Object.keys(value).some(
    (name) => SECRET_MEMBERS.has(name) || hasSecret((value as Record<string, unknown>)[name]),
  );
}

/** Whether an action only reads, by its name. */
export function isReadAction(action: string): boolean {
  return /^(?:Get|Head|List|Describe)/.test(action);
}

/**
 * Keeps a call as checkers need it: what it asked, and what was made. Reads that were answered are not kept, but for
 * looks at a fence: they are nearly all that passes in a large execution, and nobody judges them afterwards.
 */
export function keepForChecks(kept: CallRecord[], call: CallRecord): void {
  if (!isReadAction(call.action) || !('output' in call)) {
    kept.push(toLogRecord(call));
    return;
  }
  const { time, execution, state, role, service, action, input } = call;
  if (isFenceInput(input)) kept.push({ time, execution, state, role, service, action, input });
}

function isFenceInput(input: unknown): boolean {
  const key = (input as { readonly Key?: unknown } | null)?.Key;
  return typeof key === 'string' && key.startsWith(FENCES);
}

function shortenBody(value: unknown, longest: number): unknown {
  if (typeof value !== 'object' || value === null || !('Body' in value)) return value;
  const body = value.Body;
  if (body instanceof Uint8Array) return { ...value, Body: `[${body.length} bytes]` };
  if (typeof body !== 'string' || body.length <= longest) return value;
  // In ASCII: one other character would make every line of the log twice as long in memory.
  return { ...value, Body: `${body.slice(0, longest)}... [${body.length} characters]` };
}
