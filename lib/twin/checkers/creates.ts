/** Which calls create something, in whose behalf, and when. */
import { isOwnedBy } from '../../shapes/execution-names';
import { fenceKey, LEASES, TAG } from '../../shapes/layout';
import type { CallRecord } from '../cloud/service';
import type { Lease } from '../../aws/leases/lease';
import type { ExecutionFacts, Finding } from './facts';

/** Services that hold what costs money or lives on. */
const CREATING_SERVICES = new Set(['ec2', 'fsx', 'efs', 'ebs', 'secretsmanager', 'cloudwatch', 'autoscaling']);
const CREATING_ACTION = /^(?:(?:Create|Run|Request|Allocate|Copy|Import)[A-Z]|PutMetricAlarm$)/;
/** Tags are no things of their own. */
const NOT_CREATING = new Set(['CreateTags']);

/** Makes something that has to be removed. */
export function isCreateCall(call: CallRecord): boolean {
  return (
    CREATING_SERVICES.has(call.service.toLowerCase()) &&
    CREATING_ACTION.test(call.action) &&
    toMembers(call.input)['DryRun'] !== true &&
    !NOT_CREATING.has(call.action)
  );
}

/** Starts work on hosts. */
function isSendCommand(call: CallRecord): boolean {
  return call.service.toLowerCase() === 'ssm' && call.action === 'SendCommand';
}

/** Made by the execution, by one of its children, or with its tag on it. */
export function belongsTo(call: CallRecord, executionId: string): boolean {
  if (isOwnedBy(call.execution, executionId)) return true;
  return findTagValues(call.input, TAG.execution).includes(executionId);
}

