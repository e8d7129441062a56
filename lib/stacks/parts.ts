/** Creates functions and machines of one stack from the tables, and fills the machines' placeholders. */
import { CONTRACT_VERSION } from '../shapes/contract-version';
import { ensure } from '../shapes/errors';
import { Aws } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import type { Files } from './files';
import { withKey } from './grants/key';
import { type FunctionSettings, makeFunction } from './functions/function';
import { makeMachineLog, makeMachine } from './machines/machine';
import { grantOwnCalls } from './machines/machine-grants';
import { makeArn } from './names';
import {
  ALL_MACHINES,
  FUNCTION_NAMES,
  type FunctionName,
  getFunctionPlaceholder,
  type MachineName,
  getMachinePlaceholder,
  MACHINES,
  type StackPart,
} from '../shapes/machines';
import { checkPlaceholders } from './machines/placeholders';

export interface PartsProps extends FunctionSettings {
  readonly files: Files;
  readonly part: StackPart;
  readonly bucket: Bucket;
  /** Values of placeholders, except those for functions and machines of this deployment. */
  readonly values: Readonly<Record<string, string>>;
  /** Permissions for the machines' calls of AWS. */
  readonly statements: readonly (readonly [MachineName, readonly PolicyStatement[]])[];
}

export interface Parts {
  readonly functions: ReadonlyMap<FunctionName, Lambda>;
  readonly machines: ReadonlyMap<MachineName, StateMachine>;
}

/** @returns functions and machines by name @throws FsxbenchError `MachineFilesInvalid`: placeholders without a value */
export function makeParts(scope: Construct, props: PartsProps): Parts {
  const { names, files, part, bucket } = props;
  const functionArn = (name: string): string => makeArn('lambda', Aws.REGION, `function:${names.of(name)}`);
  const values: Record<string, string> = {
    ...props.values,
    Partition: Aws.PARTITION,
    StackName: names.stackName,
    ResultsBucket: bucket.bucketName,
    ContractVersion: String(CONTRACT_VERSION),
    ...Object.fromEntries(FUNCTION_NAMES[part].map((name) => [getFunctionPlaceholder(name), functionArn(name)])),
    ...Object.fromEntries(ALL_MACHINES.map((machine) => [getMachinePlaceholder(machine), names.machineArn(machine)])),
  };
  const texts = Object.fromEntries(MACHINES[part].map((machine) => [machine, files.machineText(machine)]));
  checkPlaceholders(texts, Object.keys(values));
  const ofFunctions = { ...props, bucketName: bucket.bucketName, bucketArn: bucket.bucketArn, bundles: files.bundles };
  const functions = new Map(FUNCTION_NAMES[part].map((name) => [name, makeFunction(scope, name, ofFunctions)]));
  const logGroup = makeMachineLog(scope, names, part, props);
  const machines = new Map<MachineName, StateMachine>();
  for (const [machine, statements] of props.statements) {
    const text = ensure(texts[machine], `the file of machine ${machine}`);
    const made = makeMachine(scope, machine, {
      names,
      file: files.machineFile(machine),
      text,
      values,
      statements: withKey([...statements, ...grantOwnCalls(machine, text, names, functionArn)], props.key?.keyArn),
      logGroup,
    });
    // Machines contain ARNs of functions only as text, so the dependency must be explicit.
    for (const fn of functions.values()) made.node.addDependency(fn);
    machines.set(machine, made);
  }
  return { functions, machines };
}
