/**
 * The lambda functions: where each lives, what it may do, how long it may take. A new one is an entry here and its
 * folder in `lambdas/`, which has its name.
 */
import { startKey } from '../../shapes/start-notes';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  fenceKey,
  LEASES,
  momentKey,
  pointerKey,
  pricesKey,
  resultKey,
  proofKey,
  RUNNING_KEY,
  TABLES,
} from '../../shapes/layout';
import { ANY, fetchKeys, readKeys, writeKeys, writeKeysOnce } from '../grants/bucket';
import {
  listExecutions,
  describeHooks,
  startExecutions,
  stopExecutions,
  watchExecutions,
  watchHooks,
} from '../grants/executions';
import {
  changeStorage,
  deleteStorage,
  listStorage,
  describeBackups,
  readMetrics,
  describeStorage,
} from '../grants/storage';
import type { ManagedHosts } from '../external';
import {
  sendCommands,
  commandManagedHosts,
  type LaunchSettings,
  listEc2,
  describeAgents,
  listInvocations,
  describeHosts,
  describeOfferings,
  readQuotas,
  allowDryRuns,
} from '../grants/hosts';
import { type FunctionName, type MachineName, MACHINES } from '../../shapes/machines';
import type { Names } from '../names';

export interface FunctionEntry {
  /** MiB; processor time comes in proportion. */
  readonly memory: number;
  /** Renders scripts: gets the texts of `workloads/`, and what is known of the network. */
  readonly plans?: boolean;
  /** Ends, deletes or proves: what measures must not take its place among the account's concurrent executions. */
  readonly ends?: boolean;
  /** EventBridge calls it and does not wait: what it fails on is kept in the queue, where there is one. */
  readonly byEvents?: boolean;
  /** Gets subnets, security group and route table of the storage that it creates. */
  readonly createsStorage?: boolean;
  readonly statements: (names: Names, bucketArn: string, others: ExternalAccess) => readonly PolicyStatement[];
}

/** What others own, and a deployment may use. */
export interface ExternalAccess {
  /** Hosts that exist and may be sent commands. */
  readonly managed: readonly ManagedHosts[];
  /** ARNs of state machines that may be run. */
  readonly hooks: readonly string[];
  /** Where hosts are launched; absent in the safety stack, which launches none. */
  readonly hosts?: LaunchSettings & { readonly profileArn: string; readonly secretProfileArn: string };
}

const DEFAULTS = { memory: 512 };
/** What the guardian stops beside the experiment: all that creates and measures, and results that are being read. */
const STOPPABLE: readonly MachineName[] = [...MACHINES.bench.filter((one) => one !== 'experiment'), 'results'];
const RAW_RESULTS = `${ANY.root}raw/*`;

