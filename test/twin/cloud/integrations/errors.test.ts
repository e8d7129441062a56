import * as s3 from '@aws-sdk/client-s3';
import * as sfn from '@aws-sdk/client-sfn';
import * as sns from '@aws-sdk/client-sns';
import * as ssm from '@aws-sdk/client-ssm';
import { RETRIERS } from '../../../../checks/machines/house/handler-table';
import { optimisedError, sdkError } from '../../../../lib/twin/cloud/integrations/errors';
import { ServiceError } from '../../../../lib/twin/cloud/service';

const named = (service: string, name: string, statusCode = 400, action = 'Any') =>
  sdkError(service, action, new ServiceError(name, 'What happened.', statusCode), 'r-1');

describe('sdkError', () => {
  it.each([
    ['s3', 'NoSuchKey', 'S3.NoSuchKeyException'],
    ['s3', 'NoSuchBucket', 'S3.NoSuchBucketException'],
    ['s3', 'PreconditionFailed', 'S3.S3Exception'],
    ['ec2', 'InvalidInstanceID.NotFound', 'Ec2.Ec2Exception'],
    ['ec2', 'RequestLimitExceeded', 'Ec2.Ec2Exception'],
    ['ssm', 'InvalidInstanceId', 'Ssm.InvalidInstanceIdException'],
    ['ssm', 'InternalServerError', 'Ssm.InternalServerErrorException'],
    ['ssm', 'ThrottlingException', 'Ssm.ThrottlingException'],
    ['sfn', 'ExecutionAlreadyExists', 'Sfn.ExecutionAlreadyExistsException'],
    ['sfn', 'ValidationException', 'Sfn.ValidationException'],
    ['sfn', 'InternalFailure', 'Sfn.SfnException'],
    ['sns', 'NotFoundException', 'Sns.NotFoundException'],
    ['lambda', 'TooManyRequestsException', 'Lambda.TooManyRequestsException'],
  ])('%s %s is %s', (service, name, expected) => {
    expect(named(service, name).error).toBe(expected);
  });

  it('takes a 404 on HEAD for a missing key', () => {
    expect(named('s3', 'NotFound', 404, 'HeadObject').error).toBe('S3.NoSuchKeyException');
  });

  it('has causes as AWS words them', () => {
    expect(named('ec2', 'InvalidInstanceID.NotFound').reason).toBe(
      'What happened. (Service: Ec2, Status Code: 400, Request ID: r-1) (SDK Attempt Count: 1)',
    );
    expect(named('s3', 'NoSuchKey', 404).reason).toBe(
      'What happened. (Service: S3, Status Code: 404, Request ID: r-1, Extended Request ID: r-1) ' +
        '(SDK Attempt Count: 1)',
    );
  });
});

describe('throttling', () => {
  // The SDK's own models say which services have a name for it; what they do not name has the service's.
  it.each([
    ['ssm', Object.keys(ssm), RETRIERS.ssm.errors, sdkError],
    ['sfn', Object.keys(sfn), RETRIERS.sfn.errors, sdkError],
    ['s3', Object.keys(s3), RETRIERS.s3.errors, sdkError],
    ['sns', Object.keys(sns), RETRIERS.sns.errors, optimisedError],
    ['sfn', Object.keys(sfn), RETRIERS['start-execution'].errors, optimisedError],
    ['lambda', ['TooManyRequestsException', 'ServiceException'], RETRIERS.lambda.errors, optimisedError],
  ] as const)('of %s is tried again, under whatever name it has', (service, names, retried, nameOf) => {
    // Those of keys (KMS) are not met: nothing of ours is encrypted with a key of its own.
    const own = names.filter((name) => /^(?!KMS)(Thrott|TooManyRequests|InternalServerError$|ServiceExc)/i.test(name));
    for (const name of [...own, 'ThrottlingException', 'RequestThrottled']) {
      const error = new ServiceError(name, 'Rate exceeded', 400);
      const told = nameOf === sdkError ? sdkError(service, 'Any', error, 'r') : optimisedError(service, error, 'r');
      expect(retried).toContain(told.error);
    }
  });
});

describe('optimisedError', () => {
  it('has prefix and cause of the first Java SDK', () => {
    const exists = new ServiceError('ExecutionAlreadyExists', "Execution Already Exists: 'a'", 400);
    expect(optimisedError('sfn', exists, 'r-1')).toMatchObject({
      error: 'StepFunctions.ExecutionAlreadyExistsException',
      reason:
        "Execution Already Exists: 'a' (Service: AWSStepFunctions; Status Code: 400; " +
        'Error Code: ExecutionAlreadyExists; Request ID: r-1; Proxy: null)',
    });
    const absent = new ServiceError('ResourceNotFoundException', 'Function not found', 404);
    expect(optimisedError('lambda', absent, 'r-1').error).toBe('Lambda.ResourceNotFoundException');
    const lost = new ServiceError('InternalFailure', 'x', 500);
    expect(optimisedError('sfn', lost, 'r-1').error).toBe('StepFunctions.AWSStepFunctionsException');
  });
});
