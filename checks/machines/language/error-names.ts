/** Names in ErrorEquals: their order, and whether anything ever has them. */
import { type Finding, reporter } from '../finding';
import type { Subject, SubjectState } from '../subject';

const allReport = reporter('states-all');
const limitReport = reporter('data-limit');
const nameReport = reporter('error-name');

/** https://docs.aws.amazon.com/step-functions/latest/dg/concepts-error-handling.html */
const STATES_ERRORS = new Set([
  'States.ALL',
  'States.DataLimitExceeded',
  'States.ExceedToleratedFailureThreshold',
  'States.HeartbeatTimeout',
  'States.Http.Socket',
  'States.ItemReaderFailed',
  'States.NoChoiceMatched',
  'States.Permissions',
  'States.QueryEvaluationError',
  'States.ResultWriterFailed',
  'States.TaskFailed',
  'States.Timeout',
]);

interface Entry {
  readonly ErrorEquals: readonly string[];
}

/** Findings about error names in Retry and Catch. */
export function errorNameFindings({ states }: Subject): Finding[] {
  return states.flatMap((one) => [
    ...order(one.name, 'Retry', one.state.Retry ?? []),
    ...order(one.name, 'Catch', one.state.Catch ?? []),
    ...names(one.name, 'Retry', one.state.Retry ?? []),
    ...names(one.name, 'Catch', one.state.Catch ?? []),
    ...complete(one),
  ]);
}

/** States.ALL stands alone and in the last entry: the service refuses anything else. */
function order(name: string, field: string, entries: readonly Entry[]): Finding[] {
  return entries.flatMap(({ ErrorEquals: errors }, index) => {
    if (!errors.includes('States.ALL')) return [];
    return [
      ...(errors.length === 1 ? [] : [allReport(name, `${field}[${index}]: States.ALL has to stand alone`)]),
      ...(index === entries.length - 1 ? [] : [allReport(name, `${field}[${index}]: States.ALL has to come last`)]),
    ];
  });
}

/**
 * What catches, catches everything. A payload above the limit is caught by its name, before States.ALL: the
 * documentation says that States.ALL does not catch it, and a handler of everything must not handle an answer that
 * never fits.
 */
function complete({ name, state }: SubjectState): Finding[] {
  const entries = state.Catch ?? [];
  if (entries.length === 0) return [];
  const all = entries.findIndex((entry) => entry.ErrorEquals.includes('States.ALL'));
  const limit = entries.findIndex((entry) => entry.ErrorEquals.includes('States.DataLimitExceeded'));
  const early = limit !== -1 && (all === -1 || limit < all);
  return [
    ...(all === -1 ? [allReport(name, 'Catch needs a last entry for States.ALL')] : []),
    ...(early ? [] : [limitReport(name, 'Catch needs an entry for States.DataLimitExceeded before States.ALL')]),
  ];
}

function names(name: string, field: string, entries: readonly Entry[]): Finding[] {
  return entries.flatMap(({ ErrorEquals: errors }, index) => [
    ...(errors.length === 0 ? [nameReport(name, `${field}[${index}] names no error`)] : []),
    ...errors.flatMap((error) => {
      const wrong = complaint(error);
      return wrong === null ? [] : [nameReport(name, `${field}[${index}]: ${error} ${wrong}`)];
    }),
  ]);
}

function complaint(error: string): string | null {
  if (error === 'States.Runtime') return 'cannot be retried or caught';
  if (error.startsWith('State.')) return 'looks like a misspelt States. name';
  if (error.startsWith('States.') && !STATES_ERRORS.has(error)) return 'is no error of the service';
  return null;
}
