/**
 * Lines about roles: an experiment got through in the deployed role, and the simulator says that the role refuses what
 * it should refuse. Only both together prove that a condition is looked at; a role that would allow everything gets
 * through as well.
 */
import type { MachineName } from '../../../shapes/machines';
import { REQUIRED_TAGS, TAG } from '../../../shapes/layout';
import { physicalId } from '../deployment';
import type { Experiment } from '../experiments';
import { bucketOf, deployed, fails, type Finding, holds, type Patient, type Probe } from '../patient';
import { mayDo, roleOfFunction, roleOfMachine } from '../simulate';
import { measuredUnless, nothingUploaded, rigFailed } from './rig-failures';
import { decidedBy, measured, shownBy, typesIn } from './shown';

/** Words of a refusal by IAM (IAM guide, Troubleshooting access denied errors). */
const REFUSED = /UnauthorizedOperation|AccessDenied|not authorized/i;

type Besides = (one: Experiment, patient: Patient) => Promise<Finding>;

/** A request with and without something, as the simulator judges them. */
interface Pair {
  readonly machine: MachineName;
  readonly action: string;
  readonly resource: (patient: Patient) => string;
  readonly allowed: (patient: Patient) => Readonly<Record<string, string>>;
  readonly refused: (patient: Patient) => Readonly<Record<string, string>>;
  /** What the refused request lacks. */
  readonly without: string;
}

/** Both must come out as they should. */
const bothWays =
  ({ machine, action, resource, allowed, refused, without }: Pair): Besides =>
  async (_one, patient) => {
    const asked = { role: await roleOfMachine(patient, machine), action, resource: resource(patient) };
    if (!(await mayDo(patient, { ...asked, context: allowed(patient) })))
      return fails(`the simulator refuses ${action} to the role of ${machine}`);
    if (await mayDo(patient, { ...asked, context: refused(patient) }))
      return fails(`the role of ${machine} may ${action} ${without}`);
    return holds(`refused ${without}`);
  };

const instances = ({ place }: Patient): string => place.arn('ec2', 'instance/*');
const tags = ({ place }: Patient): Record<string, string> => ({
  ...Object.fromEntries(REQUIRED_TAGS.map((key) => [`aws:RequestTag/${key}`, 'doctor'])),
  [`aws:RequestTag/${TAG.stack}`]: place.stackName,
  'ec2:MetadataHttpTokens': 'required',
});

const launched = (besides?: Besides): Probe =>
  shownBy(
    decidedBy({
      machine: 'launch',
      proves: 'hosts were launched in the role of launch',
      refusal: REFUSED,
      ...(besides === undefined ? {} : { besides }),
    }),
  );

/** Hosts upload what they measured; without the condition the simulator says no. */
const writeOnce = async (one: Experiment, patient: Patient): Promise<Finding | null> => {
  const name = physicalId(deployed(patient, 'bench'), 'AWS::IAM::Role', 'HostRole');
  const role = `arn:aws:iam::${patient.place.account}:role/${name}`;
  const asked = {
    role,
    action: 's3:PutObject',
    resource: `arn:aws:s3:::${bucketOf(patient)}/${one.root}raw/doctor`,
  };
  if (await mayDo(patient, asked)) return fails('the role of the hosts may write without If-None-Match');
  if (!(await mayDo(patient, { ...asked, context: { 's3:if-none-match': '*' } })))
    return fails('the simulator refuses the write with If-None-Match too');
  const done = await measured(one);
  if (done === null) return nothingUploaded(one, patient);
  return holds(`${done.saw}, and a write without If-None-Match is refused`);
};

const foreign: Besides = async (_one, patient) => {
  const role = await roleOfFunction(patient, 'call-storage');
  const resource = patient.place.arn('fsx', 'file-system/fs-0123456789abcdef0');
  const theirs = {
    ...tags(patient),
    'aws:ResourceTag/Name': 'somebody-else',
    [`aws:ResourceTag/${TAG.stack}`]: 'other',
  };
  const asked = { role, action: 'fsx:TagResource', resource };
  if (!(await mayDo(patient, { ...asked, context: tags(patient) })))
    return fails('the simulator refuses the tags of a create to the role of call-storage');
  return (await mayDo(patient, { ...asked, context: theirs }))
    ? fails('the role of call-storage may tag a file system of somebody else')
    : holds('a file system of somebody else may not be tagged');
};

const made = (besides?: Besides): Probe =>
  shownBy(
    decidedBy({
      machine: 'target-request',
      proves: 'storage was created in the role of call-storage',
      refusal: REFUSED,
      plans: ({ plan }) => typesIn(plan).size > 0,
      ...(besides === undefined ? {} : { besides }),
    }),
  );

export const GRANTS_PROBES = {
  'fleet-grants': launched(),
  'fleet-resources': launched(),
  'template-tags': launched(
    bothWays({
      machine: 'launch',
      action: 'ec2:RunInstances',
      resource: instances,
      allowed: tags,
      refused: () => ({ 'ec2:MetadataHttpTokens': 'required' }),
      without: 'without tags',
    }),
  ),
  'create-action': launched(
    bothWays({
      machine: 'launch',
      action: 'ec2:CreateTags',
      resource: instances,
      allowed: () => ({ 'ec2:CreateAction': 'RunInstances' }),
      refused: () => ({}),
      without: 'outside of a create',
    }),
  ),
  'metadata-tokens': launched(
    bothWays({
      machine: 'launch',
      action: 'ec2:RunInstances',
      resource: instances,
      allowed: tags,
      refused: (patient) => ({ ...tags(patient), 'ec2:MetadataHttpTokens': 'optional' }),
      without: 'with optional metadata tokens',
    }),
  ),
  'command-tag-condition': shownBy(
    decidedBy({
      machine: 'host-command',
      proves: 'hosts took commands in the role of host-command',
      refusal: REFUSED,
      besides: bothWays({
        machine: 'host-command',
        action: 'ssm:SendCommand',
        resource: instances,
        allowed: ({ place }) => ({ [`ssm:resourceTag/${TAG.stack}`]: place.stackName }),
        refused: () => ({ [`ssm:resourceTag/${TAG.stack}`]: 'other' }),
        without: 'to hosts of another deployment',
      }),
    }),
  ),
  'host-role': shownBy(
    measuredUnless(rigFailed('HostsNotOnline', 'they had not the rights, or no way to AWS (`public-address`)')),
  ),
  'write-once-condition': shownBy(writeOnce),
  'storage-grants': made(),
  'foreign-tags': made(foreign),
} satisfies Readonly<Record<string, Probe>>;
