/** What a deployed role may do, as IAM's own simulator says. */
import type { ContextEntry } from '@aws-sdk/client-iam';
import { expected } from '../../shapes/errors';
import type { FunctionName, MachineName } from '../../shapes/machines';
import type { Patient } from './patient';

/** One question to the simulator. */
export interface Question {
  /** ARN of the role. */
  readonly role: string;
  readonly action: string;
  readonly resource: string;
  /** Condition keys and their values; what is left out is absent from the request. */
  readonly context?: Readonly<Record<string, string>>;
}

/** @returns true where it is allowed. @throws what keeps the simulator from answering */
export async function mayDo({ calls }: Patient, { role, action, resource, context }: Question): Promise<boolean> {
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
  return expected(EvaluationResults?.[0]?.EvalDecision, 'a decision of the simulator') === 'allowed';
}

/** ARN of the role of a deployed machine. */
export async function roleOfMachine({ calls, place }: Patient, machine: MachineName): Promise<string> {
  const { roleArn } = await calls.sfn.describeStateMachine({ stateMachineArn: place.machineArn(machine) });
  return expected(roleArn, `the role of ${machine}`);
}

/** ARN of the role of a deployed function. */
export async function roleOfFunction({ calls, place }: Patient, name: FunctionName): Promise<string> {
  const { Role } = await calls.lambda.getFunctionConfiguration({ FunctionName: place.name(name) });
  return expected(Role, `the role of ${name}`);
}
