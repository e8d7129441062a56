/** The error of services that check requests against their model before anything else (SSM, Step Functions). */
import { ServiceError } from './service';

/**
 * ValidationException for one member.
 * @param rule what the model demands, e.g. `Member must be at most 50`
 */
export function constraintError(member: string, rule: string, value?: string | number): ServiceError {
  const shown = value === undefined ? 'Value' : `Value '${value}'`;
  const message = `1 validation error detected: ${shown} at '${member}' failed to satisfy constraint: ${rule}`;
  return new ServiceError('ValidationException', message, 400);
}
