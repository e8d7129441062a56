import * as sfn from '@aws-sdk/client-sfn';
import * as sns from '@aws-sdk/client-sns';
import { installedService, readService } from '../../../../checks/machines/house/sdk-model';

describe('readService', () => {
  it('reads actions, members and required members from an SDK client', () => {
    const { calls, shapes } = readService(sfn);
    expect(Object.keys(calls)).toContain('describeExecution');
    expect(calls['startExecution']).toEqual({
      input: 'StartExecutionInput',
      output: 'StartExecutionOutput',
      required: ['stateMachineArn'],
    });
    expect(shapes['StartExecutionInput']).toEqual({ stateMachineArn: 0, name: 0, input: 0, traceHeader: 0 });
  });

  it('reads the shapes of maps and lists', () => {
    const { shapes } = readService(sns);
    expect(shapes['PublishInput']).toMatchObject({ MessageAttributes: { '*': 'MessageAttributeValue' } });
    expect(shapes['ListTopicsResponse']).toMatchObject({ Topics: ['Topic'] });
  });
});

it('caches an installed SDK client, and returns undefined for one that machines do not call', () => {
  expect(installedService('sns')).toBe(installedService('sns'));
  expect(installedService('sqs')).toBeUndefined();
});
