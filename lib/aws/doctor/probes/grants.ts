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
import { launches, measured, provenBy, shownBy, typesIn } from './shown';

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

/** An experiment that could have failed by it has trials that count, and the simulator says what else must be so. */
const provenWith = (could: (one: Experiment) => boolean, besides: Besides): Probe =>
  shownBy(async (one, patient) => {
    const done = could(one) ? await measured(one) : null;
    if (done === null) return null;
    const more = await besides(one, patient);
    return more.state === 'holds' ? holds(`${done.saw}; ${more.saw}`) : more;
  });

/** Hosts upload what they measured; without the condition the simulator says no. */
const writeOnce: Besides = async (one, patient) => {
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
  return holds('a write without If-None-Match is refused');
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

/** Storage was created in the role of call-storage. */
const creates = ({ plan }: Experiment): boolean => typesIn(plan).size > 0;

export const GRANTS_PROBES = {
  'fleet-grants': provenBy(launches),
  'fleet-resources': provenBy(launches),
  'template-tags': provenWith(
    launches,
    bothWays({
      machine: 'launch',
      action: 'ec2:RunInstances',
      resource: instances,
      allowed: tags,
      refused: () => ({ 'ec2:MetadataHttpTokens': 'required' }),
      without: 'without tags',
    }),
  ),
  'create-action': provenWith(
    launches,
    bothWays({
      machine: 'launch',
      action: 'ec2:CreateTags',
      resource: instances,
      allowed: () => ({ 'ec2:CreateAction': 'RunInstances' }),
      refused: () => ({}),
      without: 'outside of a create',
    }),
  ),
  'metadata-tokens': provenWith(
    launches,
    bothWays({
      machine: 'launch',
      action: 'ec2:RunInstances',
      resource: instances,
      allowed: tags,
      refused: (patient) => ({ ...tags(patient), 'ec2:MetadataHttpTokens': 'optional' }),
      without: 'with optional metadata tokens',
    }),
  ),
  'command-tag-condition': provenWith(
    launches,
    bothWays({
      machine: 'host-command',
      action: 'ssm:SendCommand',
      resource: instances,
      allowed: ({ place }) => ({ [`ssm:resourceTag/${TAG.stack}`]: place.stackName }),
      refused: () => ({ [`ssm:resourceTag/${TAG.stack}`]: 'other' }),
      without: 'to hosts of another deployment',
    }),
  ),
  'host-role': provenBy(launches),
  'write-once-condition': provenWith(launches, writeOnce),
  'storage-grants': provenBy(creates),
  'foreign-tags': provenWith(creates, foreign),
} satisfies Readonly<Record<string, Probe>>;
