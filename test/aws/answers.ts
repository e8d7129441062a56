/** Answers that tests want of services: errors, and what the twin never says. */
import type { AwsCalls } from '../../lib/aws/calls';
import { ServiceError } from '../../lib/twin/cloud/service';

/** HTTP status of the errors that tests ask for; 400 for all others. */
const STATUS: Readonly<Record<string, number>> = {
  AccessDenied: 403,
  UnauthorizedOperation: 403,
  PreconditionFailed: 412,
  InternalError: 500,
};

/** An error as a service answers it. */
export function refusal(name: string): ServiceError {
  return new ServiceError(name, `${name} happened`, STATUS[name] ?? 400);
}

/**
 * The calls of handlers with one answer changed: for what the twin never answers, such as a state of next year.
 * @param change gets the answer as the twin gave it
 */
export function retelling<S extends keyof AwsCalls, C extends keyof AwsCalls[S]>(
  aws: AwsCalls,
  service: S,
  action: C,
  change: (answer: Answer<AwsCalls[S][C]>) => Answer<AwsCalls[S][C]>,
): AwsCalls {
  const ask = aws[service][action] as (input: unknown) => Promise<Answer<AwsCalls[S][C]>>;
  return { ...aws, [service]: { ...aws[service], [action]: async (input: unknown) => change(await ask(input)) } };
}

type Answer<F> = F extends (input: never) => Promise<infer A> ? A : never;

/** An error as the SDK for JavaScript v3 throws it. */
export function sdkError(name: string, status = 400): Error {
  return Object.assign(new Error(`${name} happened`), { name, $metadata: { httpStatusCode: status } });
}
