import { sdkCallOf } from '../../../../checks/machines/sdk/call';

describe('sdkCallOf', () => {
  it.each([
    ['aws-sdk:ec2:createFleet', { service: 'ec2', action: 'createFleet', by: 'aws-sdk', waits: false }],
    ['aws-sdk:s3:listObjectsV2', { service: 's3', action: 'listObjectsV2', by: 'aws-sdk', waits: false }],
    ['aws-sdk:sns:publish.waitForTaskToken', { service: 'sns', action: 'publish', by: 'aws-sdk', waits: true }],
    ['states:startExecution', { service: 'sfn', action: 'startExecution', by: 'optimised', waits: false }],
    ['states:startExecution.sync:2', { service: 'sfn', action: 'startExecution', by: 'optimised', waits: true }],
    ['sns:publish', { service: 'sns', action: 'publish', by: 'optimised', waits: false }],
    ['lambda:invoke', null],
    ['s3:getObject', null],
  ])('%s', (action, call) => {
    expect(sdkCallOf(`arn:aws:states:::${action}`)).toEqual(call);
  });

  it('is none for a function', () => {
    expect(sdkCallOf('arn:aws:lambda:eu-west-1:111111111111:function:f')).toBeNull();
  });
});
