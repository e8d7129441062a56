import * as sfn from '@aws-sdk/client-sfn';
import * as sns from '@aws-sdk/client-sns';
import { installedService, readService } from '../../../../checks/machines/house/sdk-model';

describe('serviceOf', () => {
  it('takes actions, members and what is required from a client', () => {
    const { calls, shapes } = readService(sfn);
    expect(Object.keys(calls)).toContain('describeExecution');
    expect(calls['startExecution']).toEqual({
      input: 'StartExecutionInput',
      output: 'StartExecutionOutput',
      required: ['stateMachineArn'],
    });
    expect(shapes['StartExecutionInput']).toEqual({ stateMachineArn: 0, name: 0, input: 0, traceHeader: 0 });
  });

  it('follows maps and lists', () => {
    const { shapes } = readService(sns);
    expect(shapes['PublishInput']).toMatchObject({ MessageAttributes: { '*': 'MessageAttributeValue' } });
    expect(shapes['ListTopicsResponse']).toMatchObject({ Topics: ['Topic'] });
  });
});

it('reads an installed client once, and none that machines do not call', () => {
  expect(installedService('sns')).toBe(installedService('sns'));
  expect(installedService('sqs')).toBeUndefined();
});
