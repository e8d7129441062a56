import { problems, task } from './problems-of';
import cases from './error-handlers.cases.json';

describe('Retry and Catch', () => {
  it.each(cases.retry as [string, object, string][])('Retry with %s', (_case, retrier, problem) => {
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
