/** Table of the lambda functions: stack, permissions and limits. A function also needs `lambdas/NAME/`. */
import { getStartKey } from '../../shapes/start-notes';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  getFenceKey,
  LOCKS_PREFIX,
  getScheduledStartKey,
  getPointerKey,
  getPricesKey,
  getResultKey,
  getProofKey,
  getTokenKey,
  RUNNING_KEY,
  TABLE_PREFIXES,
} from '../../shapes/layout';
import { ANY, fetchKeys, readKeys, writeKeys, writeKeysOnce } from '../grants/bucket';
import {
  answerTasks,
  listExecutions,
  describeHooks,
  startExecutions,
  stopExecutions,
  watchExecutions,
  watchHooks,
} from '../grants/executions';
import { passS3FilesRole } from '../grants/s3-files';
import {
  changeAnyStorage,
  changeStorageByService,
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
  listCommands,
  listInvocations,
  describeHosts,
  describeOfferings,
  readQuotas,
  allowDryRuns,
} from '../grants/hosts';
import { type FunctionName, type MachineName, MACHINES } from '../../shapes/machines';
import type { Names } from '../names';

export interface FunctionEntry {
  /** MiB; CPU time is proportional. */
  readonly memory: number;
  /** Whether the function renders scripts: it gets the texts of `workloads/`, and the network. */
  readonly plans?: boolean;
  /** Gets reserved concurrency, because it cleans up, and measuring functions could use up the account's limit. */
  readonly ends?: boolean;
  /** Whether EventBridge calls the function asynchronously: failed events go to the queue, if there is one. */
  readonly byEvents?: boolean;
  /** Whether the function creates storage: it gets subnets, security group and route table. */
  readonly createsStorage?: boolean;
  readonly statements: (names: Names, bucketArn: string, others: ExternalAccess) => readonly PolicyStatement[];
  /**
   * Further permissions as managed policies by name, because inline policies of a role have 10,240 characters together,
   * and each managed policy has 6,144 (IAM quotas). Default: none.
   */
  readonly policies?: (names: Names) => ReadonlyMap<string, readonly PolicyStatement[]>;
}

export interface ExternalAccess {
  /** Managed hosts that may receive commands. */
  readonly managed: readonly ManagedHosts[];
  /** ARNs of state machines that may run as hooks. */
  readonly hooks: readonly string[];
  /** Launch settings; absent in the safety stack, which launches no hosts. */
  readonly hosts?: LaunchSettings & {
    readonly profileArn: string;
    readonly secretProfileArn: string;
    /** Service role of S3 Files. */
    readonly s3FilesRoleArn: string;
  };
}

const DEFAULTS = { memory: 512 };
/** Machines that the guardian stops, besides the experiment: those that create, measure or analyse. */
const STOPPABLE: readonly MachineName[] = [...MACHINES.bench.filter((one) => one !== 'experiment'), 'results'];
const RAW_RESULTS = `${ANY.root}raw/*`;

