/** What a deployed role may do, as IAM's own simulator says. */
import type { ContextEntry } from '@aws-sdk/client-iam';
import { ensure } from '../../shapes/errors';
import type { FunctionName, MachineName } from '../../shapes/machines';
import type { ProbeContext } from './probe-context';

/** One question to the simulator. */
export interface PolicyQuestion {
  /** ARN of the role. */
  readonly role: string;
  readonly action: string;
  readonly resource: string;
  /** Condition keys and their values; what is left out is absent from the request. */
  readonly context?: Readonly<Record<string, string>>;
}

/** @returns true where it is allowed. @throws what keeps the simulator from answering */
export async function isAllowed(
  { calls }: ProbeContext,
  { role, action, resource, context }: PolicyQuestion,
): Promise<boolean> {
  const entries: ContextEntry[] = Object.entries(context ?? {}).map(([key, value]) => ({
    ContextKeyName: key,
    ContextKeyType: 'string',
    ContextKeyValues: [value],
  }));
  const { EvaluationResults } = await calls.iam.simulatePrincipalPolicy({
    PolicySourceArn: role,
    ActionNames: [action],
    ResourceArns: [resource],
    ...(entries.length === 0 ? {} : { ContextEntries: entries }),
  });
  return ensure(EvaluationResults?.[0]?.EvalDecision, 'a decision of the simulator') === 'allowed';
}

/** ARN of the role of a deployed machine. */
export async function getMachineRole({ calls, place }: ProbeContext, machine: MachineName): Promise<string> {
  const { roleArn } = await calls.sfn.describeStateMachine({ stateMachineArn: place.machineArn(machine) });
  return ensure(roleArn, `the role of ${machine}`);
}

/** ARN of the role of a deployed function. */
export async function getFunctionRole({ calls, place }: ProbeContext, name: FunctionName): Promise<string> {
  const { Role } = await calls.lambda.getFunctionConfiguration({ FunctionName: place.name(name) });
  return ensure(Role, `the role of ${name}`);
}
