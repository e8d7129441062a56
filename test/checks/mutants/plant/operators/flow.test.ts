import { changeDefault, redirectNext } from '../../../../../checks/mutants/plant/operators/flow';
import { details, mutation, states } from '../../machines';

describe('ways', () => {
  it('lose their Default, or it goes where a rule goes', () => {
    expect(details(changeDefault)).toEqual(['Enough none', 'Enough Done', 'Enough Closed']);
    expect(states(mutation(changeDefault, 'Enough', 'none').definition)['Enough']).not.toHaveProperty('Default');
    expect(states(mutation(changeDefault, 'Enough', 'Done').definition)['Enough']).toHaveProperty('Default', 'Done');
  });

  it('lead to the state after the right one, in the same graph, never to the state itself', () => {
    const next = (state: string, detail: string): string => mutation(redirectNext, state, detail).what;
    expect(next('Begin', 'Next')).toBe('Next leads to Each in place of Fence');
    expect(next('Fence', 'Catch/0/Next')).toBe('Catch/0/Next leads to Enough in place of Each');
    expect(next('Fence', 'Next')).toBe('Next leads to Begin in place of Closed');
    expect(next('Enough', 'Choices/0/Next')).toBe('Choices/0/Next leads to Closed in place of Done');
    expect(next('Each', 'Next')).toBe('Next leads to Sleep in place of Enough');
    expect(details(redirectNext)).not.toContain('Enough Default');
  });
});