/** Functions by name. The placeholder for `close-fence` in machine files is `CloseFenceFunctionArn`. */
export const FUNCTIONS: Readonly<Record<FunctionName, FunctionEntry>> = {
  admit: {
    ...DEFAULTS,
    memory: 1024,
    plans: true,
    // A spec may have any key in the bucket. A function that starts executions must not be able to write fences.
    statements: (_names, bucket, { hooks, hosts }) => [
      ...describeOfferings(),
      ...(hosts === undefined ? [] : allowDryRuns(hosts)),
      ...describeHooks(hooks),
      ...describeAgents(),
      ...readQuotas(),
      ...listLedger(),
      ...readKeys(bucket, ['*']),
      ...writeKeys(bucket, [`${ANY.root}*`, getPricesKey('*'), RUNNING_KEY, getStartKey('*', '*')]),
      ...writeKeysOnce(bucket, [getPointerKey('*'), getScheduledStartKey('*', '*'), getResultKey('*')]),
      ...writeKeys(bucket, [`${LOCKS_PREFIX}*`]),
    ],
  },
  'list-hosts': {
    ...DEFAULTS,
    // Leases name a rig's managed hosts.
    statements: (_names, bucket) => [
      ...describeHosts(),
      ...readKeys(bucket, [`${LOCKS_PREFIX}*`]),
      ...writeKeys(bucket, [ANY.hosts('*'), ANY.endpoints('*')]),
    ],
  },
  'judge-hosts': {
    ...DEFAULTS,
    statements: (_names, bucket) => [
      ...listCommands(),
      ...listInvocations(),
      ...readKeys(bucket, [ANY.hosts('*'), RAW_RESULTS]),
    ],
  },
  'may-run': {
    ...DEFAULTS,
    memory: 1024,
    statements: (_names, bucket) => [
      ...readKeys(bucket, [`${ANY.root}*`]),
      ...writeKeys(bucket, [ANY.row('*'), ANY.observations('*'), ANY.series('*')]),
      ...writeKeysOnce(bucket, [ANY.decision('*')]),
    ],
  },
  'choose-rigs': {
    ...DEFAULTS,
    memory: 1024,
    statements: (_names, bucket) => [
      ...readKeys(bucket, [`${ANY.root}*`, getFenceKey('*')]),
      ...writeKeys(bucket, [ANY.row('*'), ANY.observations('*'), ANY.series('*')]),
      ...writeKeysOnce(bucket, [ANY.walk('*')]),
    ],
  },
  'call-storage': {
    ...DEFAULTS,
    createsStorage: true,
    statements: ({ stackName }, bucket, { hosts }) => [
      ...(hosts === undefined ? [] : [passS3FilesRole(hosts.s3FilesRoleArn)]),
      ...changeAnyStorage(stackName),
      ...readKeys(bucket, [getFenceKey('*'), getPointerKey('*')]),
      ...writeKeys(bucket, [ANY.seen('*')]),
    ],
    policies: ({ stackName }) => changeStorageByService(stackName),
  },
  'close-fence': {
    ...DEFAULTS,
    ends: true,
    statements: (_names, bucket) => [
      ...fetchKeys(bucket, [getFenceKey('*')]),
      ...writeKeys(bucket, [getFenceKey('*')]),
    ],
  },
  'compose-mail': {
    ...DEFAULTS,
    statements: (_names, bucket) => [
      ...readKeys(bucket, [ANY.plan, ANY.summary, ANY.receipt, ANY.history]),
      ...readKeys(bucket, [getPointerKey('*'), getProofKey('*')]),
      ...writeKeys(bucket, [getResultKey('*')]),
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
    // Permissions for leases, and for the command that cleans external storage.
    statements: (names, bucket, { managed }) => [
      ...deleteStorage(names.stackName),
      ...sendCommands(names.stackName, names.of('run-script')),
      ...commandManagedHosts(managed),
      ...readKeys(bucket, [`${LOCKS_PREFIX}*`, ANY.rig('*'), ANY.hosts('*'), getFenceKey('*')]),
      ...writeKeys(bucket, [`${LOCKS_PREFIX}*`]),
      ...writeKeysOnce(bucket, [ANY.cleaning('*')]),
    ],
  },
  'list-resources': {
    ...DEFAULTS,
    ends: true,
    statements: (_names, bucket) => [
      ...listLedger(),
      ...listInvocations(),
      ...listCommands(),
      // Pointer and plan are read only if a kind cannot be listed, to find out whether resources of the kind may exist.
      ...readKeys(bucket, [
        getPointerKey('*'),
        ANY.plan,
        ANY.seen('*'),
        `${LOCKS_PREFIX}*`,
        ANY.rig('*'),
        ANY.cleaning('*'),
        getFenceKey('*'),
      ]),
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
        getFenceKey('*'),
        `${LOCKS_PREFIX}*`,
      ]),
      ...writeKeys(bucket, [ANY.receipt, getProofKey('*')]),
    ],
  },
  'find-orphans': {
    ...DEFAULTS,
    ends: true,
    // Objects that show which executions were admitted, proven clean, ended, and reported by mail.
    statements: (names, bucket) => [
      ...listLedger(),
      ...watchExecutions(names, ['experiment', 'guardian', 'rig']),
      ...listExecutions(names, ['experiment', 'guardian', 'notify', 'teardown']),
      ...readKeys(bucket, [ANY.plan, ANY.seen('*'), getPointerKey('*'), getProofKey('*')]),
    ],
  },
  'start-guardian': {
    ...DEFAULTS,
    ends: true,
    byEvents: true,
    statements: (names, bucket) => [
      ...watchExecutions(names, ['guardian']),
      ...startExecutions(names, ['guardian', 'teardown', 'notify']),
      ...answerTasks(),
      ...readKeys(bucket, [
        ANY.plan,
        ANY.trials,
        getPointerKey('*'),
        getProofKey('*'),
        getFenceKey('*'),
        getTokenKey('*'),
      ]),
      ...writeKeys(bucket, [getFenceKey('*')]),
    ],
  },
  'parse-trial': {
    ...DEFAULTS,
    memory: 1024,
    statements: (_names, bucket) => [
      ...readKeys(bucket, [RAW_RESULTS, ANY.rigOutcome('*'), ANY.decision('*'), ANY.walk('*')]),
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
      // A history has the tables, plans and summaries of earlier executions.
      ...readKeys(bucket, [`${ANY.root}*`, getPointerKey('*'), `${TABLE_PREFIXES.cells}*`]),
      ...writeKeys(bucket, [ANY.summary, ANY.report, ANY.history]),
      ...writeKeys(bucket, [`${TABLE_PREFIXES.observations}*`, `${TABLE_PREFIXES.cells}*`]),
    ],
  },
};

/** Permissions to list every resource kind that an execution may leave. */
function listLedger(): PolicyStatement[] {
  return [...listEc2(), ...listStorage()];
}
