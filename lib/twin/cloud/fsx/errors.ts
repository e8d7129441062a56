/**
 * Errors as FSx names them. Some carry one more member, as the SDK's exceptions do.
 * https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystem.html, section Errors.
 */
import type { ServiceLimit } from '@aws-sdk/client-fsx';
import { constraintError, ServiceError } from '../service';

/** All client errors of FSx have this status. */
const STATUS = 400;

/** "A generic error indicating a failure with a client request." */
export function badRequest(message: string): ServiceError {
  return new ServiceError('BadRequest', message, STATUS);
}

export function fsxError(name: string, message: string): ServiceError {
  return new ServiceError(name, message, STATUS);
}

/** The same token with another request. `Parameter` names the member that differs. */
export class IncompatibleParameterError extends ServiceError {
  constructor(
    message: string,
    readonly Parameter: string,
  ) {
    super('IncompatibleParameterError', message, STATUS);
  }
}

/** A quota of the account. */
export class ServiceLimitExceeded extends ServiceError {
  constructor(
    message: string,
    readonly Limit: ServiceLimit,
  ) {
    super('ServiceLimitExceeded', message, STATUS);
  }
}

/** What a request names of a network that is not there. */
export interface NetworkFault {
  readonly InvalidSubnetId?: string;
  readonly InvalidSecurityGroupId?: string;
  readonly InvalidRouteTableId?: string;
}

/** A subnet, security group or route table that FSx does not find. */
export class InvalidNetworkSettings extends ServiceError {
  readonly InvalidSubnetId?: string;
  readonly InvalidSecurityGroupId?: string;
  readonly InvalidRouteTableId?: string;

  constructor(message: string, fault: NetworkFault) {
    super('InvalidNetworkSettings', message, STATUS);
    Object.assign(this, fault);
  }
}

/** @throws ServiceError ValidationException for a value that its enumeration does not have */
export function requireOneOf(member: string, value: string | undefined, allowed: readonly string[]): void {
  if (value === undefined || allowed.includes(value)) return;
  throw constraintError(member, `Member must satisfy enum value set: [${allowed.join(', ')}]`, value);
}
