import { listStateProblems, task } from './problems-of';
import cases from './compile-state.cases.json';

describe('loadMachine on fields of a state', () => {
  it.each(cases.problems as [string, object, string][])('refuses %s', (_case, fields, problem) => {
    expect(listStateProblems(fields)).toEqual(expect.arrayContaining([expect.stringContaining(problem)]));
  });

  it('accepts $states.errorOutput in Output and Assign of a catcher', () => {
    const Output = '{% $states.errorOutput.Error %}';
    expect(
      listStateProblems({ ...task, Catch: [{ ErrorEquals: ['A'], Next: 'A', Output, Assign: { e: Output } }] }),
    ).toEqual([]);
  });
});
