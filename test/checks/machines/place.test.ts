import { lineOfState } from '../../../checks/machines/place';

describe('lineOfState', () => {
  const text = JSON.stringify(
    { StartAt: 'Begin', States: { Begin: { Next: 'End' }, End: { Type: 'Succeed' } } },
    null,
    2,
  );

  it('finds where a state is defined, not where it is named', () => {
    expect(text.split('\n')[lineOfState(text, 'End') - 1]).toBe('    "End": {');
  });

  it('falls back to the first line', () => {
    expect(lineOfState(text, '')).toBe(1);
    expect(lineOfState(text, 'Nowhere')).toBe(1);
  });
});
