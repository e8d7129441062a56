/**
 * Calls that no rehearsal shows, because AWS or a host makes them with a role: each with its source. They are checked
 * against the roles like all others.
 */
import { makeBucketName } from '../../../lib/shapes/bucket-name';
import { layout, getToolArchiveKey, getToolPointerKey } from '../../../lib/shapes/layout';
import { ALL_FUNCTIONS, ALL_MACHINES, type MachineName, MAP_LABELS } from '../../../lib/shapes/machines';
import { HOSTS, type Role, S3_FILES_ROLE } from '../roles/roles';
import { type Check, check, toArn } from './check';

export interface UnseenCall {
  /** Name of the role. */
  readonly role: string;
  readonly check: Check;
  /** The caller, and the source. */
  readonly why: string;
}

export interface UnseenPlace {
  readonly region: string;
  readonly account: string;
  readonly bucket: string;
  readonly roles: readonly Role[];
}

/** Actions by which Step Functions sets up the log of a machine; they have no resource types. */
const LOG_DELIVERY = [
  'CreateLogDelivery',
  'GetLogDelivery',
  'UpdateLogDelivery',
  'DeleteLogDelivery',
  'ListLogDeliveries',
  'PutResourcePolicy',
  'DescribeResourcePolicies',
  'DescribeLogGroups',
];

/** Calls of the agent of Systems Manager; they have no resource types except the host itself. */
const AGENT = [
  'ssm:UpdateInstanceInformation',
  ...['CreateControlChannel', 'CreateDataChannel', 'OpenControlChannel', 'OpenDataChannel'].map(
    (name) => `ssmmessages:${name}`,
  ),
  ...['AcknowledgeMessage', 'DeleteMessage', 'FailMessage', 'GetEndpoint', 'GetMessages', 'SendReply'].map(
    (name) => `ec2messages:${name}`,
  ),
];

/** All of them, for the existing roles. */
export function unseenCalls(place: UnseenPlace): UnseenCall[] {
  return [
    ...ALL_MACHINES.flatMap((machine) => [...logging(machine), ...mapChildren(machine, place)]),
    ...ALL_FUNCTIONS.flatMap((name) => writingLogs(name, place)),
    ...hosts(place),
    ...schedules(place),
    ...failures(place),
    ...s3Files(place),
  ];
}

function logging(role: string): UnseenCall[] {
  const why = 'Step Functions, when a machine is created (Step Functions guide, Logging using CloudWatch Logs)';
  return LOG_DELIVERY.map((name) => ({ role, check: check(`logs:${name}`, '*'), why }));
}

/** Children of a distributed Map are executions of the machine itself. */
function mapChildren(machine: MachineName, place: UnseenPlace): UnseenCall[] {
  const label = MAP_LABELS[machine];
  if (label === undefined) return [];
  const why = 'Step Functions, for the children of a Map run (Step Functions guide, IAM policies for Distributed Map)';
  const execution = (name: string): string => toArn(place, 'states', `execution:fsxbench-${name}:id`);
  return [
    check('states:StartExecution', toArn(place, 'states', `stateMachine:fsxbench-${machine}`)),
    ...[machine, `${machine}/${label}`].flatMap((name) =>
      ['Describe', 'Stop'].map((verb) => check(`states:${verb}Execution`, execution(name))),
    ),
  ].map((one) => ({ role: machine, check: one, why }));
}

/** The log group of a function is in its own statement: other groups are not needed. */
function writingLogs(role: string, { roles }: UnseenPlace): UnseenCall[] {
  const why = 'Lambda, for what the function writes (Lambda guide, Sending function logs to CloudWatch Logs)';
  const own = roles.find(({ name }) => name === role);
  const groups = (own?.statements ?? [])
    .filter(({ actions }) => actions.patterns.includes('logs:PutLogEvents'))
    .flatMap(({ resources }) => resources?.patterns ?? []);
  return groups.flatMap((group) =>
    ['CreateLogStream', 'PutLogEvents'].map((name) => ({
      role,
      check: check(`logs:${name}`, group.replace(/\*$/, 'log-stream:2026/11/22/1')),
      why,
    })),
  );
}

