import { described } from '../../../lib/experiment/design/cells';
import { expand } from '../../../lib/experiment/design/expand';
import { readSpecObject } from '../../../lib/experiment/reading/read';
import { FAKE, rawSpec } from '../fake-kinds';
import cases from './expand.reference.cases.json';

/** `cell -> reference`, with `~` where it differs in more than what is named. */
function references(changes: Record<string, unknown>) {
  const { spec, problems } = readSpecObject(rawSpec(changes), FAKE);
  if (spec === undefined) throw new Error(JSON.stringify(problems));
  const expanded = expand(spec, FAKE);
  const name = (id: string) => {
    const cell = expanded.cells.find(({ cellId }) => cellId === id);
    if (cell === undefined) throw new Error(`no cell ${id}`);
    return described(cell);
  };
  return expanded.references.map(({ cell, to, exact }) => `${name(cell)} ${exact ? '->' : '~>'} ${name(to)}`);
}
const problemsOf = (changes: Record<string, unknown>) =>
  readSpecObject(rawSpec(changes), FAKE).problems.filter(({ path }) => path.join('.') === 'design.reference');
const two = { factors: { mode: ['read', 'write'], size: [1, 2] } };

describe('referencesOf', () => {
  it('is none where none is named', () => {
    expect(references(two)).toEqual([]);
  });

  it('puts the named levels in the place of those of each cell', () => {
    expect(references({ ...two, design: { reference: { size: 2 } } })).toEqual(cases.references);
  });

  it('takes the cell of the named and else first levels where that is not measured, and says so', () => {
    expect(references({ ...two, design: { oneAtATime: true, reference: { size: 1 } } })).toEqual([
      'mode=read size=1 -> mode=read size=1',
      'mode=write size=1 -> mode=write size=1',
      'mode=read size=2 -> mode=read size=1',
    ]);
    expect(references({ ...two, design: { oneAtATime: true, reference: { size: 2 } } })).toEqual([
      'mode=read size=1 -> mode=read size=2',
      'mode=write size=1 ~> mode=read size=2',
      'mode=read size=2 -> mode=read size=2',
    ]);
  });

  it('stays with the workload, and gives none where nothing of that is measured', () => {
    const workloads = {
      w: { kind: 'load', mode: '$mode', size: '$size' },
      v: { kind: 'load', mode: '$mode', size: 7 },
    };
    const design = cases.design;
    expect(references({ ...two, workloads, decide: { metric: 'rate' }, design })).toEqual([
      'workload=w mode=read size=1 -> workload=w mode=read size=1',
      'workload=w mode=write size=1 -> workload=w mode=read size=1',
    ]);
  });

  it('finds the cell of a target that does not use the other factors', () => {
    const targets = { a: { kind: 'folder', path: '$dir' }, b: { kind: 'folder', path: '/b' } };
    const factors = { mode: ['read'], size: [1], dir: ['/x', '/y'] };
    expect(
      references({ factors, targets, decide: { metric: 'rate' }, design: { reference: { target: 'b' } } }),
    ).toEqual([
      'target=a mode=read size=1 dir=/x -> target=b mode=read size=1',
      'target=a mode=read size=1 dir=/y -> target=b mode=read size=1',
      'target=b mode=read size=1 -> target=b mode=read size=1',
    ]);
  });
});

describe('a reference that gives no ratio is an error at its line', () => {
  it('where its cell is not measured', () => {
    expect(problemsOf({ design: { exclude: [{ size: 2 }], reference: { size: 2 } } })).toEqual([
      expect.objectContaining({
        severity: 'error',
        code: 'NoCells',
        message: expect.stringContaining('no cell that is measured has these levels'),
      }),
    ]);
  });

  it('where every cell is its own', () => {
    const one = { factors: { mode: ['read'], size: [1] }, decide: { metric: 'rate' } };
    expect(problemsOf({ ...one, design: { reference: { size: 1 } } })).toEqual([
      expect.objectContaining({ severity: 'error', message: expect.stringContaining('it is the only cell') }),
    ]);
    const many = { factors: { mode: ['read', 'write'], size: [1] }, decide: { metric: 'rate' } };
    expect(problemsOf({ ...many, design: { reference: { size: 1 } } })).toEqual([
      expect.objectContaining({ severity: 'error', message: expect.stringContaining('all cells have these levels') }),
    ]);
  });

  it('and nothing is said of it where its levels do not exist: that is the error', () => {
    expect(problemsOf({ design: { reference: { size: 9 } } })).toEqual([]);
  });
});
