import { problems, task } from './problems-of';
import cases from './compile-state.cases.json';

describe('fields', () => {
  it.each(cases.problems as [string, object, string][])('%s', (_case, fields, problem) => {
    expect(problems(fields)).toEqual(expect.arrayContaining([expect.stringContaining(problem)]));
  });

  it('offers $states.errorOutput in Output and Assign of a catcher', () => {
    const Output = '{% $states.errorOutput.Error %}';
    expect(problems({ ...task, Catch: [{ ErrorEquals: ['A'], Next: 'A', Output, Assign: { e: Output } }] })).toEqual(
      [],
    );
  });
});
