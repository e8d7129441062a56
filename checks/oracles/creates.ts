/** Which calls create a resource, for which execution, and when. */
import { isOwnedBy } from '../../lib/shapes/execution-names';
import { getFenceKey, LOCKS_PREFIX } from '../../lib/shapes/layout';
import { TAG_KEYS } from '../../lib/shapes/tags';
import type { CallRecord } from '../../lib/twin/cloud/service';
import type { Lease } from '../../lib/aws/leases/lease';
import type { ExecutionFacts, Finding } from '../../lib/twin/checkers/facts';

/** Services whose resources cost money or persist. */
const CREATING_SERVICES = new Set([
  'ec2',
  'fsx',
  'efs',
  's3',
  's3files',
  'ebs',
  'secretsmanager',
  'cloudwatch',
  'autoscaling',
]);
const CREATE_ACTION = /^(?:(?:Create|Run|Request|Allocate|Copy|Import)[A-Z]|PutMetricAlarm$)/;
/** These calls only add tags. */
const TAG_ONLY_ACTIONS = new Set(['CreateTags']);

/** Whether a call creates a resource that has to be removed. */
export function isCreateCall(call: CallRecord): boolean {
  return (
    CREATING_SERVICES.has(call.service.toLowerCase()) &&
    CREATE_ACTION.test(call.action) &&
    toMembers(call.input)['DryRun'] !== true &&
    !TAG_ONLY_ACTIONS.has(call.action)
  );
}

/** Whether a call was made by the execution or its children, or has its tag. */
export function belongsTo(call: CallRecord, executionId: string): boolean {
  if (isOwnedBy(call.execution, executionId)) return true;
  return findTagValues(call.input, TAG_KEYS.execution).includes(executionId);
}

