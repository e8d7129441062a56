/** MaxConcurrency and MaxErrors: a count, or a share of the targets. */
import { constraintError } from '../constraint';

/**
 * Used where the request says nothing: on fleets above 50 hosts some would start late, and one error would stop the
 * rest.
 */
export const DEFAULT_MAX_CONCURRENCY = '50';
export const DEFAULT_MAX_ERRORS = '0';

/**
 * Patterns of the service model of SendCommand.
 * https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_SendCommand.html
 */
const CONCURRENCY = /^([1-9][0-9]{0,6}|[1-9][0-9]?%|100%)$/;
const ERRORS = /^(0|[1-9][0-9]{0,6}|[0-9]%|[1-9][0-9]%|100%)$/;

/** How many hosts may work at once; at least one. */
export function maxConcurrency(text: string, targets: number): number {
  checked('maxConcurrency', text, CONCURRENCY);
  return Math.max(1, amount(text, targets));
}

/** How many errors are borne; one more stops the sending. */
export function maxErrors(text: string, targets: number): number {
  checked('maxErrors', text, ERRORS);
  return amount(text, targets);
}

/** Refuses a malformed value, whatever the number of targets will be. */
export function checkVelocity(concurrency: string, errors: string): void {
  maxConcurrency(concurrency, 1);
  maxErrors(errors, 1);
}

function amount(text: string, targets: number): number {
  return text.endsWith('%') ? Math.floor((targets * Number(text.slice(0, -1))) / 100) : Number(text);
}

function checked(member: string, text: string, pattern: RegExp): void {
  if (pattern.test(text)) return;
  throw constraintError(member, `Member must satisfy regular expression pattern: ${pattern.source}`, text);
}
