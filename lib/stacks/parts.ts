/** Functions and machines of one stack: made from the tables, the machines' placeholders filled. */
import type { OwnTag } from './external';
import { CONTRACT_VERSION } from '../shapes/contract-version';
import type { DeploymentLimits } from '../shapes/deployment-limits';
import { expected } from '../shapes/errors';
import { Aws } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { Files } from './files';
import { makeFunction, type Outside } from './functions/function';
import type { OfOthers } from './functions/function-table';
import { machineLog, makeMachine } from './machines/machine';
import { ownCalls } from './machines/machine-grants';
import type { HostImages } from './host';
import { arn, type Names } from './names';
import {
  ALL_MACHINES,
  FUNCTION_NAMES,
  type FunctionName,
  functionPlaceholder,
  type MachineName,
  machinePlaceholder,
  MACHINES,
  type Part,
} from '../shapes/machines';
import type { Network } from './network';
import { checkPlaceholders } from './machines/placeholders';

export interface PartsProps {
  readonly names: Names;
  readonly files: Files;
  readonly part: Part;
  readonly bucket: Bucket;
  /** Values of placeholders that are neither functions nor machines of this deployment. */
  readonly values: Readonly<Record<string, string>>;
  /** Calls of AWS that the machines make. */
  readonly statements: readonly (readonly [MachineName, readonly PolicyStatement[]])[];
  /** Where hosts and storage are created. */
  readonly network?: Network;
  /** Kept for each function that ends and deletes. */
  readonly reservedConcurrency?: number;
  /** Limits over specs and executions: for admission. */
  readonly limits?: DeploymentLimits;
  /** Tags of the user's own; admission puts them into plans. */
  readonly tags?: readonly OwnTag[];
  /** Images of the hosts by architecture: for admission. */
  readonly images?: HostImages;
  /** Hosts are let out over HTTP; admission compares. */
  readonly httpPackages?: boolean;
  /** Hosts may run scripts that a spec brings. */
  readonly commands?: boolean;
  /** Where hosts may go beside AWS, and what they may read there: for admission. */
  readonly outside?: Outside;
  readonly others: OfOthers;
  /** Takes the events that a function failed on. */
  readonly undelivered?: Queue;
}

export interface Parts {
  readonly functions: ReadonlyMap<FunctionName, Lambda>;
  readonly machines: ReadonlyMap<MachineName, StateMachine>;
}

/**
 * Makes them all.
 * @returns functions and machines by their names
 * @throws Error `MachineFilesInvalid` for placeholders without a value
 */
export function makeParts(scope: Construct, props: PartsProps): Parts {
  const { names, files, part, bucket } = props;
  const functionArn = (name: string): string => arn('lambda', Aws.REGION, `function:${names.of(name)}`);
  const values: Record<string, string> = {
    ...props.values,
    StackName: names.stackName,
    ResultsBucket: bucket.bucketName,
    ContractVersion: String(CONTRACT_VERSION),
    ...Object.fromEntries(FUNCTION_NAMES[part].map((name) => [functionPlaceholder(name), functionArn(name)])),
    ...Object.fromEntries(ALL_MACHINES.map((machine) => [machinePlaceholder(machine), names.machineArn(machine)])),
  };
  const texts = Object.fromEntries(MACHINES[part].map((machine) => [machine, files.machineText(machine)]));
  checkPlaceholders(texts, Object.keys(values));
  const functions = new Map(
    FUNCTION_NAMES[part].map((name) => [
      name,
      makeFunction(scope, name, {
        names,
        bucketName: bucket.bucketName,
        bucketArn: bucket.bucketArn,
        bundles: files.bundles,
        ...(props.reservedConcurrency === undefined ? {} : { reservedConcurrency: props.reservedConcurrency }),
        ...(props.network === undefined ? {} : { network: props.network }),
        ...(props.limits === undefined ? {} : { limits: props.limits }),
        ...(props.tags === undefined ? {} : { tags: props.tags }),
        ...(props.images === undefined ? {} : { images: props.images }),
        ...(props.httpPackages === undefined ? {} : { httpPackages: props.httpPackages }),
        ...(props.commands === undefined ? {} : { commands: props.commands }),
        ...(props.outside === undefined ? {} : { outside: props.outside }),
        others: props.others,
        ...(props.undelivered === undefined ? {} : { undelivered: props.undelivered }),
      }),
    ]),
  );
  const logGroup = machineLog(scope, names, part);
  const machines = new Map<MachineName, StateMachine>();
  for (const [machine, statements] of props.statements) {
    const text = expected(texts[machine], `the file of machine ${machine}`);
    const made = makeMachine(scope, machine, {
      names,
      file: files.machineFile(machine),
      text,
      values,
      statements: [...statements, ...ownCalls(machine, text, names, functionArn)],
      logGroup,
    });
    // The function must be there before a machine that calls it; its ARN is only text.
    for (const fn of functions.values()) made.node.addDependency(fn);
    machines.set(machine, made);
  }
  return { functions, machines };
}
