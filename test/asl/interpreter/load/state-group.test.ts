import { listStateProblems, listProblems, task } from './problems-of';
import cases from './state-group.cases.json';

describe('loadMachine on the states of a machine', () => {
  it.each(cases.problems as [string, object, string][])('refuses %s', (_case, definition, problem) => {
    expect(listProblems(definition)).toEqual(expect.arrayContaining([expect.stringContaining(problem)]));
  });

  it('accepts QueryLanguage on each state instead of on the machine', () => {
    const state = { ...task, QueryLanguage: 'JSONata' };
    expect(listProblems({ QueryLanguage: undefined, StartAt: 'A', States: { A: state } })).toEqual([]);
    expect(listProblems({ QueryLanguage: undefined, StartAt: 'A', States: { A: task } })).toHaveLength(1);
  });

  it('reports problems of states inside branches, such as a duplicate name and an unknown Next', () => {
    const inner = { StartAt: 'A', States: { A: { ...task, Next: 'X', End: undefined } } };
    const found = listStateProblems({ Type: 'Parallel', Branches: [inner, { StartAt: 'Z' }], End: true });
    expect(found).toEqual([
      expect.stringContaining("Branches[0]/States: has a second state 'A'"),
      expect.stringContaining("state 'A', field Next: names 'X'"),
      expect.stringContaining('Branches[0]/States: never reach an end'),
      expect.stringContaining("state 'A', field Branches[1]/States: must be an object"),
    ]);
  });

  it('refuses an inner assignment to a variable of an outer scope, except in a distributed Map', () => {
    const map = (Mode: string) => ({
      Type: 'Map',
      ItemProcessor: {
        ProcessorConfig: { Mode },
        StartAt: 'B',
        States: { B: { Type: 'Pass', Assign: { v: 1 }, End: true } },
      },
      Assign: { v: 2 },
      End: true,
    });
    expect(listStateProblems(map('INLINE'))).toEqual([
      expect.stringContaining('assign the variable v, which an outer scope'),
    ]);
    expect(listStateProblems(map('DISTRIBUTED'))).toEqual([]);
  });

  it('accepts a branch that assigns the same variable as the Catch of its Parallel', () => {
    const branch = { StartAt: 'B', States: { B: { Type: 'Pass', Assign: { v: 1 }, End: true } } };
    const parallel = (more: object) => ({ Type: 'Parallel', Branches: [branch], End: true, ...more });
    expect(
      listStateProblems(parallel({ Catch: [{ ErrorEquals: ['States.ALL'], Assign: { v: 2 }, Next: 'A' }] })),
    ).toEqual([]);
    expect(listStateProblems(parallel({ Assign: { v: 2 } }))).toHaveLength(1);
  });
});
