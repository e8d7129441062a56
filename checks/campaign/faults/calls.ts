/** Faults of calls: the effect of each rule, with the errors of the called service. */
import type { Fault, PendingCall } from '../../../lib/twin/cloud/cloud';
import { PERSON_ROLE_NAME } from '../../oracles/execution-record';
import { makeLostAnswer } from '../../../lib/twin/cloud/cloud';
import { ServiceError } from '../../../lib/twin/cloud/service';
import { type Campaign, type RuleOf, pickRules } from './campaign';
import type { Schedule } from './schedule';

/** A role without its common parts: that of a machine, or a function. */
export function getRoleName(role: string): string {
  return (role.split('/').at(-1) ?? '').replace(/^fsxbench-/, '');
}

/** External callers: people and the schedule. They are not under test. */
export const OUTSIDE: readonly string[] = ['command-line', PERSON_ROLE_NAME, 'schedule'];

type CallInfo = Pick<PendingCall, 'service' | 'action' | 'caller' | 'at'>;

/** The first rule that applies wins. */
export function makeCallFaults(campaign: Campaign, strikes: Schedule): (call: CallInfo) => Fault | undefined {
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

/** Default of `slow`: longer than every time-out of a task with a single call. */
export const SLOW_SECONDS = 600;

function toFault({ effect, seconds = SLOW_SECONDS }: RuleOf<'call'>, service: string): Fault {
  switch (effect) {
    case 'lost':
      return 'lost';
    case 'error':
      return makeLostAnswer(service);
    case 'time-out':
      return { after: makeConnectionTimeout() };
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

/** Names of this error in services. Source: "Common errors" of each API reference. */
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

/** As worded by the SDK's HTTP handler. https://github.com/smithy-lang/smithy-typescript, `node-http-handler` */
function makeConnectionTimeout(): ServiceError {
  return new ServiceError('TimeoutError', 'Connection timed out', 0);
}

/** Error 429 of a function without free concurrency. https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html */
export function makeTooManyRequests(): ServiceError {
  return new ServiceError('TooManyRequestsException', 'Rate Exceeded.', 429);
}
