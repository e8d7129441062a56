import { parseResource } from '../../../../lib/asl/interpreter/tasks/resource';

describe('parseResource', () => {
  it.each([
    ['arn:aws:states:::lambda:invoke', 'lambda', 'invoke', false, false],
    ['arn:aws:states:::aws-sdk:ec2:createFleet', 'aws-sdk:ec2', 'createFleet', false, false],
    ['arn:aws:states:::states:startExecution.sync', 'states', 'startExecution.sync', true, false],
    ['arn:aws:states:::states:startExecution.sync:2', 'states', 'startExecution.sync:2', true, false],
    ['arn:aws-cn:states:::sqs:sendMessage.waitForTaskToken', 'sqs', 'sendMessage.waitForTaskToken', true, true],
  ])('splits %s into service and action', (resource, type, action, submits, token) => {
    expect(parseResource(resource)).toEqual({ events: 'Task', type, action, submits, token });
  });

  it('recognizes Lambda functions and activities by their ARNs', () => {
    expect(parseResource('arn:aws:lambda:eu-west-1:123456789012:function:f:1')).toMatchObject({
      events: 'LambdaFunction',
    });
    expect(parseResource('arn:aws:states:eu-west-1:123456789012:activity:a')).toMatchObject({ events: 'Activity' });
  });
});
