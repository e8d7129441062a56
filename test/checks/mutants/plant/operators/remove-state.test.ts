import { placesOf } from '../../../../../checks/mutants/plant/states';
import { redirect, removeState } from '../../../../../checks/mutants/plant/operators/remove-state';
import { details, MACHINE, mutation, states } from '../../machines';

describe('remove-state', () => {
  it('lets what led to a state lead to what followed it', () => {
    const { definition } = mutation(removeState, 'Fence', 'gone');
    expect(Object.keys(states(definition))).not.toContain('Fence');
    expect(states(definition)['Begin']).toHaveProperty('Next', 'Closed');
    expect(states(definition)['Sleep']).toHaveProperty('Next', 'Closed');
  });

  it('takes a Choice by its Default, and the first state by the start', () => {
    expect(states(mutation(removeState, 'Enough', 'gone').definition)['Each']).toHaveProperty('Next', 'Sleep');
    expect(mutation(removeState, 'Begin', 'gone').definition).toHaveProperty('StartAt', 'Fence');
  });

  it('makes last states do nothing and succeed', () => {
    expect(states(mutation(removeState, 'Closed', 'bare').definition)['Closed']).toEqual({ Type: 'Succeed' });
    const inner = mutation(removeState, 'Make', 'bare').definition;
    expect(states(inner)['Each']).toHaveProperty('ItemProcessor.States.Make', { Type: 'Succeed' });
  });

  it('does not do what changes nothing', () => {
    expect(details(removeState)).not.toContain('Done bare');
    const last = (state: object): unknown =>
      removeState.apply({ StartAt: 'Last', States: { Last: { Comment: 'why', ...state } } });
    expect(last({ Type: 'Pass', End: true })).toEqual([]);
    expect(last({ Type: 'Pass', Output: {}, End: true })).toHaveLength(1);
    expect(last({ Type: 'Succeed', Output: {} })).toHaveLength(1);
    expect(last({ Type: 'Fail' })).toHaveLength(1);
  });
});

describe('redirect', () => {
  it('leaves other graphs alone', () => {
    const make = placesOf(MACHINE).find((place) => place.name === 'Make')!;
    const changed = redirect(MACHINE, make, 'Done');
    expect(states(changed)['Each']).toHaveProperty('ItemProcessor.StartAt', 'Done');
    expect(changed).toHaveProperty('StartAt', 'Begin');
  });
});
