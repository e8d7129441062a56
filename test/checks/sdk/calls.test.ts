import { callsOf } from '../../../checks/sdk/calls';

describe('callsOf', () => {
  it('finds each call of the SDK once, whatever integration makes it', () => {
    const text = JSON.stringify([
      { Resource: 'arn:aws:states:::aws-sdk:s3:getObject' },
      { Resource: 'arn:aws:states:::aws-sdk:s3:getObject' },
      { Resource: 'arn:aws:states:::states:startExecution.sync:2' },
      { Resource: 'arn:aws:states:::lambda:invoke' },
    ]);
    expect(callsOf(new Map([['one', text]]))).toEqual(['s3:getObject', 'sfn:startExecution']);
  });
});
