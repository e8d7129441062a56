/**
 * The shape of a modelled AWS service: typed actions, one place that counts and records calls, errors as the services
 * name them.
 */
import type { Cancel } from '../../asl/clock/clock';

/** An error as a service answers it. `name` as in the service model (`NoSuchKey`, `InvalidInstanceID.NotFound`). */
export class ServiceError extends Error {
  constructor(
    override readonly name: string,
    message: string,
    /** That of most errors of clients. */
    readonly statusCode = 400,
  ) {
    super(message);
  }
}

/**
 * ValidationException for one member, of services that check requests against their model before anything else: SSM,
 * Step Functions.
 * @param rule what the model demands, e.g. `Member must be at most 50`
 */
export function constraintError(member: string, rule: string, value?: string | number): ServiceError {
  const shown = value === undefined ? 'Value' : `Value '${value}'`;
  const message = `1 validation error detected: ${shown} at '${member}' failed to satisfy constraint: ${rule}`;
  return new ServiceError('ValidationException', message);
}

/** Key → value; keys are unique on a resource. */
export type Tags = Readonly<Record<string, string>>;

/** Who calls: for the call log, and (later) for permissions. */
export interface Caller {
  /** Name of the execution in whose behalf the call is made; empty for the command line. */
  readonly execution: string;
  /** State, or the lambda's name. */
  readonly state: string;
  readonly role: string;
  /** Of a function: its time is over, and nothing that it begins after that happens. */
  readonly ended?: Cancel;
}

/**
 * One action: input and output as the SDK types them. Unknown actions do not exist; unknown arguments are refused by
 * the service.
 */
export type Action<Input, Output> = (input: Input, caller: Caller) => Output | Promise<Output>;

/** Actions of one service by their name in Pascal case, e.g. `CreateFleet`. */
export type Service = Readonly<Record<string, Action<never, unknown>>>;

/** One line of the call log (`--calls FILE`). */
export interface CallRecord {
  /** ISO 8601, of the twin's clock. */
  readonly time: string;
  readonly execution: string;
  readonly state: string;
  readonly role: string;
  readonly service: string;
  readonly action: string;
  readonly input: unknown;
  readonly output?: unknown;
  readonly error?: { readonly name: string; readonly message: string };
}

/** All modelled services behind one door. `call` records, injects faults, and throws {@link ServiceError}. */
export interface Cloud {
  call(service: string, action: string, input: unknown, caller: Caller): Promise<unknown>;
}

/**
 * Identifiers in AWS's forms, from a source of randomness that is passed in: the same seed gives the same identifiers.
 */
export interface Ids {
  /** Hex digits, lower case. */
  hex(digits: number): string;
  /** UUID of version 4. */
  uuid(): string;
}

/** @param random numbers in [0, 1), as Math.random gives them. */
export function makeIds(random: () => number): Ids {
  const digit = (): string => Math.floor(random() * 16).toString(16);
  const hex = (digits: number): string => Array.from({ length: digits }, digit).join('');
  return {
    hex,
    uuid: () => {
      const variant = '89ab'[Math.floor(random() * 4)] ?? '8';
      return `${hex(8)}-${hex(4)}-4${hex(3)}-${variant}${hex(3)}-${hex(12)}`;
    },
  };
}

/** Account and region of the modelled resources; part of every ARN. */
export interface Place {
  readonly region: string;
  /** Twelve digits. */
  readonly account: string;
}

/** An ARN, e.g. `arn({region, account}, 'states', 'stateMachine:rig')`. */
export function toArn(place: Place, service: string, resource: string): string {
  return `arn:aws:${service}:${place.region}:${place.account}:${resource}`;
}
