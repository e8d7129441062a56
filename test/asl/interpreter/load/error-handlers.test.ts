import { listStateProblems, task } from './problems-of';
import cases from './error-handlers.cases.json';

describe('loadMachine on Retry and Catch', () => {
  it.each(cases.retry as [string, object, string][])('refuses a Retry with %s', (_case, retrier, problem) => {
    expect(listStateProblems({ ...task, Retry: [retrier] })).toEqual([expect.stringContaining(problem)]);
  });

  it('refuses States.ALL before the last entry of Retry or Catch', () => {
    const all = { ErrorEquals: ['States.ALL'] };
    const other = { ErrorEquals: ['Other'] };
    expect(listStateProblems({ ...task, Retry: [all, other] })).toEqual([
      expect.stringContaining('Retry[0]/ErrorEquals'),
    ]);
    expect(listStateProblems({ ...task, Retry: [other, all] })).toEqual([]);
    const caught = [
      { ...all, Next: 'A' },
      { ...other, Next: 'A' },
    ];
    expect(listStateProblems({ ...task, Catch: caught })).toEqual([expect.stringContaining('Catch[0]/ErrorEquals')]);
  });
});
