/**
 * Permissions of each machine's role. Those for calls of this deployment's functions and machines are derived from the
 * machine file; those for AWS calls are listed here, limited to the machine's resources.
 */
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { getConfirmationKey, getFenceKey } from '../../shapes/layout';
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

/** References for the policies of a stack's machines. */
export interface GrantProps {
  readonly names: Names;
  readonly bucketArn: string;
}

/** Further references for machines of the bench stack. */
export interface BenchGrantProps extends GrantProps {
  readonly subnetId: string;
  readonly second?: { readonly subnetId: string } | undefined;
  readonly securityGroupId: string;
  readonly hostRoleArns: readonly string[];
  readonly placementGroup: string;
  readonly document: string;
  /** Managed hosts that may receive commands. */
  readonly managed: readonly ManagedHosts[];
  readonly ebsKeyArn?: string;
  /** ARNs of external state machines that may run as hooks. */
  readonly hooks: readonly string[];
}

export const SAFETY_GRANTS: Readonly<
  Record<(typeof MACHINES)['safety'][number], (granting: GrantProps) => PolicyStatement[]>
> = {
  guardian: ({ names, bucketArn }) => [
    ...watchExecutions(names, ['experiment']),
    ...readKeys(bucketArn, [getFenceKey('*')]),
  ],
  teardown: ({ names }) => deleteHosts(names.stackName),
  janitor: ({ names }) => listExecutions(names, ['guardian']),
  notify: ({ names }) => notifyPeople(names),
  results: ({ bucketArn }) => readKeys(bucketArn, [ANY.trials]),
};

export const BENCH_GRANTS: Readonly<
  Record<(typeof MACHINES)['bench'][number], (granting: BenchGrantProps) => PolicyStatement[]>
> = {
  experiment: () => [],
  rig: ({ bucketArn }) => [
    ...readKeys(bucketArn, [ANY.rig('*'), ANY.events('*', '*'), getFenceKey('*')]),
    ...writeKeys(bucketArn, [ANY.rigOutcome('*')]),
  ],
  launch: ({ names, bucketArn, ...place }) => [
    ...readKeys(bucketArn, [getFenceKey('*')]),
    ...writeKeys(bucketArn, [ANY.seen('*')]),
    ...launchFleets({ ...place, stackName: names.stackName }),
  ],
  'target-request': ({ bucketArn }) => readKeys(bucketArn, [getFenceKey('*')]),
  action: ({ names, bucketArn, hooks }) => [
    ...readKeys(bucketArn, [getFenceKey('*')]),
    ...writeKeys(bucketArn, [getConfirmationKey('*', '*'), ANY.action('*')]),
    allow(['sns:Publish'], [names.topicArn()]),
    ...runHooks(hooks),
  ],
  'trial-batch': ({ bucketArn }) => [
    ...readKeys(bucketArn, [`${ANY.root}batches/*`, getFenceKey('*')]),
    ...writeKeys(bucketArn, [`${ANY.root}raw/*`]),
  ],
  'host-command': ({ names, bucketArn, document, managed }) => [
    // The host list has the ids of managed hosts.
    ...readKeys(bucketArn, [getFenceKey('*'), ANY.rigOutcome('*'), ANY.hosts('*')]),
    ...commandHosts(names.stackName, document),
    ...commandManagedHosts(managed),
  ],
};

/** Permissions for a machine's calls of this deployment. @param functionArn ARN by function name */
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
