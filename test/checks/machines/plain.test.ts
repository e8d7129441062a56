import { plainMachine } from '../../../checks/machines/plain';

describe('plainMachine', () => {
  it('changes nothing that decides where states lead or what they are', () => {
    const machine = {
      QueryLanguage: 'JSONata',
      StartAt: 'A',
      States: {
        A: { Type: 'Choice', Choices: [{ Condition: '{% $a %}', Next: 'B' }], Default: 'B' },
        B: { Type: 'Wait', Seconds: '{% $b %}', Next: 'A' },
      },
    };
    expect(plainMachine(machine)).toEqual(machine);
  });

  it('keeps expressions, so that they are still checked, and renames keys that look like transitions', () => {
    const state = { Arguments: { Next: '{% $a\n  .b %}', Key: 'x', Deep: { Type: 'instant', n: 1 } } };
    expect(plainMachine(state)).toEqual({
      Arguments: { itsNext: '{% $a .b %}', Key: 'text', Deep: { itsType: 'text', n: 1 } },
    });
  });
});
