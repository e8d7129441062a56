/** Limits of variables. */
import { Failure } from './failure';
import { PAYLOAD_MAX_BYTES } from './payload-limit';
import { countPayloadBytes } from './history/payload';
import type { Scope } from './scope';

/**
 * Maximum size of all variables of an execution, bytes
 * (https://docs.aws.amazon.com/step-functions/latest/dg/workflow-variables.html).
 */
const TOTAL_MAX_BYTES = 10 * 1024 * 1024;

/** Checks the limits of variables: each variable, one Assign, and all variables of the scope together. */
export function checkVariables(state: string, scope: Scope, assigned: Readonly<Record<string, unknown>>): void {
  if (countPayloadBytes(assigned) > PAYLOAD_MAX_BYTES) {
    throw toFailure(state, `assigns more than ${PAYLOAD_MAX_BYTES} bytes`);
  }
  let total = 0;
  for (const value of Object.values(assigned)) total += countPayloadBytes(value);
  for (let each: Scope | undefined = scope; each !== undefined; each = each.parent) {
    for (const [name, value] of each.ownVariables()) {
      if (each !== scope || !Object.hasOwn(assigned, name)) total += countPayloadBytes(value);
    }
  }
  if (total > TOTAL_MAX_BYTES) throw toFailure(state, `brings all variables above ${TOTAL_MAX_BYTES} bytes`);
}

function toFailure(state: string, what: string): Failure {
  return new Failure(
    'States.DataLimitExceeded',
    `The state '${state}' ${what}, the service limit of variables.`,
    'payload',
  );
}
