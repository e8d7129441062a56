/** Errors as EFS names them, with its status codes. EFS API reference, section Errors of each action. */
import { ServiceError } from '../service';

const STATUS = {
  BadRequest: 400,
  FileSystemAlreadyExists: 409,
  FileSystemInUse: 409,
  FileSystemLimitExceeded: 403,
  FileSystemNotFound: 404,
  IncorrectFileSystemLifeCycleState: 409,
  AvailabilityZonesMismatch: 400,
  UnsupportedAvailabilityZone: 400,
  MountTargetConflict: 409,
  MountTargetNotFound: 404,
  SecurityGroupLimitExceeded: 400,
  SecurityGroupNotFound: 400,
  SubnetNotFound: 400,
  ThroughputLimitExceeded: 400,
  TooManyRequests: 429,
  AccessDeniedException: 403,
} as const;

/** One of them. */
export function efsError(name: keyof typeof STATUS, message: string): ServiceError {
  return new ServiceError(name, message, STATUS[name]);
}

/** "The request is malformed or contains an error such as an invalid parameter value." */
export function badRequest(message: string): ServiceError {
  return efsError('BadRequest', message);
}
