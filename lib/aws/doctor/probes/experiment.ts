/** Probes of names, hosts and file system types, by finished experiments. `grants.ts` has the probes of roles. */
import { ensure } from '../../../shapes/errors';
import { ALL_MACHINES } from '../../../shapes/machines';
import { getPhysicalId } from '../deployment';
import { TAG_KEYS } from '../../../shapes/tags';
import type { Experiment } from '../experiments';
import { requireStack, toFail, toPass, type ProbeContext, type Probe, toUntested } from '../probe-context';
import { isAllowed, getFunctionRole } from '../simulate';
import {
  launchesHosts,
  makesType,
  findValidTrials,
  proveByTrials,
  type ExperimentEvidence,
  proveBy,
  getFsxType,
} from './evidence';
import type { FsxType } from '../../../shapes/resources';
import { SECRET_ID } from '../../../targets/secret';

/** The longest execution name has 48 characters; command names that contain it have at least this length. */
const LONG_NAME = 64;
const findLongName: ExperimentEvidence = async (one) => {
  const lists = await Promise.all(ALL_MACHINES.map((machine) => one.children(machine)));
  const names = lists.flat().map(({ name }) => String(name));
  const longest = names.toSorted((a, b) => b.length - a.length)[0];
  return longest !== undefined && longest.length >= LONG_NAME
    ? toPass(`the longest execution name has ${longest.length} characters: ${longest}`)
    : null;
};

const findMapChildren: ExperimentEvidence = async (one, context) => {
  const { calls, place } = context;
  const { mapRuns } = await calls.sfn.listMapRuns({ executionArn: one.executionArn });
  const run = mapRuns?.[0]?.mapRunArn;
  if (run === undefined) return null;
  const machine = place.name('experiment');
  if (!run.startsWith(place.arn('states', `mapRun:${machine}/rigs:`))) return toFail(`the Map run is ${run}`);
  const { executions } = await calls.sfn.listExecutions({ mapRunArn: run });
  const child = executions?.[0]?.executionArn;
  if (child === undefined) return null;
  if (!child.startsWith(place.arn('states', `execution:${machine}/rigs:`)))
    return toFail(`a child of the Map run is ${child}`);
  const role = await getFunctionRole(context, 'stop-children');
  const may =
    (await isAllowed(context, { role, action: 'states:ListExecutions', resource: run })) &&
    (await isAllowed(context, { role, action: 'states:StopExecution', resource: child }));
  return may
    ? toPass(`${run} and ${child}, which stop-children may stop`)
    : toFail(`stop-children may not stop ${child}`);
};

/** Only in the stack's network, hosts need a public address to leave it, and download packages by TLS. */
function isOnOwnNetwork(context: ProbeContext): boolean {
  return requireStack(context, 'bench').resources.some(({ ResourceType }) => ResourceType === 'AWS::EC2::Subnet');
}

/** Valid trials in the stack's network prove that its hosts had public addresses. */
const findPublicAddress: ExperimentEvidence = async (one, context) =>
  isOnOwnNetwork(context) && launchesHosts(one) ? findValidTrials(one) : null;

/** Any IPv4 address; narrower ranges belong to the network itself. */
const ANY_IPV4 = '0.0.0.0/0';

const findTlsPackages: ExperimentEvidence = async (one, context) => {
  const group = getPhysicalId(requireStack(context, 'bench'), 'AWS::EC2::SecurityGroup');
  const { SecurityGroups } = await context.calls.ec2.describeSecurityGroups({ GroupIds: [group] });
  const out = ensure(SecurityGroups?.[0]?.IpPermissionsEgress, 'the egress rules of the security group');
  const open = out.filter(({ IpRanges }) => IpRanges?.some(({ CidrIp }) => CidrIp === ANY_IPV4));
  if (open.some(({ FromPort, ToPort }) => FromPort !== 443 || ToPort !== 443)) return null;
  return launchesHosts(one) ? findValidTrials(one) : null;
};

/** Root volumes are deleted with their hosts, so only running hosts have them. */
const probeRootEncryption: Probe = async (context) => {
  requireStack(context, 'bench');
  const { Volumes } = await context.calls.ec2.describeVolumes({
    Filters: [{ Name: `tag:${TAG_KEYS.stack}`, Values: [context.place.stackName] }],
  });
  const [first] = Volumes ?? [];
  if (first === undefined) return toUntested('no host is running here. Check again while an experiment measures');
  const bare = Volumes?.find(({ Encrypted }) => Encrypted !== true);
  if (bare !== undefined) return toFail(`the volume ${String(bare.VolumeId)} is not encrypted`);
  return toPass(`${String(first.VolumeId)} is encrypted: ${String(first.Size)} GiB of ${String(first.VolumeType)}`);
};

