/**
 * Lines about roles: an experiment got through in the deployed role, and the simulator says that the role refuses what
 * it should refuse. Only both together prove that a condition is looked at; a role that would allow everything gets
 * through as well.
 */
import type { MachineName } from '../../../shapes/machines';
import { REQUIRED_TAGS, TAG } from '../../../shapes/layout';
import { getPhysicalId } from '../deployment';
import type { Experiment } from '../experiments';
import {
  requireBucket,
  requireStack,
  fails,
  type Finding,
  holds,
  type ProbeContext,
  type Probe,
} from '../probe-context';
import { isAllowed, getFunctionRole, getMachineRole } from '../simulate';
import { launchesHosts, findValidTrials, proveByTrials, proveBy, listFsxTypes } from './evidence';

type ExtraCheck = (one: Experiment, patient: ProbeContext) => Promise<Finding>;

/** A request with and without something, as the simulator judges them. */
interface RequestPair {
  readonly machine: MachineName;
  readonly action: string;
  readonly resource: (patient: ProbeContext) => string;
  readonly allowed: (patient: ProbeContext) => Readonly<Record<string, string>>;
  readonly refused: (patient: ProbeContext) => Readonly<Record<string, string>>;
  /** What the refused request lacks. */
  readonly without: string;
}

/** Both must come out as they should. */
const simulatePair =
  ({ machine, action, resource, allowed, refused, without }: RequestPair): ExtraCheck =>
  async (_one, patient) => {
    const asked = { role: await getMachineRole(patient, machine), action, resource: resource(patient) };
    if (!(await isAllowed(patient, { ...asked, context: allowed(patient) })))
      return fails(`the simulator refuses ${action} to the role of ${machine}`);
    if (await isAllowed(patient, { ...asked, context: refused(patient) }))
      return fails(`the role of ${machine} may ${action} ${without}`);
    return holds(`refused ${without}`);
  };

const toInstanceArn = ({ place }: ProbeContext): string => place.arn('ec2', 'instance/*');
const toRequestTags = ({ place }: ProbeContext): Record<string, string> => ({
  ...Object.fromEntries(REQUIRED_TAGS.map((key) => [`aws:RequestTag/${key}`, 'doctor'])),
  [`aws:RequestTag/${TAG.stack}`]: place.stackName,
  'ec2:MetadataHttpTokens': 'required',
});

/** An experiment that could have failed by it has trials that count, and the simulator says what else must be so. */
const proveByBoth = (could: (one: Experiment) => boolean, besides: ExtraCheck): Probe =>
  proveBy(async (one, patient) => {
    const done = could(one) ? await findValidTrials(one) : null;
    if (done === null) return null;
    const more = await besides(one, patient);
    return more.state === 'holds' ? holds(`${done.saw}; ${more.saw}`) : more;
  });

/** Hosts upload what they measured; without the condition the simulator says no. */
const checkWriteOnce: ExtraCheck = async (one, patient) => {
  const name = getPhysicalId(requireStack(patient, 'bench'), 'AWS::IAM::Role', 'HostRole');
  const role = `arn:aws:iam::${patient.place.account}:role/${name}`;
  const asked = {
    role,
    action: 's3:PutObject',
    resource: `arn:aws:s3:::${requireBucket(patient)}/${one.root}raw/doctor`,
  };
  if (await isAllowed(patient, asked)) return fails('the role of the hosts may write without If-None-Match');
  if (!(await isAllowed(patient, { ...asked, context: { 's3:if-none-match': '*' } })))
    return fails('the simulator refuses the write with If-None-Match too');
  return holds('a write without If-None-Match is refused');
};

const checkExternal: ExtraCheck = async (_one, patient) => {
  const role = await getFunctionRole(patient, 'call-storage');
  const resource = patient.place.arn('fsx', 'file-system/fs-0123456789abcdef0');
  const theirs = {
    ...toRequestTags(patient),
    'aws:ResourceTag/Name': 'somebody-else',
    [`aws:ResourceTag/${TAG.stack}`]: 'other',
  };
  const asked = { role, action: 'fsx:TagResource', resource };
  if (!(await isAllowed(patient, { ...asked, context: toRequestTags(patient) })))
    return fails('the simulator refuses the tags of a create to the role of call-storage');
  return (await isAllowed(patient, { ...asked, context: theirs }))
    ? fails('the role of call-storage may tag a file system of somebody else')
    : holds('a file system of somebody else may not be tagged');
};

/** Storage was created in the role of call-storage. */
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
      without: 'outside of a create',
    }),
  ),
  'metadata-tokens': proveByBoth(
    launchesHosts,
    simulatePair({
      machine: 'launch',
      action: 'ec2:RunInstances',
      resource: toInstanceArn,
      allowed: toRequestTags,
      refused: (patient) => ({ ...toRequestTags(patient), 'ec2:MetadataHttpTokens': 'optional' }),
      without: 'with optional metadata tokens',
    }),
  ),
  'command-tag-condition': proveByBoth(
    launchesHosts,
    simulatePair({
      machine: 'host-command',
      action: 'ssm:SendCommand',
      resource: toInstanceArn,
      allowed: ({ place }) => ({ [`ssm:resourceTag/${TAG.stack}`]: place.stackName }),
      refused: () => ({ [`ssm:resourceTag/${TAG.stack}`]: 'other' }),
      without: 'to hosts of another deployment',
    }),
  ),
  'host-role': proveByTrials(launchesHosts),
  'write-once-condition': proveByBoth(launchesHosts, checkWriteOnce),
  'storage-grants': proveByTrials(createsStorage),
  'foreign-tags': proveByBoth(createsStorage, checkExternal),
} satisfies Readonly<Record<string, Probe>>;
