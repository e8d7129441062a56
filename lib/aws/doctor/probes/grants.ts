/**
 * Probes of roles: an experiment succeeded with the deployed role, and IAM's simulator denies a request that the role
 * must deny. The success alone proves no condition, because a role that allows everything would also succeed.
 */
import type { MachineName } from '../../../shapes/machines';
import { REQUIRED_TAGS, TAG_KEYS } from '../../../shapes/tags';
import { getPhysicalId } from '../deployment';
import type { Experiment } from '../experiments';
import {
  requireBucket,
  requireStack,
  toFail,
  type Finding,
  toPass,
  type ProbeContext,
  type Probe,
} from '../probe-context';
import { isAllowed, getFunctionRole, getMachineRole } from '../simulate';
import { launchesHosts, findValidTrials, proveByTrials, proveBy, listFsxTypes } from './evidence';

type ExtraCheck = (one: Experiment, context: ProbeContext) => Promise<Finding>;

/** A request with and without a required property, for the simulator. */
interface RequestPair {
  readonly machine: MachineName;
  readonly action: string;
  readonly resource: (context: ProbeContext) => string;
  readonly allowed: (context: ProbeContext) => Readonly<Record<string, string>>;
  readonly refused: (context: ProbeContext) => Readonly<Record<string, string>>;
  /** The property that the denied request lacks. */
  readonly without: string;
}

/** Passes if the simulator allows the first request and denies the second. */
const simulatePair =
  ({ machine, action, resource, allowed, refused, without }: RequestPair): ExtraCheck =>
  async (_one, context) => {
    const query = { role: await getMachineRole(context, machine), action, resource: resource(context) };
    if (!(await isAllowed(context, { ...query, context: allowed(context) })))
      return toFail(`the simulator denies ${action} to the role of ${machine}`);
    if (await isAllowed(context, { ...query, context: refused(context) }))
      return toFail(`the role of ${machine} may ${action} ${without}`);
    return toPass(`refused ${without}`);
  };

const toInstanceArn = ({ place }: ProbeContext): string => place.arn('ec2', 'instance/*');
const toRequestTags = ({ place }: ProbeContext): Record<string, string> => ({
  ...Object.fromEntries(REQUIRED_TAGS.map((key) => [`aws:RequestTag/${key}`, 'doctor'])),
  [`aws:RequestTag/${TAG_KEYS.stack}`]: place.stackName,
  'ec2:MetadataHttpTokens': 'required',
});

/** Passes with valid trials of an experiment that would fail without the permission, and a passed extra check. */
const proveByBoth = (could: (one: Experiment) => boolean, besides: ExtraCheck): Probe =>
  proveBy(async (one, context) => {
    const done = could(one) ? await findValidTrials(one) : null;
    if (done === null) return null;
    const more = await besides(one, context);
    return more.state === 'holds' ? toPass(`${done.saw}; ${more.saw}`) : more;
  });

/** Hosts upload results with `If-None-Match`; the simulator must deny an upload without the condition. */
const checkWriteOnce: ExtraCheck = async (one, context) => {
  const name = getPhysicalId(requireStack(context, 'bench'), 'AWS::IAM::Role', 'HostRole');
  const role = `arn:aws:iam::${context.place.account}:role/${name}`;
  const query = {
    role,
    action: 's3:PutObject',
    resource: `arn:aws:s3:::${requireBucket(context)}/${one.root}raw/doctor`,
  };
  if (await isAllowed(context, query)) return toFail('the role of the hosts may write without If-None-Match');
  if (!(await isAllowed(context, { ...query, context: { 's3:if-none-match': '*' } })))
    return toFail('the simulator denies the write with If-None-Match too');
  return toPass('a write without If-None-Match is denied');
};

const checkExternal: ExtraCheck = async (_one, context) => {
  const role = await getFunctionRole(context, 'call-storage');
  const resource = context.place.arn('fsx', 'file-system/fs-0123456789abcdef0');
  const external = {
    ...toRequestTags(context),
    'aws:ResourceTag/Name': 'somebody-else',
    [`aws:ResourceTag/${TAG_KEYS.stack}`]: 'other',
  };
  const query = { role, action: 'fsx:TagResource', resource };
  if (!(await isAllowed(context, { ...query, context: toRequestTags(context) })))
    return toFail('the simulator denies tags at creation to the role of call-storage');
  return (await isAllowed(context, { ...query, context: external }))
    ? toFail('the role of call-storage may tag an external file system')
    : toPass('it may not tag an external file system');
};

/** Whether the role of call-storage created storage. */
const createsStorage = ({ plan }: Experiment): boolean => listFsxTypes(plan).size > 0;

export const GRANTS_PROBES = {
  'fleet-grants': proveByTrials(launchesHosts),
  'fleet-resources': proveByTrials(launchesHosts),
  'template-tags': proveByBoth(
    launchesHosts,
    simulatePair({
      machine: 'launch',
      action: 'ec2:RunInstances',
      resource: toInstanceArn,
      allowed: toRequestTags,
      refused: () => ({ 'ec2:MetadataHttpTokens': 'required' }),
      without: 'without tags',
    }),
  ),
  'create-action': proveByBoth(
    launchesHosts,
    simulatePair({
      machine: 'launch',
      action: 'ec2:CreateTags',
      resource: toInstanceArn,
      allowed: () => ({ 'ec2:CreateAction': 'RunInstances' }),
      refused: () => ({}),
      without: 'outside a create',
    }),
  ),
  'metadata-tokens': proveByBoth(
    launchesHosts,
    simulatePair({
      machine: 'launch',
      action: 'ec2:RunInstances',
      resource: toInstanceArn,
      allowed: toRequestTags,
      refused: (context) => ({ ...toRequestTags(context), 'ec2:MetadataHttpTokens': 'optional' }),
      without: 'with optional metadata tokens',
    }),
  ),
  'command-tag-condition': proveByBoth(
    launchesHosts,
    simulatePair({
      machine: 'host-command',
      action: 'ssm:SendCommand',
      resource: toInstanceArn,
      allowed: ({ place }) => ({ [`ssm:resourceTag/${TAG_KEYS.stack}`]: place.stackName }),
      refused: () => ({ [`ssm:resourceTag/${TAG_KEYS.stack}`]: 'other' }),
      without: 'to hosts of another deployment',
    }),
  ),
  'host-role': proveByTrials(launchesHosts),
  'write-once-condition': proveByBoth(launchesHosts, checkWriteOnce),
  'storage-grants': proveByTrials(createsStorage),
  'existing-resource-tags': proveByBoth(createsStorage, checkExternal),
} satisfies Readonly<Record<string, Probe>>;
