import { dropCatch, dropRetry, dropRule } from '../../../../../checks/mutants/plant/operators/drop-handlers';
import { details, mutation, states } from '../../machines';

describe('handlers', () => {
  it('are dropped one at a time, and all', () => {
    expect(details(dropCatch)).toEqual(['Fence 0', 'Fence 1', 'Fence all']);
    expect(details(dropRetry)).toEqual(['Make 0', 'Make 1', 'Make all']);
    expect(states(mutation(dropCatch, 'Fence', '0').definition)['Fence']).toHaveProperty('Catch', [
      expect.objectContaining({ ErrorEquals: ['States.ALL'] }),
    ]);
    expect(states(mutation(dropCatch, 'Fence', 'all').definition)['Fence']).not.toHaveProperty('Catch');
  });

  it('are rules of a Choice too, but never all of them', () => {
    expect(details(dropRule)).toEqual(['Enough 0', 'Enough 1']);
  });
});
