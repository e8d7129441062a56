import type { Mutant } from '../../../tools/mutants/mutant';
import { ScenarioOrder } from '../../../tools/mutants/order';

const mutant = (machine: string, state: string): Mutant => ({
  id: '',
  machine,
  state,
  operator: 'negate',
  what: '',
  definition: '',
});

describe('ScenarioOrder', () => {
  it('begins with the quick ones', () => {
    expect(new ScenarioOrder(['a', 'b', 'c']).of(mutant('rig', 'S'))).toEqual(['a', 'b', 'c']);
  });

  it('learns what notices mutants of a state, then of a machine, and never forgets one', () => {
    const order = new ScenarioOrder(['a', 'b', 'c', 'd']);
    order.noticed(mutant('rig', 'S'), 'c');
    order.noticed(mutant('rig', 'T'), 'd');
    order.noticed(mutant('rig', 'T'), 'd');
    expect(order.of(mutant('rig', 'S'))).toEqual(['c', 'd', 'a', 'b']);
    expect(order.of(mutant('rig', 'U'))).toEqual(['d', 'c', 'a', 'b']);
    expect(order.of(mutant('janitor', 'S'))).toEqual(['a', 'b', 'c', 'd']);
  });

  it('puts the latest of a state first', () => {
    const order = new ScenarioOrder(['a', 'b']);
    for (const name of ['b', 'a', 'b', 'a']) order.noticed(mutant('rig', 'S'), name);
    expect(order.of(mutant('rig', 'S'))).toEqual(['a', 'b']);
  });
});
