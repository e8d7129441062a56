/**
 * Integrations spell members in Pascal case, accept JSON where the API expects text, and return dates as texts.
 * https://docs.aws.amazon.com/step-functions/latest/dg/supported-services-awssdk.html
 */
import { StateError } from '../../../asl/interpreter/tasks/task';
import type { ServiceError } from '../service';
import services from '../services.json';
import { ArgumentError } from '../sdk-shape';

/**
 * Members that accept any JSON value, sent as text. The body of an object is always JSON: a text gets quotes (recorded
 * on AWS: a body of `text data` has the MD5 of `"text data"`, https://github.com/localstack/localstack/pull/12035).
 */
const JSON_TEXT_MEMBERS: Readonly<Record<string, { readonly member: string; readonly texts: 'quoted' | 'unquoted' }>> =
  {
    's3:PutObject': { member: 'Body', texts: 'quoted' },
    'sfn:StartExecution': { member: 'Input', texts: 'unquoted' },
    'sns:Publish': { member: 'Message', texts: 'unquoted' },
    'lambda:Invoke': { member: 'Payload', texts: 'unquoted' },
  };

/** A null payload is JSON; elsewhere null means that the member is absent. */
const NULLABLE_MEMBERS: readonly string[] = ['lambda:Invoke Payload'];

/** Services whose model spells members in camel case. */
const CAMEL_CASE_SERVICES: readonly string[] = ['sfn'];

/** `Arguments` of a state as input of the SDK. @throws ArgumentError unless it is an object in Pascal case */
export function toSdkInput(service: string, action: string, args: unknown): Record<string, unknown> {
  const call = `${service}:${action}`;
  if (typeof args !== 'object' || args === null || Array.isArray(args)) {
    throw new ArgumentError(call, ['Arguments must be an object']);
  }
  const small = Object.keys(args).filter((name) => !/^[A-Z]/.test(name));
  if (small.length > 0) {
    throw new ArgumentError(
      call,
      small.map((name) => `The field '${name}' is not supported: members are spelt in Pascal case`),
    );
  }
  const members = Object.entries(args).flatMap(([name, value]: [string, unknown]) => {
    if (value === null && !NULLABLE_MEMBERS.includes(`${call} ${name}`)) return [];
    const json = JSON_TEXT_MEMBERS[call]?.member === name ? JSON_TEXT_MEMBERS[call] : undefined;
    const text =
      json !== undefined && (typeof value !== 'string' || json.texts === 'quoted') ? JSON.stringify(value) : value;
    return [[CAMEL_CASE_SERVICES.includes(service) ? changeFirstLetter(name, 'toLowerCase') : name, text] as const];
  });
  return Object.fromEntries(members);
}

/** A response as a state sees it: plain JSON, Pascal case, dates as ISO 8601 texts with milliseconds. */
export function toStateResult(service: string, output: unknown): unknown {
  if (output instanceof Date) return output.toISOString();
  if (Array.isArray(output)) return output.map((element) => toStateResult(service, element));
  if (typeof output !== 'object' || output === null) return output;
  const members = Object.entries(output).filter(([name, value]) => value !== undefined && name !== '$metadata');
  return Object.fromEntries(
    members.map(([name, value]) => [
      CAMEL_CASE_SERVICES.includes(service) ? changeFirstLetter(name, 'toUpperCase') : name,
      toStateResult(service, value),
    ]),
  );
}

function changeFirstLetter(name: string, change: 'toLowerCase' | 'toUpperCase'): string {
  return name.slice(0, 1)[change]() + name.slice(1);
}

// Errors in machines: `PREFIX.NAMEException` if in the service's model, else `PREFIX.PREFIXException`. Recorded on AWS
// by LocalStack's snapshot tests (tests/aws/services/stepfunctions).

/** The name of a service in errors and causes of `aws-sdk` integrations, and the errors in its model. */
interface ErrorNaming {
  readonly prefix: string;
  /** Default: none. The model of EC2 has no errors: the code is lost, and machines must check the cause. */
  readonly errors?: readonly string[];
  /** Optimized integrations use version 1 of the Java SDK: another prefix, service name and exception. */
  readonly optimised?: readonly string[];
}

const ERROR_NAMING = services as Readonly<Record<string, Partial<ErrorNaming>>>;

function getErrorNaming(service: string): ErrorNaming {
  return { prefix: service, ...ERROR_NAMING[service] };
}

export function toSdkError(service: string, error: ServiceError, requestId: string): StateError {
  const { prefix, errors = [] } = getErrorNaming(service);
  const known = errors.includes(error.name) ? addExceptionSuffix(error.name) : `${prefix}Exception`;
  const details = `Service: ${prefix}, Status Code: ${error.statusCode}, Request ID: ${requestId}`;
  const extended = service === 's3' ? `, Extended Request ID: ${requestId}` : '';
  const cause = `${error.message} (${details}${extended}) (SDK Attempt Count: 1)`;
  return new StateError(`${prefix}.${known}`, cause);
}

/** The error as an optimized integration (`lambda:invoke`, `states:startExecution`, `sns:publish`) reports it. */
export function toOptimizedError(service: string, error: ServiceError, requestId: string): StateError {
  const { errors = [], optimised: [prefix = service, full = service] = [] } = getErrorNaming(service);
  const known = errors.includes(error.name) ? addExceptionSuffix(error.name) : `${full}Exception`;
  const details = `Status Code: ${error.statusCode}; Error Code: ${error.name}; Request ID: ${requestId}; Proxy: null`;
  return new StateError(`${prefix}.${known}`, `${error.message} (Service: ${full}; ${details})`);
}

function addExceptionSuffix(name: string): string {
  return name.endsWith('Exception') ? name : `${name}Exception`;
}
