import { problems, task } from './problems-of';

describe('Retry and Catch', () => {
  it.each<[string, object, string]>([
    ['no names', { ErrorEquals: [] }, 'Retry[0]/ErrorEquals: must be a list of at least one error name'],
    [
      'States.ALL among others',
      { ErrorEquals: ['A', 'States.ALL'] },
      'Retry[0]/ErrorEquals: States.ALL must stand alone',
    ],
    ['attempts', { ErrorEquals: ['A'], MaxAttempts: -1 }, 'Retry[0]/MaxAttempts: must be a whole number from 0'],
    [
      'an expression',
      { ErrorEquals: ['A'], IntervalSeconds: '{% 1 %}' },
      'Retry[0]/IntervalSeconds: must be a whole number',
    ],
    ['backoff', { ErrorEquals: ['A'], BackoffRate: 0.5 }, 'Retry[0]/BackoffRate: must be a number of at least 1'],
    ['jitter', { ErrorEquals: ['A'], JitterStrategy: 'SOME' }, 'Retry[0]/JitterStrategy: must be one of FULL, NONE'],
  ])('Retry with %s', (_case, retrier, problem) => {
    expect(problems({ ...task, Retry: [retrier] })).toEqual([expect.stringContaining(problem)]);
  });

  it('wants States.ALL in the last entry, of Retry and of Catch', () => {
    const all = { ErrorEquals: ['States.ALL'] };
    const other = { ErrorEquals: ['Other'] };
    expect(problems({ ...task, Retry: [all, other] })).toEqual([expect.stringContaining('Retry[0]/ErrorEquals')]);
    expect(problems({ ...task, Retry: [other, all] })).toEqual([]);
    const caught = [
      { ...all, Next: 'A' },
      { ...other, Next: 'A' },
    ];
    expect(problems({ ...task, Catch: caught })).toEqual([expect.stringContaining('Catch[0]/ErrorEquals')]);
  });
});
