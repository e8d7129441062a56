/** Small machines for tests of the lint. Unchanged ones have no findings: every finding comes from the test. */
import { lintMachine } from '../../../checks/machines/lint';

export type Json = { readonly [key: string]: unknown };

const RETRY = { ErrorEquals: ['S3.S3Exception'], MaxAttempts: 3, JitterStrategy: 'FULL' };
export const DATA_LIMIT = { ErrorEquals: ['States.DataLimitExceeded'], Next: 'Failed' };
export const ALL = { ErrorEquals: ['States.ALL'], Next: 'Failed' };

/** Catches all errors. */
export const CATCH: readonly Json[] = [DATA_LIMIT, ALL];

/** A Task that follows all rules; `more` overrides, and undefined removes members. */
export function makeTask(action: string, args: Json, more: Json = {}): Json {
  return {
    Type: 'Task',
    Resource: `arn:aws:states:::${action}`,
    Arguments: args,
    TimeoutSeconds: 60,
    Retry: [RETRY],
    Catch: CATCH,
    ...(more['Next'] === undefined ? { End: true } : {}),
    ...more,
  };
}

/** A machine that begins with the first state; `Failed`, the target of failing Tasks, is added where it is missing. */
export function makeMachine(states: Json, more: Json = {}): string {
  const needed = JSON.stringify(states).includes('"Failed"') && !('Failed' in states);
  const all = { ...states, ...(needed ? { Failed: { Type: 'Fail', Error: 'Failed' } } : {}) };
  return JSON.stringify(
    { QueryLanguage: 'JSONata', TimeoutSeconds: 600, StartAt: Object.keys(states)[0], States: all, ...more },
    null,
    2,
  );
}

/** Findings about a machine, as `State rule: message`. */
export function lintText(text: string, name = 'small'): string[] {
  return lintMachine(name, text).map(({ state, rule, message }) => `${state} ${rule}: ${message}`);
}

/**
 * Findings about a machine of these states, without those about members of SDK calls, about the table of handlers and
 * about versions: most tests shorten or invent these.
 */
export function listFindings(states: Json, more: Json = {}, name?: string): string[] {
  return lintText(makeMachine(states, more), name).filter(
    (finding) => !/^\S* (sdk-|retry-table|catch-table|versions)/.test(finding),
  );
}
