import { problems, listProblems, task } from './problems-of';
import cases from './state-group.cases.json';

describe('the states of a machine', () => {
  it.each(cases.problems as [string, object, string][])('%s', (_case, definition, problem) => {
    expect(listProblems(definition)).toEqual(expect.arrayContaining([expect.stringContaining(problem)]));
  });

  it('accepts a machine whose states name the language, each of them', () => {
    const state = { ...task, QueryLanguage: 'JSONata' };
    expect(listProblems({ QueryLanguage: undefined, StartAt: 'A', States: { A: state } })).toEqual([]);
    expect(listProblems({ QueryLanguage: undefined, StartAt: 'A', States: { A: task } })).toHaveLength(1);
  });

  it('looks into branches and item processors, where names are unique too', () => {
    const inner = { StartAt: 'A', States: { A: { ...task, Next: 'X', End: undefined } } };
    const found = problems({ Type: 'Parallel', Branches: [inner, { StartAt: 'Z' }], End: true });
    expect(found).toEqual([
      expect.stringContaining("Branches[0]/States: has a second state 'A'"),
      expect.stringContaining("state 'A', field Next: names 'X'"),
      expect.stringContaining('Branches[0]/States: never reach an end'),
      expect.stringContaining("state 'A', field Branches[1]/States: must be an object"),
    ]);
  });

  it('lets no inner scope assign what an outer one assigns, except in children of a distributed Map', () => {
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
    expect(problems(map('INLINE'))).toEqual([expect.stringContaining('assign the variable v, which an outer scope')]);
    expect(problems(map('DISTRIBUTED'))).toEqual([]);
  });

  it('lets a branch have a variable that a Catch around assigns, as the service does', () => {
    const branch = { StartAt: 'B', States: { B: { Type: 'Pass', Assign: { v: 1 }, End: true } } };
    const parallel = (more: object) => ({ Type: 'Parallel', Branches: [branch], End: true, ...more });
    expect(problems(parallel({ Catch: [{ ErrorEquals: ['States.ALL'], Assign: { v: 2 }, Next: 'A' }] }))).toEqual([]);
    expect(problems(parallel({ Assign: { v: 2 } }))).toHaveLength(1);
  });
});
