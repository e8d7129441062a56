/** The payload limit of Step Functions. */
import { Failure } from './failure';

/**
 * Maximum size of an input, output, result or arguments, as UTF-8 JSON
 * (https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html).
 */
export const PAYLOAD_MAX_BYTES = 262_144;

/**
 * The failure for a payload above {@link PAYLOAD_MAX_BYTES}.
 * @param source name of the state, or of the service that answered.
 */
export function makeTooLargeFailure(source: string, kind: 'task' | 'payload'): Failure {
  const what = 'returned a result with a size exceeding the maximum number of bytes service limit.';
  return new Failure('States.DataLimitExceeded', `The state/task '${source}' ${what}`, kind);
}