/** Members of an object; none for anything else. */
export function toMembers(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** Items of a list; none for anything else. */
export function toItems(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A list of `{ Key, Value }` as an object. */
export function toTags(value: unknown): Record<string, string> {
  const pairs = toItems(value).map((item) => {
    const { Key, Value } = toMembers(item);
    return [typeof Key === 'string' ? Key : '', typeof Value === 'string' ? Value : ''] as const;
  });
  return Object.fromEntries(pairs);
}

/** Value of a tag, wherever in a request it stands. */
function findTagValues(value: unknown, key: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => findTagValues(item, key));
  const members = toMembers(value);
  const own = members['Key'] === key && typeof members['Value'] === 'string' ? [members['Value']] : [];
  return [...own, ...Object.values(members).flatMap((member) => findTagValues(member, key))];
}

/** Name and execution of a call, for a complaint. */
export function formatCall(call: CallRecord): string {
  return `${call.service}:${call.action} of ${call.execution || 'nobody'} in ${call.state} at ${call.time}`;
}

/** Calls that bring something into being: where their tags and their token stand. */

/** How a create call is made safe to repeat and findable from birth. */
export interface CreateRule {
  /** Argument that makes a repeated call the same call; null where the service has none and a name takes its place. */
  readonly token: string | null;
  /**
   * Paths of all lists of tags; `*` is every member of a list. Empty for what exists only as the child of a tagged
   * parent.
   */
  readonly tags: readonly (readonly string[])[];
  /** Values of ResourceType that have to be among the TagSpecifications at a path. */
  readonly resourceTypes: Readonly<Record<string, readonly string[]>>;
}

const SPECIFICATIONS = ['TagSpecifications', '*', 'Tags'];
const LAUNCH_DATA = 'LaunchTemplateData/TagSpecifications';

/** An EC2 call: tags in TagSpecifications, for one type of resource. */
function ec2Rule(resourceType: string, token: string | null = 'ClientToken'): CreateRule {
  return { token, tags: [SPECIFICATIONS], resourceTypes: { TagSpecifications: [resourceType] } };
}

/** A call with a plain list of tags. */
function listRule(token: string | null, tags = 'Tags'): CreateRule {
  return { token, tags: [[tags]], resourceTypes: {} };
}

/**
 * By action, as in `Resource`. Sources: the API references of the services (Request Parameters of each action); of a
 * launch template: https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_RequestLaunchTemplateData.html
 */
export const CREATE_RULES: Readonly<Record<string, CreateRule>> = {
  'cloudwatch:putMetricAlarm': listRule(null),
  'ec2:createFleet': ec2Rule('fleet'),
  'ec2:createLaunchTemplate': {
    token: 'ClientToken',
    tags: [SPECIFICATIONS, ['LaunchTemplateData', ...SPECIFICATIONS]],
    resourceTypes: {
      TagSpecifications: ['launch-template'],
      [LAUNCH_DATA]: ['instance', 'volume', 'network-interface'],
    },
  },
  'ec2:createVolume': ec2Rule('volume'),
  'ec2:createNetworkInterface': ec2Rule('network-interface'),
  'ec2:createPlacementGroup': ec2Rule('placement-group', null),
  'ec2:createSecurityGroup': ec2Rule('security-group', null),
  'ec2:createSnapshot': ec2Rule('snapshot', null),
  'efs:createFileSystem': listRule('CreationToken'),
  'efs:createAccessPoint': listRule('ClientToken'),
  'efs:createMountTarget': { token: null, tags: [], resourceTypes: {} },
  'fsx:createBackup': listRule('ClientRequestToken'),
  'fsx:createDataRepositoryAssociation': listRule('ClientRequestToken'),
  'fsx:createFileSystem': listRule('ClientRequestToken'),
  'fsx:createSnapshot': listRule('ClientRequestToken'),
  'fsx:createStorageVirtualMachine': listRule('ClientRequestToken'),
  'fsx:createVolume': listRule('ClientRequestToken'),
  'secretsmanager:createSecret': listRule('ClientRequestToken'),
};

/** Actions whose name says that they make something that costs or stays. */
export const LOOKS_LIKE_CREATE = /^[a-z0-9]+:(create|allocate|copy|request|restore|run|import|register)[A-Z]/;

// The call log of an execution, walked once for all checkers.

/** A call with its place in the order of beginning: by time, and at the same instant by the order of the log. */
export interface PlacedCall {
  readonly call: CallRecord;
  /** Epoch milliseconds at which it began. */
  readonly at: number;
  readonly place: number;
}

/** A write of a lease, whether or not it came through. */
export interface LeaseWrite extends PlacedCall {
  readonly key: string;
  readonly lease: Lease;
}

export interface CallIndex {
  /** All calls, in the order in which they began. */
  readonly ordered: readonly PlacedCall[];
  /** What the execution made, and what it sent to hosts. */
  readonly creates: readonly PlacedCall[];
  readonly commands: readonly PlacedCall[];
  /** Looks at the fence, and writes of it. */
  readonly aboutFence: readonly PlacedCall[];
  /** The write that closed it. */
  readonly fence: PlacedCall | undefined;
  /** What was under way when it fell has so long, milliseconds. */
  readonly settleMs: number;
  /** Of everybody. */
  readonly leases: readonly LeaseWrite[];
}

/** What must hold of an execution. @returns whatever does not */
export type Checker = (facts: ExecutionFacts, walk: CallIndex) => Finding[];

export function indexCalls({
  executionId,
  plan,
  calls,
}: Pick<ExecutionFacts, 'executionId' | 'plan' | 'calls'>): CallIndex {
  const ordered = sortCalls(calls);
  const own = (test: (call: CallRecord) => boolean): PlacedCall[] =>
    ordered.filter(({ call }) => test(call) && belongsTo(call, executionId));
  const aboutFence = ordered.filter(
    ({ call }) => call.service.toLowerCase() === 's3' && toMembers(call.input)['Key'] === fenceKey(executionId),
  );
  return {
    ordered,
    creates: own(isCreateCall),
    commands: own(isSendCommand),
    aboutFence,
    fence: aboutFence.find(({ call }) => call.action === 'PutObject' && call.error === undefined),
    settleMs: 1000 * (plan?.timing.settleSeconds ?? 0),
    leases: ordered.flatMap(toLeaseWrites),
  };
}

/** Calls in the order in which they began. */
export function sortCalls(calls: readonly CallRecord[]): PlacedCall[] {
  return calls
    .map((call, index) => ({ call, at: Date.parse(call.time), index }))
    .sort((a, b) => a.at - b.at || a.index - b.index)
    .map(({ call, at }, place) => ({ call, at, place }));
}

function toLeaseWrites(placed: PlacedCall): LeaseWrite[] {
  const { call } = placed;
  const { Key: key, Body } = toMembers(call.input);
  if (call.action !== 'PutObject' || typeof key !== 'string' || !key.startsWith(LEASES)) return [];
  return typeof Body === 'string' ? [{ ...placed, key, lease: JSON.parse(Body) as Lease }] : [];
}
