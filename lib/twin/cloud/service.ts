/** The interface of a simulated AWS service: typed actions, one entry that records calls, errors as in the service. */
import type { Cancel } from '../../asl/clock/clock';

/** An error of a service. `name` as in the service model (`NoSuchKey`, `InvalidInstanceID.NotFound`). */
export class ServiceError extends Error {
  constructor(
    override readonly name: string,
    message: string,
    /** HTTP status of most client errors. */
    readonly statusCode = 400,
  ) {
    super(message);
  }
}

/** ValidationException for one member, as SSM and Step Functions check. @param rule e.g. `Member must be at most 50` */
export function makeConstraintError(member: string, rule: string, value?: string | number): ServiceError {
  const shown = value === undefined ? 'Value' : `Value '${value}'`;
  const message = `1 validation error detected: ${shown} at '${member}' failed to satisfy constraint: ${rule}`;
  return new ServiceError('ValidationException', message);
}

/** Key → value; keys are unique on a resource. */
export type Tags = Readonly<Record<string, string>>;

export interface Caller {
  /** Name of the execution that makes the call; empty for the command line. */
  readonly execution: string;
  /** Name of the state or of the Lambda function. */
  readonly state: string;
  readonly role: string;
  /** Whether the function has timed out: later calls have no effect. */
  readonly ended?: Cancel;
}

/** One action, with the input and output types of the SDK. The service refuses unknown arguments. */
export type Action<Input, Output> = (input: Input, caller: Caller) => Output | Promise<Output>;

/** Actions of one service by their name in Pascal case, e.g. `CreateFleet`. */
export type Service = Readonly<Record<string, Action<never, unknown>>>;

/** One line of the call log (`--calls FILE`). */
export interface CallRecord {
  /** ISO 8601, by the simulated clock. */
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

/** All simulated services. `call` records, injects faults, and throws {@link ServiceError}. */
export interface Cloud {
  call(service: string, action: string, input: unknown, caller: Caller): Promise<unknown>;
}

/** Identifiers in AWS's forms, from the given random source: the same seed gives the same identifiers. */
export interface IdGenerator {
  /** Hex digits, lower case. */
  hex(digits: number): string;
  /** UUID of version 4. */
  uuid(): string;
}

/** @param random numbers in [0, 1), like Math.random. */
export function makeIdGenerator(random: () => number): IdGenerator {
  const hex = (digits: number): string => {
    let text = '';
    for (let nth = 0; nth < digits; nth += 1) text += '0123456789abcdef'.charAt(Math.floor(random() * 16));
    return text;
  };
  return {
    hex,
    uuid: () => {
      const variant = '89ab'[Math.floor(random() * 4)] ?? '8';
      return `${hex(8)}-${hex(4)}-4${hex(3)}-${variant}${hex(3)}-${hex(12)}`;
    },
  };
}

/** Account and Region of the simulated resources; part of every ARN. */
export interface AccountPlace {
  readonly region: string;
  /** Twelve digits. */
  readonly account: string;
}

/** An ARN, e.g. `arn({region, account}, 'states', 'stateMachine:rig')`. */
export function formatArn(place: AccountPlace, service: string, resource: string): string {
  return `arn:aws:${service}:${place.region}:${place.account}:${resource}`;
}