/** By the name of the function: `close-fence` is the placeholder `CloseFenceFunctionArn`. */
export const FUNCTIONS: Readonly<Record<FunctionName, FunctionEntry>> = {
  admit: {
    ...DEFAULTS,
    memory: 1024,
    plans: true,
    // A spec may lie anywhere in the bucket; a fence may not be written by who opens executions.
    statements: (_names, bucket, { hooks, hosts }) => [
      ...describeOfferings(),
      ...(hosts === undefined ? [] : allowDryRuns(hosts)),
      ...describeHooks(hooks),
      ...describeAgents(),
      ...readQuotas(),
      ...listLedger(),
      ...readKeys(bucket, ['*']),
      ...writeKeys(bucket, [`${ANY.root}*`, pricesKey('*'), RUNNING_KEY, startKey('*', '*')]),
      ...writeKeysOnce(bucket, [pointerKey('*'), momentKey('*', '*'), resultKey('*')]),
      ...writeKeys(bucket, [`${LEASES}*`]),
    ],
  },
  'list-hosts': {
    ...DEFAULTS,
    // Leases say which managed hosts a rig has.
    statements: (_names, bucket) => [
      ...describeHosts(),
      ...readKeys(bucket, [`${LEASES}*`]),
      ...writeKeys(bucket, [ANY.hosts('*'), ANY.endpoints('*')]),
    ],
  },
  'judge-hosts': {
    ...DEFAULTS,
    statements: (_names, bucket) => [...listInvocations(), ...readKeys(bucket, [ANY.hosts('*'), RAW_RESULTS])],
  },
  'call-storage': {
    ...DEFAULTS,
    createsStorage: true,
    statements: ({ stackName }, bucket) => [
      ...changeStorage(stackName),
      ...readKeys(bucket, [fenceKey('*'), pointerKey('*')]),
      ...writeKeys(bucket, [ANY.seen('*')]),
    ],
  },
  'close-fence': {
    ...DEFAULTS,
    ends: true,
    statements: (_names, bucket) => [...fetchKeys(bucket, [fenceKey('*')]), ...writeKeys(bucket, [fenceKey('*')])],
  },
  'compose-mail': {
    ...DEFAULTS,
    statements: (_names, bucket) => [
      ...readKeys(bucket, [ANY.plan, ANY.summary, ANY.receipt, pointerKey('*'), proofKey('*')]),
      ...writeKeys(bucket, [resultKey('*')]),
    ],
  },
  'stop-children': {
    ...DEFAULTS,
    ends: true,
    statements: (names) => stopExecutions(names, 'experiment', STOPPABLE),
  },
  'delete-storage': {
    ...DEFAULTS,
    ends: true,
    // Leases, and the one command that takes away what a rig has put into stores of others.
    statements: (names, bucket, { managed }) => [
      ...deleteStorage(names.stackName),
      ...sendCommands(names.stackName, names.of('run-script')),
      ...commandManagedHosts(managed),
      ...readKeys(bucket, [`${LEASES}*`, ANY.rig('*')]),
      ...writeKeys(bucket, [`${LEASES}*`]),
      ...writeKeysOnce(bucket, [ANY.cleaning('*')]),
    ],
  },
  'list-resources': {
    ...DEFAULTS,
    ends: true,
    statements: (_names, bucket) => [
      ...listLedger(),
      ...listInvocations(),
      // Pointer and plan only where a kind cannot be listed: they say whether it may be there.
      ...readKeys(bucket, [pointerKey('*'), ANY.plan, ANY.seen('*'), `${LEASES}*`, ANY.rig('*'), ANY.cleaning('*')]),
      ...writeKeys(bucket, [ANY.seen('*')]),
      ...writeKeysOnce(bucket, [ANY.cleaning('*')]),
    ],
  },
  'write-receipt': {
    ...DEFAULTS,
    ends: true,
    statements: (_names, bucket, { hooks }) => [
      ...watchHooks(hooks),
      ...listEc2(),
      ...describeStorage(),
      ...describeBackups(),
      ...readKeys(bucket, [
        ANY.receipt,
        ANY.seen('*'),
        ANY.hosts('*'),
        ANY.plan,
        ANY.rig('*'),
        ANY.cleaning('*'),
        ANY.action('*'),
        `${LEASES}*`,
      ]),
      ...writeKeys(bucket, [ANY.receipt, proofKey('*')]),
    ],
  },
  'find-orphans': {
    ...DEFAULTS,
    ends: true,
    // Which executions were admitted, and which of them proven, which have ended, and of which somebody was told.
    statements: (names, bucket) => [
      ...listLedger(),
      ...watchExecutions(names, ['experiment', 'guardian', 'rig']),
      ...listExecutions(names, ['experiment', 'guardian', 'tell', 'teardown']),
      ...readKeys(bucket, [ANY.plan, ANY.seen('*'), pointerKey('*'), proofKey('*')]),
    ],
  },
  'start-guardian': {
    ...DEFAULTS,
    ends: true,
    byEvents: true,
    statements: (names, bucket) => [
      ...watchExecutions(names, ['guardian']),
      ...startExecutions(names, ['guardian', 'teardown', 'tell']),
      ...readKeys(bucket, [ANY.plan, ANY.trials, pointerKey('*'), proofKey('*'), fenceKey('*')]),
      ...writeKeys(bucket, [fenceKey('*')]),
    ],
  },
  'parse-trial': {
    ...DEFAULTS,
    memory: 1024,
    statements: (_names, bucket) => [
      ...readKeys(bucket, [RAW_RESULTS, ANY.rigOutcome('*')]),
      ...writeKeys(bucket, [ANY.row('*'), ANY.observations('*'), ANY.series('*')]),
    ],
  },
  'ask-servers': {
    memory: 1024,
    statements: (_names, bucket) => [
      ...readMetrics(),
      ...readKeys(bucket, [ANY.plan, ANY.row('*'), ANY.endpoints('*'), ANY.servers('*')]),
      ...writeKeys(bucket, [ANY.servers('*')]),
    ],
  },
  analyse: {
    memory: 2048,
    statements: (_names, bucket) => [
      ...readKeys(bucket, [`${ANY.root}*`, pointerKey('*')]),
      ...writeKeys(bucket, [ANY.summary, ANY.report, `${TABLES.observations}*`, `${TABLES.cells}*`]),
    ],
  },
};

/** Lists every kind that an execution may leave. */
function listLedger(): PolicyStatement[] {
  return [...listEc2(), ...listStorage()];
}
