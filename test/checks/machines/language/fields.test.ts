import { ALL, DATA_LIMIT, found, task } from '../machines';

describe('unknown-field', () => {
  it.each([
    [{ Type: 'Pass', End: true, Arguments: {} }, 'a Pass has no field Arguments'],
    [{ Type: 'Wait', Seconds: 1, End: true, Cach: [] }, 'a Wait has no field Cach'],
    [{ Type: 'Succeed', Next: 'A' }, 'a Succeed has no field Next'],
    [{ Type: 'Fail', Output: 1 }, 'a Fail has no field Output'],
  ])('finds %j', (state, message) => {
    expect(found({ A: state })).toContainEqual(expect.stringContaining(`A unknown-field: ${message}`));
  });

  it('looks into catchers, retriers and rules', () => {
    const state = task(
      'aws-sdk:s3:getObject',
      {},
      {
        Catch: [DATA_LIMIT, { ...ALL, ResultPath: null }],
        Retry: [{ ErrorEquals: ['X'], JitterStrategy: 'FULL', MaxAttempt: 3 }],
      },
    );
    expect(found({ A: state }).sort()).toEqual([
      'A unknown-field: a Task has no field Catch[1]/ResultPath',
      'A unknown-field: a Task has no field Retry[0]/MaxAttempt',
    ]);
  });

  it('asks for exactly one of Next and End', () => {
    expect(found({ A: { Type: 'Pass', Next: 'B', End: true }, B: { Type: 'Succeed' } })).toEqual([
      expect.stringContaining('either Next or End'),
    ]);
  });
});