/** Members of an object; empty for other values. */
export function toMembers(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** Items of a list; empty for other values. */
export function toItems(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A list of `{ Key, Value }` as an object. */
export function toTags(value: unknown): Record<string, string> {
  const pairs = toItems(value).map((item) => {
    // S3 Files has camel case.
    const { Key, Value, key = Key, value = Value } = toMembers(item);
    return [typeof key === 'string' ? key : '', typeof value === 'string' ? value : ''] as const;
  });
  return Object.fromEntries(pairs);
}

/** Values of a tag, anywhere in a request. */
function findTagValues(value: unknown, key: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => findTagValues(item, key));
  const members = toMembers(value);
  const own = members['Key'] === key && typeof members['Value'] === 'string' ? [members['Value']] : [];
  return [...own, ...Object.values(members).flatMap((member) => findTagValues(member, key))];
}

export function formatCall(call: CallRecord): string {
  return `${call.service}:${call.action} of ${call.execution || 'no execution'} in ${call.state} at ${call.time}`;
}

/** Create calls, and the location of their tags and tokens. */

/** Token and tags that make a create call idempotent and its resource findable. */
export interface CreateRule {
  /** Argument that identifies a repeated call; null if the service uses the name instead. */
  readonly token: string | null;
  /** Paths of tag lists; `*` is every item of a list. Empty if the resource exists only in a tagged parent. */
  readonly tags: readonly (readonly string[])[];
  /** Values of ResourceType that are required among the TagSpecifications at a path. */
  readonly resourceTypes: Readonly<Record<string, readonly string[]>>;
}

const TAG_SPECIFICATIONS_PATH = ['TagSpecifications', '*', 'Tags'];
const LAUNCH_DATA_PATH = 'LaunchTemplateData/TagSpecifications';

/** An EC2 call: tags in TagSpecifications, for one type of resource. */
function makeEc2Rule(resourceType: string, token: string | null = 'ClientToken'): CreateRule {
  return { token, tags: [TAG_SPECIFICATIONS_PATH], resourceTypes: { TagSpecifications: [resourceType] } };
}

function makeTagListRule(token: string | null, tags = 'Tags'): CreateRule {
  return { token, tags: [[tags]], resourceTypes: {} };
}

/**
 * Rules by action. Sources: the API references of the services (Request Parameters of each action). Launch templates:
 * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_RequestLaunchTemplateData.html
 */
export const CREATE_RULES: Readonly<Record<string, CreateRule>> = {
  'cloudwatch:putMetricAlarm': makeTagListRule(null),
  'ec2:createFleet': makeEc2Rule('fleet'),
  'ec2:createLaunchTemplate': {
    token: 'ClientToken',
    tags: [TAG_SPECIFICATIONS_PATH, ['LaunchTemplateData', ...TAG_SPECIFICATIONS_PATH]],
    resourceTypes: {
      TagSpecifications: ['launch-template'],
      [LAUNCH_DATA_PATH]: ['instance', 'volume', 'network-interface'],
    },
  },
  'ec2:createVolume': makeEc2Rule('volume'),
  'ec2:createNetworkInterface': makeEc2Rule('network-interface'),
  'ec2:createPlacementGroup': makeEc2Rule('placement-group', null),
  'ec2:createSecurityGroup': makeEc2Rule('security-group', null),
  'ec2:createSnapshot': makeEc2Rule('snapshot', null),
  'efs:createFileSystem': makeTagListRule('CreationToken'),
  'efs:createAccessPoint': makeTagListRule('ClientToken'),
  'efs:createMountTarget': { token: null, tags: [], resourceTypes: {} },
  'fsx:createBackup': makeTagListRule('ClientRequestToken'),
  'fsx:createDataRepositoryAssociation': makeTagListRule('ClientRequestToken'),
  'fsx:createFileSystem': makeTagListRule('ClientRequestToken'),
  'fsx:createSnapshot': makeTagListRule('ClientRequestToken'),
  'fsx:createStorageVirtualMachine': makeTagListRule('ClientRequestToken'),
  'fsx:createVolume': makeTagListRule('ClientRequestToken'),
  's3:createBucket': { token: null, tags: [['CreateBucketConfiguration', 'Tags']], resourceTypes: {} },
  's3files:createFileSystem': makeTagListRule('clientToken', 'tags'),
  's3files:createMountTarget': { token: null, tags: [], resourceTypes: {} },
  'secretsmanager:createSecret': makeTagListRule('ClientRequestToken'),
};

/** Names of actions that probably create resources that cost money or persist. */
export const CREATE_LIKE_ACTION = /^[a-z0-9]+:(create|allocate|copy|request|restore|run|import|register)[A-Z]/;

// The call log of an execution, indexed once for all checkers.

/** A call with its index in order of start time; calls of the same time in the order of the log. */
export interface OrderedCall {
  readonly call: CallRecord;
  /** Start, epoch milliseconds. */
  readonly at: number;
  readonly place: number;
}

/** A write of a lease, whether or not it succeeded. */
export interface LeaseWrite extends OrderedCall {
  readonly key: string;
  readonly lease: Lease;
}

export interface CallIndex {
  /** All calls, in the order in which they began. */
  readonly ordered: readonly OrderedCall[];
  /** Create calls, and commands sent to hosts. */
  readonly creates: readonly OrderedCall[];
  readonly commands: readonly OrderedCall[];
  readonly aboutFence: readonly OrderedCall[];
  /** The write that closed the fence. */
  readonly fence: OrderedCall | undefined;
  /** Milliseconds in which calls that began before the fence closed may still arrive. */
  readonly settleMs: number;
  /** Leases of all executions. */
  readonly leases: readonly LeaseWrite[];
}

/** A promise about an execution. @returns every violation */
export type Checker = (facts: ExecutionFacts, walk: CallIndex) => Finding[];

export function indexCalls({
  executionId,
  plan,
  calls,
}: Pick<ExecutionFacts, 'executionId' | 'plan' | 'calls'>): CallIndex {
  const ordered = sortCalls(calls);
  const own = (test: (call: CallRecord) => boolean): OrderedCall[] =>
    ordered.filter(({ call }) => test(call) && belongsTo(call, executionId));
  const aboutFence = ordered.filter(
    ({ call }) => call.service.toLowerCase() === 's3' && toMembers(call.input)['Key'] === getFenceKey(executionId),
  );
  return {
    ordered,
    creates: own(isCreateCall),
    commands: own((call) => call.service.toLowerCase() === 'ssm' && call.action === 'SendCommand'),
    aboutFence,
    fence: aboutFence.find(({ call }) => call.action === 'PutObject' && call.error === undefined),
    settleMs: 1000 * (plan?.timing.settleSeconds ?? 0),
    leases: ordered.flatMap(toLeaseWrites),
  };
}

export function sortCalls(calls: readonly CallRecord[]): OrderedCall[] {
  return calls
    .map((call, index) => ({ call, at: Date.parse(call.time), index }))
    .sort((a, b) => a.at - b.at || a.index - b.index)
    .map(({ call, at }, place) => ({ call, at, place }));
}

function toLeaseWrites(placed: OrderedCall): LeaseWrite[] {
  const { call } = placed;
  const { Key: key, Body } = toMembers(call.input);
  if (call.action !== 'PutObject' || typeof key !== 'string' || !key.startsWith(LOCKS_PREFIX)) return [];
  return typeof Body === 'string' ? [{ ...placed, key, lease: JSON.parse(Body) as Lease }] : [];
}
