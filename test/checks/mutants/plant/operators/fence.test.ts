import { skipFence } from '../../../../../checks/mutants/plant/operators/fence';
import { details, mutation, states } from '../../machines';

describe('skip-fence', () => {
  it('goes around the look, or goes on although the fence is closed or cannot be seen', () => {
    expect(details(skipFence)).toEqual(['Fence around', 'Fence Next', 'Fence Catch/1/Next']);
    expect(states(mutation(skipFence, 'Fence', 'around').definition)['Begin']).toHaveProperty('Next', 'Each');
    expect(states(mutation(skipFence, 'Fence', 'Next').definition)['Fence']).toHaveProperty('Next', 'Each');
    expect(states(mutation(skipFence, 'Fence', 'Catch/1/Next').definition)['Fence']).toHaveProperty(
      'Catch.1.Next',
      'Each',
    );
  });
});
