import { changeNumber } from '../../../../../checks/mutants/plant/operators/numbers';
import { details, mutation, states } from '../../machines';

describe('change-number', () => {
  it('takes ten times as much and nothing, and one in place of nothing', () => {
    expect(mutation(changeNumber, 'Sleep', 'Seconds/times-10').what).toBe('Seconds: 30 turned into 300');
    expect(states(mutation(changeNumber, 'Sleep', 'Seconds/zero').definition)['Sleep']).toHaveProperty('Seconds', 0);
    expect(mutation(changeNumber, 'Begin', 'Assign/tries/one').what).toBe('Assign/tries: 0 turned into 1');
  });

  it('only takes bounds away, and leaves the pace of retries alone', () => {
    const make = details(changeNumber).filter((detail) => detail.startsWith('Make'));
    expect(make).toEqual([
      'Make Arguments/Size/times-10',
      'Make Arguments/Size/zero',
      'Make TimeoutSeconds/zero',
      'Make Retry/0/MaxAttempts/zero',
      'Make Retry/1/MaxAttempts/zero',
    ]);
  });

  it('finds numbers in expressions', () => {
    const { definition } = mutation(changeNumber, 'Enough', 'Choices/0/Condition/0/times-10');
    expect(states(definition)['Enough']).toHaveProperty(
      'Choices.0.Condition',
      expect.stringContaining('$tries >= 50 and'),
    );
    expect(details(changeNumber)).toContain('Sleep Assign/tries/0/zero');
  });
});
