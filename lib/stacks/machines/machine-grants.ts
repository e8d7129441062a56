/**
 * Permissions of each machine's role. Those for calls of this deployment's functions and machines are derived from the
 * machine file; those for AWS calls are listed here, limited to the machine's resources.
 */
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { getConfirmationKey, getFenceKey, getTokenKey } from '../../shapes/layout';
import { allow } from '../grants/allow';
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
import { type Names, makeArn } from '../names';
import {
  type MACHINES,
  type MachineName,
  ALL_FUNCTIONS,
  ALL_MACHINES,
  type FunctionName,
  getFunctionPlaceholder,
  getMachinePlaceholder,
} from '../../shapes/machines';
import { Aws } from 'aws-cdk-lib';
import { DETAIL_TYPE, EVENT_SOURCE } from '../../shapes/mail';

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
    ...writeKeys(bucketArn, [getTokenKey('*')]),
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

interface MachineCalls {
  readonly functions: readonly FunctionName[];
  /** Started without waiting. */
  readonly starts: readonly MachineName[];
  /** Started and waited for. */
  readonly runs: readonly MachineName[];
}

const INVOKE = 'arn:${Partition}:states:::lambda:invoke';
const START = 'arn:${Partition}:states:::states:startExecution';
const RUN = 'arn:${Partition}:states:::states:startExecution.sync:2';

/** Parses which functions and machines of this deployment a machine file with valid placeholders calls. */
function parseCalls(text: string): MachineCalls {
  const named = { [INVOKE]: new Set<string>(), [START]: new Set<string>(), [RUN]: new Set<string>() };
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { Resource: resource, Arguments: given } = value as Record<string, unknown>;
    if (resource === INVOKE || resource === START || resource === RUN) {
      const { FunctionName, StateMachineArn } = given as Record<string, unknown>;
      named[resource].add(String(FunctionName ?? StateMachineArn));
    }
    for (const item of Object.values(value)) walk(item);
  };
  walk(JSON.parse(text));
  const machines = (from: ReadonlySet<string>): MachineName[] =>
    ALL_MACHINES.filter((one) => from.has(`\${${getMachinePlaceholder(one)}}`));
  return {
    functions: ALL_FUNCTIONS.filter((one) => named[INVOKE].has(`\${${getFunctionPlaceholder(one)}}`)),
    starts: machines(named[START]),
    runs: machines(named[RUN]),
  };
}

/** Allows publishing to the deployment's topic, and putting events of one source on the default bus. */
function notifyPeople(names: Names): PolicyStatement[] {
  return [
    allow(['sns:Publish'], [names.topicArn()]),
    allow(['events:PutEvents'], [makeArn('events', Aws.REGION, 'event-bus/default')], {
      StringEquals: { 'events:source': EVENT_SOURCE, 'events:detail-type': Object.values(DETAIL_TYPE) },
    }),
  ];
}
