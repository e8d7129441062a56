/** Asks IAM's policy simulator what a deployed role may do. */
import type { ContextEntry } from '@aws-sdk/client-iam';
import { ensure } from '../../shapes/errors';
import type { FunctionName, MachineName } from '../../shapes/machines';
import type { ProbeContext } from './probe-context';

export interface PolicyQuestion {
  readonly role: string;
  readonly action: string;
  readonly resource: string;
  /** Condition keys of the request and their values. */
  readonly context?: Readonly<Record<string, string>>;
}

/** @returns true if the role may call the action. @throws the simulator's errors */
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

export async function getMachineRole({ calls, place }: ProbeContext, machine: MachineName): Promise<string> {
  const { roleArn } = await calls.sfn.describeStateMachine({ stateMachineArn: place.machineArn(machine) });
  return ensure(roleArn, `the role of ${machine}`);
}

export async function getFunctionRole({ calls, place }: ProbeContext, name: FunctionName): Promise<string> {
  const { Role } = await calls.lambda.getFunctionConfiguration({ FunctionName: place.name(name) });
  return ensure(Role, `the role of ${name}`);
}
