import { toFailure, Failure, type FailureKind, matches } from '../../../lib/asl/interpreter/failure';
import { StateError } from '../../../lib/asl/interpreter/tasks/task';

describe('matches', () => {
  it.each<[FailureKind, string | undefined, string[], string[]]>([
    ['task', 'E', ['E', 'States.ALL', 'States.TaskFailed'], ['e', 'States.Timeout']],
    ['task', undefined, ['States.ALL', 'States.TaskFailed'], ['', 'undefined', 'null']],
    ['timeout', 'States.Timeout', ['States.Timeout', 'States.ALL'], ['States.TaskFailed', 'States.HeartbeatTimeout']],
    ['heartbeat', 'States.Timeout', ['States.Timeout', 'States.HeartbeatTimeout', 'States.ALL'], ['States.TaskFailed']],
    ['payload', 'States.DataLimitExceeded', ['States.DataLimitExceeded'], ['States.ALL', 'States.TaskFailed']],
    ['task', 'States.Runtime', [], ['States.Runtime', 'States.ALL', 'States.TaskFailed']],
    ['runtime', 'States.Runtime', [], ['States.Runtime', 'States.ALL', 'States.TaskFailed']],
    ['state', 'States.QueryEvaluationError', ['States.QueryEvaluationError', 'States.ALL'], ['States.TaskFailed']],
  ])('returns whether names in ErrorEquals match a failure of kind %s with the error %s', (kind, error, yes, no) => {
    const failure = new Failure(error, 'why', kind);
    for (const name of yes) expect([name, matches(['Other', name], failure)]).toEqual([name, true]);
    for (const name of no) expect([name, matches(['Other', name], failure)]).toEqual([name, false]);
  });
});

describe('toFailure', () => {
  it('keeps error and reason of a StateError, with the kind task', () => {
    expect(toFailure(new StateError('E', 'why'))).toMatchObject({ error: 'E', reason: 'why', kind: 'task' });
  });

  it('returns States.Runtime for any other thrown value', () => {
    expect(toFailure(new RangeError('too deep'))).toMatchObject({
      error: 'States.Runtime',
      reason: expect.stringContaining('RangeError: too deep') as unknown,
      kind: 'runtime',
    });
    expect(toFailure('text')).toMatchObject({ reason: expect.stringContaining('text') as unknown });
  });
});

describe('Failure.errorOutput', () => {
  it('has null for a missing error or cause, but an empty cause for a timeout', () => {
    expect(new Failure(undefined, undefined, 'task').errorOutput).toEqual({ Error: null, Cause: null });
    expect(new Failure('States.Timeout', undefined, 'timeout').errorOutput).toEqual({
      Error: 'States.Timeout',
      Cause: '',
    });
    expect(new Failure('E', 'why').errorOutput).toEqual({ Error: 'E', Cause: 'why' });
  });
});
