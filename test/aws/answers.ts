/** Answers of services for tests: errors, and answers that the simulation never gives. */
import type { Instance } from '@aws-sdk/client-ec2';
import { type AwsCalls, replaceCalls } from '../../lib/aws/calls';
import { ServiceError } from '../../lib/twin/cloud/service';

export { expectRefusal } from '../twin/cloud/services';

/** HTTP status of errors in tests; 400 for all others. */
const STATUS: Readonly<Record<string, number>> = {
  AccessDenied: 403,
  UnauthorizedOperation: 403,
  PreconditionFailed: 412,
  InternalError: 500,
};

/** An error of a service. */
export function refusal(name: string): ServiceError {
  return new ServiceError(name, `${name} happened`, STATUS[name] ?? 400);
}

/**
 * The calls of handlers with one answer changed, to a value that the simulation never returns, such as a future state.
 * @param change gets the simulated answer
 */
export function changeAnswer<S extends keyof AwsCalls, C extends keyof AwsCalls[S]>(
  aws: AwsCalls,
  service: S,
  action: C,
  change: (answer: Answer<AwsCalls[S][C]>) => Answer<AwsCalls[S][C]>,
): AwsCalls {
  const ask = aws[service][action] as (input: unknown) => Promise<Answer<AwsCalls[S][C]>>;
  return {
    ...aws,
    [service]: replaceCalls<AwsCalls[S]>(aws[service], {
      [action]: async (input: unknown) => change(await ask(input)),
    } as Partial<AwsCalls[S]>),
  };
}

/** The same for each instance of EC2. */
export function changeInstances(aws: AwsCalls, change: (one: Instance) => Instance): AwsCalls {
  return changeAnswer(aws, 'ec2', 'describeInstances', ({ Reservations, ...rest }) => ({
    ...rest,
    Reservations: Reservations?.map((one) => ({ ...one, Instances: one.Instances?.map(change) })),
  }));
}

type Answer<F> = F extends (input: never) => Promise<infer A> ? A : never;

/** An error as the SDK for JavaScript v3 throws it. */
export function sdkError(name: string, status = 400): Error {
  return Object.assign(new Error(`${name} happened`), { name, $metadata: { httpStatusCode: status } });
}
