import { ALL, CATCH, DATA_LIMIT, found, task } from '../machines';

const get = (more: object): string[] => found({ A: task('aws-sdk:s3:getObject', {}, { ...more }) });

describe('states-object', () => {
  it('has a result only after success of what has one', () => {
    expect(get({ Output: '{% $states.result %}' })).toEqual([]);
    expect(get({ Arguments: { Key: '{% $states.result.Key %}' } })).toEqual([
      expect.stringContaining(
        'A states-object: Arguments/Key: $states.result.Key exists only in Output and Assign after',
      ),
    ]);
    expect(get({ Catch: [DATA_LIMIT, { ...ALL, Output: '{% $states.result %}' }] })).toHaveLength(1);
    expect(found({ A: { Type: 'Pass', Output: '{% $states.result %}', End: true } })).toEqual([
      expect.stringContaining('does not exist in a Pass'),
    ]);
  });

  it('has an error only in a catcher', () => {
    expect(get({ Catch: [DATA_LIMIT, { ...ALL, Output: '{% $states.errorOutput.Error %}' }] })).toEqual([]);
    expect(get({ Output: '{% $states.errorOutput %}' })).toEqual([
      expect.stringContaining('only in Output and Assign of a'),
    ]);
  });

  it('has no other members', () => {
    expect(get({ Output: '{% $states.inptu.a %}' })).toEqual([
      expect.stringContaining('$states.inptu.a is none of input'),
    ]);
    expect(get({ Output: '{% $states %}' })).toHaveLength(1);
  });

  it('knows the context object', () => {
    expect(get({ Output: '{% $states.context.Execution.Name & $states.context.State.RetryCount %}' })).toEqual([]);
    expect(get({ Output: '{% $states.context.Execution.Nmae %}' })).toEqual([
      expect.stringContaining('is none of Id, Input, Name'),
    ]);
    expect(get({ Output: '{% $states.context.Executions %}' })).toEqual([
      expect.stringContaining('is none of Execution, State'),
    ]);
    const map = { StartAt: 'In', States: { In: { Type: 'Succeed' } } };
    const item = {
      Type: 'Map',
      ItemProcessor: map,
      ItemSelector: '{% $states.context.Map.Item.Value %}',
      Catch: CATCH,
      End: true,
    };
    expect(found({ A: item })).toEqual([]);
  });
});
