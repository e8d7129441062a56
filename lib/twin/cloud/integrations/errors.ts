/**
 * Names and causes under which machines see errors of services: `PREFIX.NAMEException` for errors of the service's
 * model, and `PREFIX.PREFIXException` for all others. Recorded on AWS by LocalStack's snapshot tests
 * (tests/aws/services/stepfunctions).
 */
import type * as s3 from '@aws-sdk/client-s3';
import type * as sfn from '@aws-sdk/client-sfn';
import type * as sns from '@aws-sdk/client-sns';
import type * as ssm from '@aws-sdk/client-ssm';
import { StateError } from '../../../asl/interpreter/tasks/task';
import type { ServiceError } from '../service';

/** How a service is named in errors and causes of `aws-sdk` integrations. */
interface Naming {
  readonly prefix: string;
  readonly modelled: readonly string[];
}

const S3 = ['NoSuchKey', 'NoSuchBucket', 'InvalidObjectState'] satisfies (keyof typeof s3)[];
const SFN = [
  'ExecutionAlreadyExists',
  'ExecutionDoesNotExist',
  'ExecutionLimitExceeded',
  'InvalidArn',
  'InvalidExecutionInput',
  'InvalidName',
  'InvalidToken',
  'ResourceNotFound',
  'StateMachineDeleting',
  'StateMachineDoesNotExist',
  'ValidationException',
] satisfies (keyof typeof sfn)[];
const SNS = [
  'AuthorizationErrorException',
  'InternalErrorException',
  'InvalidParameterException',
  'NotFoundException',
  'ThrottledException',
  'ValidationException',
] satisfies (keyof typeof sns)[];
const SSM = [
  'DuplicateInstanceId',
  'InternalServerError',
  'InvalidCommandId',
  'InvalidDocument',
  'InvalidFilterKey',
  'InvalidInstanceId',
  'InvalidInstanceInformationFilterValue',
  'InvalidNextToken',
  'InvalidParameters',
  'InvocationDoesNotExist',
  'ThrottlingException',
] satisfies (keyof typeof ssm)[];
/** https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html, section Errors. */
const LAMBDA = [
  'InvalidParameterValueException',
  'InvalidRequestContentException',
  'RequestTooLargeException',
  'ResourceNotFoundException',
  'ServiceException',
  'TooManyRequestsException',
];

/** https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEvents.html, section Errors. */
const EVENTS = ['InternalException'];

const NAMING: Readonly<Record<string, Naming>> = {
  // The model of EC2 has no errors at all: the code is lost, machines must look at the cause.
  ec2: { prefix: 'Ec2', modelled: [] },
  s3: { prefix: 'S3', modelled: S3 },
  sfn: { prefix: 'Sfn', modelled: SFN },
  sns: { prefix: 'Sns', modelled: SNS },
  ssm: { prefix: 'Ssm', modelled: SSM },
  lambda: { prefix: 'Lambda', modelled: LAMBDA },
  events: { prefix: 'EventBridge', modelled: EVENTS },
};

/** Optimised integrations use the first Java SDK: other prefixes, names of services, and unmodelled exceptions. */
const OPTIMISED: Readonly<Record<string, { prefix: string; service: string; unmodelled: string }>> = {
  lambda: { prefix: 'Lambda', service: 'AWSLambda', unmodelled: 'AWSLambdaException' },
  sfn: { prefix: 'StepFunctions', service: 'AWSStepFunctions', unmodelled: 'AWSStepFunctionsException' },
  sns: { prefix: 'SNS', service: 'AmazonSNS', unmodelled: 'AmazonSNSException' },
  events: { prefix: 'EventBridge', service: 'AmazonEventBridge', unmodelled: 'AmazonEventBridgeException' },
};

/** The error as an `aws-sdk` integration reports it. */
export function sdkError(service: string, action: string, error: ServiceError, requestId: string): StateError {
  const { prefix, modelled } = NAMING[service] ?? { prefix: service, modelled: [] };
  // HEAD answers carry no code: the SDK takes every 404 for a missing key.
  const name = service === 's3' && action === 'HeadObject' && error.statusCode === 404 ? 'NoSuchKey' : error.name;
  const known = modelled.includes(name) ? withSuffix(name) : `${prefix}Exception`;
  const details = `Service: ${prefix}, Status Code: ${error.statusCode}, Request ID: ${requestId}`;
  const extended = service === 's3' ? `, Extended Request ID: ${requestId}` : '';
  const cause = `${error.message} (${details}${extended}) (SDK Attempt Count: 1)`;
  return new StateError(`${prefix}.${known}`, cause);
}

/** The error as an optimised integration (`lambda:invoke`, `states:startExecution`, `sns:publish`) reports it. */
export function optimisedError(service: string, error: ServiceError, requestId: string): StateError {
  const { prefix, service: full, unmodelled } = OPTIMISED[service] ?? { prefix: service, service, unmodelled: service };
  const known = (NAMING[service]?.modelled ?? []).includes(error.name) ? withSuffix(error.name) : unmodelled;
  const details = `Status Code: ${error.statusCode}; Error Code: ${error.name}; Request ID: ${requestId}; Proxy: null`;
  return new StateError(`${prefix}.${known}`, `${error.message} (Service: ${full}; ${details})`);
}

function withSuffix(name: string): string {
  return name.endsWith('Exception') ? name : `${name}Exception`;
}
