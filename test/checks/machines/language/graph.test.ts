import { found } from '../machines';

describe('graph', () => {
  it('finds targets that do not exist', () => {
    const states = {
      A: { Type: 'Choice', Choices: [{ Condition: '{% $states.input.a %}', Next: 'X' }], Default: 'Y' },
    };
    const all = found(states);
    expect(all).toContainEqual('A missing-target: Choices[0] names X, which is no state of this graph');
    expect(all).toContainEqual('A missing-target: Default names Y, which is no state of this graph');
    expect(found({ A: { Type: 'Succeed' } }, { StartAt: 'B' })).toContainEqual(' missing-target: StartAt names B');
  });

  it('knows that a branch cannot lead out of itself', () => {
    const branch = { StartAt: 'In', States: { In: { Type: 'Pass', Next: 'B' } } };
    const states = { A: { Type: 'Parallel', Branches: [branch], Next: 'B' }, B: { Type: 'Succeed' } };
    expect(found(states)).toContainEqual(expect.stringContaining('In missing-target: Next names B'));
  });

  it('finds states that nothing leads to', () => {
    expect(found({ A: { Type: 'Succeed' }, B: { Type: 'Pass', Next: 'A' } })).toEqual([
      'B unreachable: nothing leads to this state',
    ]);
  });

  it('finds states that lead to no end', () => {
    const states = {
      A: { Type: 'Choice', Choices: [{ Condition: '{% $millis() > 1 %}', Next: 'B' }], Default: 'A' },
      B: { Type: 'Wait', Seconds: 1, Next: 'A' },
    };
    expect(found(states)).toEqual([
      'A endless-loop: no way leads from here to an end',
      'B endless-loop: no way leads from here to an end',
    ]);
  });
});
