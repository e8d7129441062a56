/** Compiles Retry and Catch, with their defaults and bounds. */
import type { Catcher, Retrier } from '../machine';
import { type Fields, formatValue } from './fields';
import { compileOutcome } from './outcome';

/** Defaults of a retrier (https://docs.aws.amazon.com/step-functions/latest/dg/concepts-error-handling.html). */
const INTERVAL_SECONDS = 1;
const MAX_ATTEMPTS = 3;
const BACKOFF_RATE = 2;
/** Maximum of MaxAttempts and MaxDelaySeconds (same page). */
const ATTEMPTS_MAX = 99_999_999;
const DELAY_MAX = 31_622_400;

const RETRIER_FIELDS = [
  'ErrorEquals',
  'IntervalSeconds',
  'MaxAttempts',
  'BackoffRate',
  'MaxDelaySeconds',
  'JitterStrategy',
  'Comment',
];

export function compileRetriers(state: Fields): Retrier[] {
  const list = state.list('Retry');
  return list.map((item, index) => {
    const fields = state.inner(item, `Retry[${index}]`);
    fields.only(RETRIER_FIELDS);
    const maxDelaySeconds = fields.number('MaxDelaySeconds', { min: 1, max: DELAY_MAX, integer: true });
    return {
      errorEquals: readErrorNames(fields, index === list.length - 1),
      intervalSeconds:
        fields.number('IntervalSeconds', { min: 1, max: ATTEMPTS_MAX, integer: true }) ?? INTERVAL_SECONDS,
      maxAttempts: fields.number('MaxAttempts', { min: 0, max: ATTEMPTS_MAX, integer: true }) ?? MAX_ATTEMPTS,
      backoffRate: fields.number('BackoffRate', { min: 1 }) ?? BACKOFF_RATE,
      ...(maxDelaySeconds === undefined ? {} : { maxDelaySeconds }),
      fullJitter: fields.oneOf('JitterStrategy', ['FULL', 'NONE'], 'NONE') === 'FULL',
    };
  });
}

export function compileCatchers(state: Fields): Catcher[] {
  const list = state.list('Catch');
  return list.map((item, index) => {
    const fields = state.inner(item, `Catch[${index}]`);
    fields.only(['ErrorEquals', 'Next', 'Output', 'Assign', 'Comment']);
    return {
      errorEquals: readErrorNames(fields, index === list.length - 1),
      next: fields.requiredText('Next', 'a catcher needs the next state'),
      ...compileOutcome(fields, true),
    };
  });
}

function readErrorNames(fields: Fields, last: boolean): string[] {
  const list = fields.list('ErrorEquals');
  const names = list.filter((name): name is string => typeof name === 'string');
  if (names.length === 0 || names.length < list.length) {
    fields.problem(
      'ErrorEquals',
      `must be a list of at least one error name, found ${formatValue(fields.get('ErrorEquals'))}`,
    );
  }
  if (names.includes('States.ALL') && (names.length > 1 || !last)) {
    fields.problem('ErrorEquals', 'States.ALL must be the only name, in the last entry');
  }
  return names;
}
