import { sampleMutants, type Mutant } from '../../../../checks/mutants/plant/generate';

const mutant = (machine: string, operator: string, number: number): Mutant => ({
  id: `${machine}:S:${operator}:${number}`,
  machine,
  operator,
  state: 'S',
  way: null,
  what: '',
  definition: '{}',
});
const many = (count: number): Mutant[] => Array.from({ length: count }, (_, number) => mutant('rig', 'negate', number));

describe('sampleMutants', () => {
  it('keeps small groups whole, and reports how many mutants of a large group it kept', () => {
    const { mutants, left } = sampleMutants([...many(10), mutant('rig', 'drop-tag', 0)], 4, 'seed');
    expect(mutants).toHaveLength(5);
    expect(left).toEqual([{ machine: 'rig', operator: 'negate', kept: 4, of: 10 }]);
  });

  it('depends only on the seed, and keeps the order of mutants', () => {
    const once = sampleMutants(many(50), 10, 'a').mutants.map(({ id }) => id);
    expect(
      sampleMutants([...many(50)].reverse(), 10, 'a')
        .mutants.map(({ id }) => id)
        .reverse(),
    ).toEqual(once);
    expect(sampleMutants(many(50), 10, 'b').mutants.map(({ id }) => id)).not.toEqual(once);
    const numbers = once.map((id) => Number(id.split(':').at(-1)));
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
  });

  it('draws at least 9 of the same 10 mutants when one is added', () => {
    const before = new Set(sampleMutants(many(50), 10, 'a').mutants.map(({ id }) => id));
    const after = sampleMutants(many(51), 10, 'a').mutants.map(({ id }) => id);
    expect(after.filter((id) => before.has(id)).length).toBeGreaterThanOrEqual(9);
  });
});
