import { findings, found, machine, task } from './machines';

describe('lintMachine', () => {
  it('has nothing to say about a machine that keeps the rules', () => {
    const states = {
      Begin: { Type: 'Pass', Assign: { tries: 0, key: '{% $states.input.key %}' }, Next: 'Get' },
      Get: task('aws-sdk:s3:getObject', { Bucket: '${Bucket}', Key: '{% $key %}' }, { Next: 'Enough' }),
      Enough: {
        Type: 'Choice',
        Choices: [{ Condition: '{% $tries < 5 %}', Assign: { tries: '{% $tries + 1 %}' }, Next: 'Sleep' }],
        Default: 'Done',
      },
      Sleep: { Type: 'Wait', Seconds: 10, Next: 'Get' },
      Done: { Type: 'Succeed', Output: '{% $states.input %}' },
    };
    expect(found(states)).toEqual([]);
  });

  it('says where JSON ends to be JSON, and why a bare placeholder is not allowed', () => {
    expect(findings('{ "TimeoutSeconds": ${Seconds} }')).toEqual([
      expect.stringMatching(/^ json: the file is no JSON.*\$\{Seconds\} stands outside of a string/),
    ]);
    expect(findings('{ "Comment": "${Name}", }')[0]).not.toContain('placeholder may stand');
  });

  it('finds two states of one name, of which JSON would keep the second', () => {
    const text = machine({ A: { Type: 'Succeed' } }).replace('"States": {', '"States": { "A": { "Type": "Fail" },');
    expect(findings(text)).toEqual([expect.stringContaining(' duplicate-key: ')]);
  });

  it('names state and field where the shape is wrong, instead of failing', () => {
    expect(found({ A: { Type: 'Sleep' } })).toEqual([expect.stringMatching(/^A shape: States\/A\/Type: /)]);
    expect(found({ A: { Type: 'Pass', Catch: [{ Next: 'B' }] } })).toEqual([
      expect.stringMatching(/^A shape: States\/A\/Catch\/0\/ErrorEquals: /),
    ]);
    expect(findings('[]')).toEqual([expect.stringContaining(' shape: ')]);
    expect(findings('{"States": {}}')[0]).toContain('StartAt');
  });

  it('looks into branches and items', () => {
    const inner = { StartAt: 'In', States: { In: { Type: 'Choice', Choices: [{ Condition: true, Next: 'In' }] } } };
    const states = {
      Both: { Type: 'Parallel', Branches: [inner], Next: 'Each' },
      Each: { Type: 'Map', ItemProcessor: { StartAt: 'It', States: { It: { Type: 'Pass' } } }, End: true },
    };
    const all = found(states);
    expect(all).toContainEqual(expect.stringContaining('In choice-default'));
    expect(all).toContainEqual(expect.stringContaining('It unknown-field: a state has either Next or End'));
  });
});
