import * as s3 from '@aws-sdk/client-s3';
import * as sfn from '@aws-sdk/client-sfn';
import * as sns from '@aws-sdk/client-sns';
import * as ssm from '@aws-sdk/client-ssm';
import { RETRIERS } from '../../../../checks/machines/house/handler-table';
import {
  toOptimizedError,
  toSdkError,
  toSdkInput,
  toStateResult,
} from '../../../../lib/twin/cloud/integrations/sdk-names';
import { ServiceError } from '../../../../lib/twin/cloud/service';
import services from '../../../../lib/twin/cloud/services.json';
import cases from './sdk-names.cases.json';

const makeSdkError = (service: string, name: string, statusCode = 400) =>
  toSdkError(service, new ServiceError(name, 'What happened.', statusCode), 'r-1');

describe('toSdkError', () => {
  it.each(cases.errors as [string, string, string][])('maps the %s error %s to %s', (service, name, expected) => {
    expect(makeSdkError(service, name).error).toBe(expected);
  });

  it.each(Object.entries({ s3, sfn, sns, ssm }))('lists for %s only error names that the SDK exports', (name, sdk) => {
    expect(services[name as 's3'].errors.filter((error) => !(error in sdk))).toEqual([]);
  });

  it('returns a cause with service, status code, request id and attempt count, as AWS does', () => {
    expect(makeSdkError('ec2', 'InvalidInstanceID.NotFound').reason).toBe(
      'What happened. (Service: Ec2, Status Code: 400, Request ID: r-1) (SDK Attempt Count: 1)',
    );
    expect(makeSdkError('s3', 'NoSuchKey', 404).reason).toBe(
      'What happened. (Service: S3, Status Code: 404, Request ID: r-1, Extended Request ID: r-1) ' +
        '(SDK Attempt Count: 1)',
    );
  });
});

describe('throttling errors', () => {
  // The SDK's own models say which services have a name for it; what they do not name has the service's.
  it.each([
    ['ssm', Object.keys(ssm), RETRIERS.ssm.errors, toSdkError],
    ['sfn', Object.keys(sfn), RETRIERS.sfn.errors, toSdkError],
    ['s3', Object.keys(s3), RETRIERS.s3.errors, toSdkError],
    ['sns', Object.keys(sns), RETRIERS.sns.errors, toOptimizedError],
    ['sfn', Object.keys(sfn), RETRIERS['start-execution'].errors, toOptimizedError],
    ['lambda', ['TooManyRequestsException', 'ServiceException'], RETRIERS.lambda.errors, toOptimizedError],
  ] as const)(
    'maps every throttling error of %s to an error name that is retried',
    (service, names, retried, nameOf) => {
      // Those of keys (KMS) are not met: nothing of ours is encrypted with a key of its own.
      const own = names.filter((name) =>
        /^(?!KMS)(Thrott|TooManyRequests|InternalServerError$|ServiceExc)/i.test(name),
      );
      for (const name of [...own, 'ThrottlingException', 'RequestThrottled']) {
        const error = new ServiceError(name, 'Rate exceeded', 400);
        expect(retried).toContain(nameOf(service, error, 'r').error);
      }
    },
  );
});

describe('toOptimizedError', () => {
  it('uses prefix and cause format of the AWS SDK for Java 1', () => {
    const exists = new ServiceError('ExecutionAlreadyExists', "Execution Already Exists: 'a'", 400);
    expect(toOptimizedError('sfn', exists, 'r-1')).toMatchObject({
      error: 'StepFunctions.ExecutionAlreadyExistsException',
      reason:
        "Execution Already Exists: 'a' (Service: AWSStepFunctions; Status Code: 400; " +
        'Error Code: ExecutionAlreadyExists; Request ID: r-1; Proxy: null)',
    });
    const absent = new ServiceError('ResourceNotFoundException', 'Function not found', 404);
    expect(toOptimizedError('lambda', absent, 'r-1').error).toBe('Lambda.ResourceNotFoundException');
    const lost = new ServiceError('InternalFailure', 'x', 500);
    expect(toOptimizedError('sfn', lost, 'r-1').error).toBe('StepFunctions.AWSStepFunctionsException');
  });
});

describe('toSdkInput', () => {
  it.each<[string, string, string, object, object]>([
    ['member names in camel case', 'sfn', 'DescribeExecution', { ExecutionArn: 'a' }, { executionArn: 'a' }],
    ['member names in Pascal case', 'ec2', 'CreateFleet', { ClientToken: 't' }, { ClientToken: 't' }],
    ['a JSON body', 's3', 'PutObject', { Body: { Dict: 'Value' } }, { Body: '{"Dict":"Value"}' }],
    ['a JSON message', 'sns', 'Publish', { Message: { Dict: 'Value' } }, { Message: '{"Dict":"Value"}' }],
    ['a JSON payload', 'lambda', 'Invoke', { Payload: { Dict: 'Value' } }, { Payload: '{"Dict":"Value"}' }],
    ['a JSON input', 'sfn', 'StartExecution', { Input: { a: [1] } }, { input: '{"a":[1]}' }],
    ['a text message', 'sns', 'Publish', { Message: 'as it is' }, { Message: 'as it is' }],
    ['a text payload', 'lambda', 'Invoke', { Payload: 'as it is' }, { Payload: 'as it is' }],
    ['a text body, with quotes as in AWS', 's3', 'PutObject', { Body: 'text data' }, { Body: '"text data"' }],
    ['no null member', 'sfn', 'StartExecution', { StateMachineArn: 'a', Input: null }, { stateMachineArn: 'a' }],
    ['a null payload of Lambda', 'lambda', 'Invoke', { Payload: null }, { Payload: 'null' }],
  ])('converts arguments as the SDK does: %s', (_what, service, action, args, expected) => {
    expect(toSdkInput(service, action, args)).toEqual(expected);
  });

  it('refuses members in camel case, and arguments that are not an object', () => {
    const camel = () => toSdkInput('sfn', 'DescribeExecution', { executionArn: 'a' });
    expect(camel).toThrow("The field 'executionArn' is not supported");
    for (const args of [null, [], 'x', undefined])
      expect(() => toSdkInput('s3', 'GetObject', args)).toThrow('Arguments must be an object');
  });
});

describe('toStateResult', () => {
  it('returns dates as strings, and drops undefined members and $metadata', () => {
    const dates = { LastModified: new Date(0), List: [{ At: new Date(1) }] };
    expect(toStateResult('s3', { ...dates, ETag: '"x"', Left: undefined, $metadata: {} })).toEqual({
      LastModified: '1970-01-01T00:00:00.000Z',
      ETag: '"x"',
      List: [{ At: '1970-01-01T00:00:00.001Z' }],
    });
  });

  it('spells Step Functions members in Pascal case at every depth, and leaves strings unchanged', () => {
    const output = { input: '{"aB":1}', inputDetails: { included: true }, executions: [{ name: 'n' }] };
    const expected = { Input: '{"aB":1}', InputDetails: { Included: true }, Executions: [{ Name: 'n' }] };
    expect(toStateResult('sfn', output)).toEqual(expected);
  });
});
