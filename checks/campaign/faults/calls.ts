/** Calls that go wrong: what a rule makes of each, in the words of the service that is called. */
import type { Fault, PendingCall } from '../../../lib/twin/cloud/cloud';
import { PERSON_ROLE } from '../../../lib/twin/checkers/after/execution-record';
import { makeLostAnswer } from '../../../lib/twin/cloud/cloud';
import { ServiceError } from '../../../lib/twin/cloud/service';
import { type Campaign, type RuleOf, pickRules } from './campaign';
import type { Strikes } from './schedule';

/** Who asks, without the parts that are alike for all: a machine's role, or a function. */
export function getRoleName(role: string): string {
  return (role.split('/').at(-1) ?? '').replace(/^fsxbench-/, '');
}

/** Who calls from outside: persons, and the schedule. They are not part of what is tried. */
export const OUTSIDE: readonly string[] = ['command-line', PERSON_ROLE, 'schedule'];

type CallInfo = Pick<PendingCall, 'service' | 'action' | 'caller' | 'at'>;

/** The first rule that strikes counts. */
export function callFaults(campaign: Campaign, strikes: Strikes): (call: CallInfo) => Fault | undefined {
  const rules = pickRules(campaign, 'call');
  return (call) => {
    for (const { index, rule } of rules) {
      if (matches(rule, call) && strikes.strikes(index, rule, call.at)) return toFault(rule, call.service);
    }
    return undefined;
  };
}

function matches(rule: RuleOf<'call'>, { service, action, caller }: CallInfo): boolean {
  const role = getRoleName(caller.role);
  return (
    !OUTSIDE.includes(role) &&
    (rule.service ?? service) === service &&
    (rule.action ?? action) === action &&
    (rule.state ?? caller.state) === caller.state &&
    (rule.execution ?? caller.execution) === caller.execution &&
    (rule.role ?? role) === role
  );
}

/** Default of `slow`: longer than every time-out of a task that calls once. */
export const SLOW_SECONDS = 600;

function toFault({ effect, seconds = SLOW_SECONDS }: RuleOf<'call'>, service: string): Fault {
  switch (effect) {
    case 'lost':
      return 'lost';
    case 'error':
      return makeLostAnswer(service);
    case 'time-out':
      return { after: connectionTimedOut() };
    case 'slow':
      return { delayMs: seconds * 1000 };
    case 'denied':
      return new ServiceError(
        DENIED[service] ?? 'AccessDeniedException',
        'User is not authorized to perform this',
        403,
      );
    case 'throttled':
      return new ServiceError(THROTTLED[service] ?? 'ThrottlingException', 'Rate exceeded', 429);
    case 'quota':
      return new ServiceError(
        QUOTA[service] ?? 'ServiceQuotaExceededException',
        'A quota of the account is used up',
        400,
      );
  }
}

/** How services name it. Public API references, "Common errors" of each service. */
const DENIED: Readonly<Record<string, string>> = {
  ec2: 'UnauthorizedOperation',
  s3: 'AccessDenied',
  sns: 'AuthorizationErrorException',
};
const THROTTLED: Readonly<Record<string, string>> = {
  ec2: 'RequestLimitExceeded',
  s3: 'SlowDown',
  lambda: 'TooManyRequestsException',
  servicequotas: 'TooManyRequestsException',
  sns: 'ThrottledException',
};
const QUOTA: Readonly<Record<string, string>> = {
  cloudwatch: 'LimitExceeded',
  ec2: 'VcpuLimitExceeded',
  efs: 'FileSystemLimitExceeded',
  fsx: 'ServiceLimitExceeded',
  secretsmanager: 'LimitExceededException',
  sfn: 'ExecutionLimitExceeded',
  lambda: 'TooManyRequestsException',
};

/** As the SDK's HTTP handler says it. https://github.com/smithy-lang/smithy-typescript, `node-http-handler` */
function connectionTimedOut(): ServiceError {
  return new ServiceError('TimeoutError', 'Connection timed out', 0);
}

/** A 429 of a function whose concurrency is used up. https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html */
export function tooManyRequests(): ServiceError {
  return new ServiceError('TooManyRequestsException', 'Rate Exceeded.', 429);
}
