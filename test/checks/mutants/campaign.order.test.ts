import type { Mutant } from '../../../checks/mutants/plant/generate';
import { ScenarioOrder } from '../../../checks/mutants/campaign';
import type { Baseline } from '../../../checks/mutants/judge/worker';

const mutant = (machine: string, state: string): Mutant => ({
  id: '',
  machine,
  state,
  way: null,
  operator: 'negate',
  what: '',
  definition: '',
});

const scenario = (name: string, seconds: number, more: Partial<Baseline> = {}): Baseline => ({
  name,
  machines: ['rig', 'janitor'],
  seconds,
  complaint: null,
  coverage: { states: ['S', 'T', 'U'], ways: ['S > T'] },
  ...more,
});

/** Scenarios of which each takes a little longer than the one before. */
const orderOf = (...names: readonly string[]): ScenarioOrder =>
  new ScenarioOrder(names.map((name, index) => scenario(name, 1 + index / 10)));

describe('ScenarioOrder', () => {
  it('sorts quick scenarios first', () => {
    const order = new ScenarioOrder([scenario('b', 2), scenario('a', 1)]);
    expect(order.of(mutant('rig', 'S'))).toEqual(['a', 'b']);
  });

  it('sorts scenarios first that noticed mutants of the state, then of the machine', () => {
    const order = orderOf('a', 'b', 'c', 'd');
    order.noticed(mutant('rig', 'S'), 'c');
    order.noticed(mutant('rig', 'T'), 'd');
    order.noticed(mutant('rig', 'T'), 'd');
    expect(order.of(mutant('rig', 'S'))).toEqual(['c', 'd', 'a', 'b']);
    expect(order.of(mutant('rig', 'U'))).toEqual(['d', 'c', 'a', 'b']);
    expect(order.of(mutant('janitor', 'S'))).toEqual(['a', 'b', 'c', 'd']);
  });

  it('sorts a quick scenario with one notice before a scenario with three that takes 100 times as long', () => {
    const order = new ScenarioOrder([scenario('slow', 10), scenario('quick', 0.1)]);
    for (const name of ['slow', 'slow', 'slow', 'quick']) order.noticed(mutant('rig', 'S'), name);
    expect(order.of(mutant('rig', 'T'))).toEqual(['quick', 'slow']);
  });

  it('sorts the scenario with the latest notice of a state first', () => {
    const order = orderOf('a', 'b');
    for (const name of ['b', 'a', 'b', 'a']) order.noticed(mutant('rig', 'S'), name);
    expect(order.of(mutant('rig', 'S'))).toEqual(['a', 'b']);
  });

  it('omits scenarios of other machines', () => {
    const order = new ScenarioOrder([scenario('a', 1, { machines: ['results'] }), scenario('b', 2)]);
    expect(order.of(mutant('rig', 'S'))).toEqual(['b']);
  });

  it('omits scenarios that never enter the state, except the quickest', () => {
    const elsewhere = { coverage: { states: ['T'], ways: ['T > U'] } };
    const order = new ScenarioOrder([
      scenario('loads', 1, elsewhere),
      scenario('elsewhere', 2, elsewhere),
      scenario('enters', 3),
      scenario('unknown', 4, { coverage: { states: [], ways: [] } }),
    ]);
    expect(order.of(mutant('rig', 'S'))).toEqual(['loads', 'enters', 'unknown']);
    // Of a change on one way: those that take it.
    expect(order.of({ ...mutant('rig', 'S'), way: 'T' })).toEqual(['loads', 'enters', 'unknown']);
    expect(order.of({ ...mutant('rig', 'S'), way: 'U' })).toEqual(['loads', 'unknown']);
    // What is changed in the machine itself concerns everybody.
    expect(order.of(mutant('rig', ''))).toHaveLength(4);
  });
});
