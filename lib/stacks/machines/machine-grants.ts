/**
 * What the role of each machine may do. Calls of our own functions and machines are read from its file; calls of AWS
 * stand here, narrowed to what the machine is about.
 */
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { questionKey, fenceKey } from '../../shapes/layout';
import { allow } from '../grants/allow';
import { notifyPeople } from '../grants/notify';
import { ANY, readKeys, writeKeys } from '../grants/bucket';
import {
  listExecutions,
  runExecutions,
  runMapChildren,
  runHooks,
  startExecutions,
  watchExecutions,
} from '../grants/executions';
import { commandHosts, commandManagedHosts, deleteHosts, launchFleets } from '../grants/hosts';
import type { ManagedHosts } from '../external';
import { parseCalls } from './machine-calls';
import type { Names } from '../names';
import type { MACHINES, MachineName } from '../../shapes/machines';

/** What the policies of a stack's machines speak of. */
export interface GrantProps {
  readonly names: Names;
  readonly bucketArn: string;
}

/** What only the machines of the bench stack speak of. */
export interface BenchGrantProps extends GrantProps {
  readonly subnetId: string;
  readonly second?: { readonly subnetId: string } | undefined;
  readonly securityGroupId: string;
  readonly hostRoleArns: readonly string[];
  readonly placementGroup: string;
  readonly document: string;
  /** Hosts that exist and may be sent commands. */
  readonly managed: readonly ManagedHosts[];
  readonly ebsKeyArn?: string;
  /** ARNs of state machines of others that may be run. */
  readonly hooks: readonly string[];
}

/** Machines of the safety stack. */
export const SAFETY_GRANTS: Readonly<
  Record<(typeof MACHINES)['safety'][number], (granting: GrantProps) => PolicyStatement[]>
> = {
  guardian: ({ names, bucketArn }) => [
    ...watchExecutions(names, ['experiment']),
    ...readKeys(bucketArn, [fenceKey('*')]),
  ],
  teardown: ({ names }) => deleteHosts(names.stackName),
  janitor: ({ names }) => listExecutions(names, ['guardian']),
  tell: ({ names }) => notifyPeople(names),
  results: ({ bucketArn }) => readKeys(bucketArn, [ANY.trials]),
};

/** Machines of the bench stack. */
export const BENCH_GRANTS: Readonly<
  Record<(typeof MACHINES)['bench'][number], (granting: BenchGrantProps) => PolicyStatement[]>
> = {
  experiment: () => [],
  rig: ({ bucketArn }) => [
    ...readKeys(bucketArn, [ANY.rig('*'), fenceKey('*')]),
    ...writeKeys(bucketArn, [ANY.rigOutcome('*')]),
  ],
  launch: ({ names, bucketArn, ...place }) => [
    ...readKeys(bucketArn, [fenceKey('*')]),
    ...writeKeys(bucketArn, [ANY.seen('*')]),
    ...launchFleets({ ...place, stackName: names.stackName }),
  ],
  'target-request': ({ bucketArn }) => readKeys(bucketArn, [fenceKey('*')]),
  action: ({ names, bucketArn, hooks }) => [
    ...readKeys(bucketArn, [fenceKey('*')]),
    ...writeKeys(bucketArn, [questionKey('*', '*'), ANY.action('*')]),
    allow(['sns:Publish'], [names.topicArn()]),
    ...runHooks(hooks),
  ],
  'trial-batch': ({ bucketArn }) => [
    ...readKeys(bucketArn, [`${ANY.root}batches/*`, fenceKey('*')]),
    ...writeKeys(bucketArn, [`${ANY.root}raw/*`]),
  ],
  'host-command': ({ names, bucketArn, document, managed }) => [
    // Managed hosts are named by their ids, which the file of hosts has.
    ...readKeys(bucketArn, [fenceKey('*'), ANY.hosts('*')]),
    ...commandHosts(names.stackName, document),
    ...commandManagedHosts(managed),
  ],
};

/**
 * What a machine's file calls of this deployment.
 * @param functionArn by the function's name
 */
export function grantOwnCalls(
  machine: MachineName,
  text: string,
  names: Names,
  functionArn: (name: string) => string,
): PolicyStatement[] {
  const { functions, starts, runs } = parseCalls(text);
  return [
    ...(functions.length === 0 ? [] : [allow(['lambda:InvokeFunction'], functions.map(functionArn))]),
    ...(starts.length === 0 ? [] : startExecutions(names, starts)),
    ...(runs.length === 0 ? [] : runExecutions(names, runs)),
    ...runMapChildren(names, machine),
  ];
}
