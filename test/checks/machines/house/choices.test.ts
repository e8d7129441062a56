import { found } from '../machines';

describe('choice-default', () => {
  it('asks for a Default', () => {
    const choice = { Type: 'Choice', Choices: [{ Condition: '{% $states.input.a %}', Next: 'B' }] };
    expect(found({ A: choice, B: { Type: 'Succeed' } })).toEqual(['A choice-default: a Choice needs a Default']);
    expect(found({ A: { ...choice, Default: 'B' }, B: { Type: 'Succeed' } })).toEqual([]);
  });
});