/** Several hosts start a trial at the same instant: a late host or a wrong clock would have invalidated the trial. */
const hasSeveralHosts = ({ plan }: Experiment): boolean => plan.rigs.some(({ hosts }) => hosts > 1);

export const EXPERIMENT_PROBES = {
  'missing-key-name': proveByTrials(launchesHosts),
  'wait-fraction': proveByTrials(launchesHosts),
  'timeout-expression': proveByTrials(launchesHosts),
  'launch-dry-run': proveByTrials(launchesHosts),
  'retry-count': proveByTrials(launchesHosts),
  'long-child-name': proveBy(findLongName),
  'map-child-arns': proveBy(findMapChildren),
  'fleet-latest': proveByTrials(launchesHosts),
  'command-targets': proveByTrials(launchesHosts),
  'cli-writes-once': proveByTrials(launchesHosts),
  'public-address': proveBy(findPublicAddress),
  'packages-over-tls': proveBy(findTlsPackages),
  'boot-tools': proveByTrials(launchesHosts),
  'command-delivery': proveByTrials(hasSeveralHosts),
  'host-clocks': proveByTrials(hasSeveralHosts),
  'root-encrypted': probeRootEncryption,
} satisfies Readonly<Record<string, Probe>>;

/** A clean receipt is proof if the experiment created a file system of this type. */
const findCleanup =
  (type: FsxType, settings: Readonly<Record<string, unknown>> = {}): ExperimentEvidence =>
  async (one) => {
    const gone = one.receipt?.clean === true && makesType(type, settings)(one);
    const made = gone ? one.receipt.resources.find((resource) => resource.kind.startsWith('fsx')) : undefined;
    return made === undefined ? null : toPass(`its receipt proves that ${made.id} is deleted`);
  };

/** Valid trials after the first stage are proof if the file system was changed in place. */
const findSurvivedChange =
  (type: FsxType): ExperimentEvidence =>
  async ({ plan, summary }) => {
    const changed = plan.rigs.some(({ copies, periods }) => {
      const own = copies.filter((copy) => getFsxType(copy) === type).map(({ copy }) => copy);
      return periods.some(({ batches }) =>
        batches.some(({ changes }) => changes.some(({ copy }) => own.includes(copy))),
      );
    });
    const valid = summary?.verdicts.VALID ?? 0;
    const whole = changed && valid === plan.trials.length && valid > 0;
    return whole
      ? toPass(`all ${valid} trials are valid, including those after the file system was changed in place`)
      : null;
  };

/** Configuring a server through its management interface proves that the host had the password. */
const setsServerUp = ({ plan }: Experiment): boolean =>
  plan.rigs.some(({ copies }) => copies.some(({ requests }) => requests.some(({ id }) => id === SECRET_ID)));

const TYPE_PROBES = {
  LUSTRE: {
    'lustre-client': proveByTrials(makesType('LUSTRE')),
    'delete-scratch': proveBy(findCleanup('LUSTRE', { deploymentType: 'SCRATCH_2' })),
  },
  ONTAP: {
    'ontap-exports': proveByTrials(makesType('ONTAP')),
    'ontap-parts': proveByTrials(makesType('ONTAP')),
    'ontap-root': proveBy(findCleanup('ONTAP')),
    'ontap-clients': proveBy(findSurvivedChange('ONTAP')),
    'ontap-server': proveByTrials(setsServerUp),
  },
  OPENZFS: {
    'multi-zone-endpoint': proveByTrials(makesType('OPENZFS', { deploymentType: 'MULTI_AZ_1' })),
    'root-volume-tag': proveBy(findCleanup('OPENZFS')),
    'openzfs-clients': proveBy(findSurvivedChange('OPENZFS')),
  },
} satisfies Readonly<Record<FsxType, Readonly<Record<string, Probe>>>>;

export const FSX_TYPE_PROBES = { ...TYPE_PROBES.LUSTRE, ...TYPE_PROBES.ONTAP, ...TYPE_PROBES.OPENZFS };
