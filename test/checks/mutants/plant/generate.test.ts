import { makeMutants } from '../../../../checks/mutants/plant/generate';
import { OPERATORS } from '../../../../checks/mutants/plant/operators';
import { MACHINE } from '../machines';

const TEXT = JSON.stringify(MACHINE);

describe('makeMutants', () => {
  const mutants = makeMutants('small', TEXT);

  it('returns the same mutants in the same order each time', () => {
    expect(makeMutants('small', TEXT)).toEqual(mutants);
  });

  it('returns unique IDs with machine, state and operator', () => {
    expect(new Set(mutants.map((mutant) => mutant.id)).size).toBe(mutants.length);
    expect(mutants.map((mutant) => mutant.id)).toContain('small:Make:drop-token:Arguments/ClientToken');
  });

  it('returns machines that differ from the original and from each other', () => {
    const texts = mutants.map((mutant) => mutant.definition);
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts).not.toContain(JSON.stringify(MACHINE, null, 2));
  });

  it('returns the next state of the changed transition, or null when a mutant changes none', () => {
    const way = (id: string) => mutants.find((mutant) => mutant.id === `small:${id}`)?.way;
    expect(way('Fence:drop-catch:0')).toBe('Each');
    expect(way('Fence:redirect:Next')).toBe('Closed');
    expect(way('Fence:remove-state:gone')).toBeNull();
    expect(way('Make:drop-token:Arguments/ClientToken')).toBeNull();
  });

  it('uses every operator', () => {
    const used = new Set(mutants.map((mutant) => mutant.operator));
    expect(OPERATORS.map((operator) => operator.name).filter((name) => !used.has(name))).toEqual([]);
  });
});