function hosts({ bucket }: UnseenPlace): UnseenCall[] {
  const keys = layout('any', 'any-1');
  const object = (key: string): string => `arn:aws:s3:::${bucket}/${key}`;
  const tls = { 'aws:SecureTransport': 'true', 's3:TlsVersion': '1.3' };
  const tools = [getToolPointerKey('ior', 'debian-12-x86_64'), getToolArchiveKey('ior', '0'.repeat(64), 'tar.gz')];
  const read = [keys.script('0'.repeat(64)), keys.hosts('r1'), keys.endpoints('r1'), ...tools];
  const raw = `${keys.attempt('r1', 't0001', 1)}h1/measure/status.json`;
  return Object.values(HOSTS).flatMap((role) => {
    const said = { role, why: 'hosts, by `workloads/host/` and `workloads/shell/`' };
    return [
      ...read.map((key) => ({ ...said, check: check('s3:GetObject', object(key), tls) })),
      { ...said, check: check('s3:PutObject', object(raw), { ...tls, 's3:if-none-match': '*' }) },
      ...AGENT.map((action) => ({
        role,
        check: check(action, '*'),
        why: 'the agent of Systems Manager (its guide, Reference: ec2messages, ssmmessages, and other API operations)',
      })),
    ];
  });
}

/** S3 Files as its service role, and hosts that mount a file system, whose large reads come from the bucket. */
function s3Files(place: UnseenPlace): UnseenCall[] {
  const stack = { 'aws:ResourceTag/fsxbench:stack': 'fsxbench-local' };
  const name = makeBucketName('fsxbench-local', 'any');
  const own = { 'aws:SecureTransport': 'true', 's3:ResourceAccount': place.account };
  const bucket = ['ListBucket', 'ListBucketVersions'].map((one) => check(`s3:${one}`, `arn:aws:s3:::${name}`, own));
  const reads = ['GetObject', 'GetObjectVersion'];
  const objects = [...reads, 'AbortMultipartUpload', 'DeleteObject', 'DeleteObjectVersion', 'PutObject'];
  const toObject = (one: string): Check => check(`s3:${one}`, `arn:aws:s3:::${name}/fsxbench/h1/data.0`, own);
  const rule = toArn(place, 'events', 'rule/DO-NOT-DELETE-S3-Files-1');
  const managed = { 'events:ManagedBy': 'elasticfilesystem.amazonaws.com' };
  const rules = ['DeleteRule', 'DisableRule', 'EnableRule', 'PutRule', 'PutTargets', 'RemoveTargets'];
  const looks = ['DescribeRule', 'ListTargetsByRule'];
  const why = 'S3 Files (S3 guide, Prerequisites for S3 Files, IAM role for accessing your bucket)';
  const mounts = ['ClientMount', 'ClientRootAccess', 'ClientWrite'].map((one) =>
    check(`s3files:${one}`, toArn(place, 's3files', 'file-system/fs-1'), stack),
  );
  return [
    ...[...bucket, ...objects.map(toObject)].map((one) => ({ role: S3_FILES_ROLE, check: one, why })),
    ...rules.map((one) => ({ role: S3_FILES_ROLE, check: check(`events:${one}`, rule, managed), why })),
    ...looks.map((one) => ({ role: S3_FILES_ROLE, check: check(`events:${one}`, rule), why })),
    ...Object.values(HOSTS).flatMap((role) =>
      [...mounts, ...reads.map(toObject)].map((one) => ({
        role,
        check: one,
        why: 'the mount helper on hosts (S3 guide, Prerequisites for S3 Files)',
      })),
    ),
  ];
}

/** Events of failed functions. */
function failures({ roles }: UnseenPlace): UnseenCall[] {
  const role = 'start-guardian';
  const why = 'Lambda, for an event that the function failed on (Lambda guide, Asynchronous invocation)';
  return checkQueues(role, roles).map((one) => ({ role, check: one, why }));
}

function checkQueues(role: string, roles: readonly Role[]): Check[] {
  return (roles.find(({ name }) => name === role)?.statements ?? [])
    .filter(({ actions }) => actions.patterns.includes('sqs:SendMessage'))
    .flatMap(({ resources }) => resources?.patterns ?? [])
    .map((queue) => check('sqs:SendMessage', queue, { 'aws:SecureTransport': 'true' }));
}

function schedules({ roles, ...place }: UnseenPlace): UnseenCall[] {
  const why = 'EventBridge Scheduler: the start, and the queue of those that failed (Scheduler guide, Execution role)';
  const started = { 'schedules of safety': 'janitor', 'schedules of bench': 'experiment' };
  return Object.entries(started).flatMap(([role, machine]) => {
    const start = check('states:StartExecution', toArn(place, 'states', `stateMachine:fsxbench-${machine}`));
    return [start, ...checkQueues(role, roles)].map((one) => ({ role, check: one, why }));
  });
}
