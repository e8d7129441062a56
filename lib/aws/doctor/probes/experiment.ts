/**
 * Lines that an experiment proves, about names and hosts. Those about roles are in `grants`, those about one type of
 * file system in `fsx-types`.
 */
import { expected } from '../../../shapes/errors';
import { LEAST_SECONDS } from '../../../results/trial/together/clock-skew';
import { ALL_MACHINES } from '../../../shapes/machines';
import { physicalId } from '../deployment';
import { rigTag, TAG } from '../../../shapes/layout';
import { deployed, fails, type Finding, holds, type Probe, untried } from '../patient';
import { mayDo, roleOfFunction } from '../simulate';
import { hostSaid, measuredUnless, nothingUploaded, rigFailed } from './rig-failures';
import { decidedBy, makes, measured, type Shown, shownBy, typeOfCopy } from './shown';
import type { FsxType } from '../../../shapes/resources';
import { SECRET_ID } from '../../../targets/secret';

/** An execution with the longest name allowed (48) has commands with names of at least so many characters. */
const LONG_NAME = 64;
/** A host that came later than this to the agreed start had not its command in time, seconds. */
const LATE = 1;
/** Files of hosts that are read for how late they were. */
const FILES_MAX = 40;

const retryCount: Shown = async (one) => {
  const names = (await one.children('teardown')).map(({ name }) => String(name));
  if (names.length === 0) return null;
  const odd = names.find((name) => !/__\d+$/.test(name));
  return odd === undefined ? holds(`a teardown is named ${String(names[0])}`) : fails(`a teardown is named ${odd}`);
};

const longName: Shown = async (one) => {
  const lists = await Promise.all(ALL_MACHINES.map((machine) => one.children(machine)));
  const names = lists.flat().map(({ name }) => String(name));
  const longest = names.toSorted((a, b) => b.length - a.length)[0];
  return longest !== undefined && longest.length >= LONG_NAME
    ? holds(`an execution has a name of ${longest.length} characters: ${longest}`)
    : null;
};

const mapChildren: Shown = async (one, patient) => {
  const { calls, place } = patient;
  const { mapRuns } = await calls.sfn.listMapRuns({ executionArn: one.executionArn });
  const run = mapRuns?.[0]?.mapRunArn;
  if (run === undefined) return null;
  const machine = place.name('experiment');
  if (!run.startsWith(place.arn('states', `mapRun:${machine}/rigs:`))) return fails(`a run of the Map is ${run}`);
  const { executions } = await calls.sfn.listExecutions({ mapRunArn: run });
  const child = executions?.[0]?.executionArn;
  if (child === undefined) return null;
  if (!child.startsWith(place.arn('states', `execution:${machine}/rigs:`)))
    return fails(`a child of the Map is ${child}`);
  const role = await roleOfFunction(patient, 'stop-children');
  const may =
    (await mayDo(patient, { role, action: 'states:ListExecutions', resource: run })) &&
    (await mayDo(patient, { role, action: 'states:StopExecution', resource: child }));
  return may
    ? holds(`${run} and ${child}, which stop-children may stop`)
    : fails(`stop-children may not stop ${child}`);
};

/** Systems Manager remembers commands for 30 days (its guide, Run Command). */
const commandTargets: Shown = async (one, { calls, place }) => {
  const tags = one.plan.rigs.map(({ rig }) => rigTag(one.executionId, rig));
  const { Commands } = await calls.ssm.listCommands({
    Filters: [{ key: 'DocumentName', value: place.name('run-script') }],
    MaxResults: 50,
  });
  const own = (Commands ?? []).filter(({ Targets }) =>
    Targets?.some(({ Key, Values }) => Key === 'tag:fsxbench:rig' && Values?.some((tag) => tags.includes(tag))),
  );
  const taken = own.filter(({ Targets, Status }) => Targets?.length === 3 && Status === 'Success');
  const atOnce = taken.find(({ Parameters }) => Parameters?.['StartAt']?.[0] === '0');
  if (atOnce !== undefined) return holds(`the command ${String(atOnce.CommandId)} succeeded with three targets`);
  // Sent with it and carried out by nobody: the targets found no host.
  const none = own.find(({ TargetCount, Status }) => TargetCount === 0 && Status === 'Success');
  return none === undefined ? null : fails(`the command ${String(none.CommandId)} found no host`);
};

const notOnline = rigFailed('HostsNotOnline', 'they had no way to Systems Manager, or not the rights (`host-role`)');

/** Hosts of a network without any other way out have answered. */
const publicAddress: Shown = async (one, patient) => {
  const bench = deployed(patient, 'bench');
  if (!bench.resources.some(({ ResourceType }) => ResourceType === 'AWS::EC2::Subnet')) return null;
  const { Subnets } = await patient.calls.ec2.describeSubnets({
    SubnetIds: [physicalId(bench, 'AWS::EC2::Subnet', 'HostsSubnet')],
  });
  if (expected(Subnets?.[0], 'the subnet of the hosts').MapPublicIpOnLaunch !== true)
    return fails('the subnet gives no public addresses');
  const done = await measured(one);
  if (done === null) return notOnline(one, patient);
  return holds(`${done.saw} in a subnet whose only way out needs a public address`);
};

/** Other ranges are of the network itself. */
const EVERYWHERE = '0.0.0.0/0';

const packages: Shown = async (one, patient) => {
  const group = physicalId(deployed(patient, 'bench'), 'AWS::EC2::SecurityGroup');
  const { SecurityGroups } = await patient.calls.ec2.describeSecurityGroups({ GroupIds: [group] });
  const out = expected(SecurityGroups?.[0]?.IpPermissionsEgress, 'what the security group lets out');
  const open = out.filter(({ IpRanges }) => IpRanges?.some(({ CidrIp }) => CidrIp === EVERYWHERE));
  if (open.some(({ FromPort, ToPort }) => FromPort !== 443 || ToPort !== 443)) return null;
  const done = await measured(one);
  if (done === null) return hostSaid(/cannot be installed/)(one, patient);
  return holds(`${done.saw} with tools that were installed over port 443`);
};

/** What hosts wrote last of commands, and when it came to the bucket. */
async function readStatuses(
  { root }: Parameters<Shown>[0],
  { calls, deployment }: Parameters<Shown>[1],
): Promise<{ facts?: Record<string, string>; sent?: number; storedAt: Date | undefined }[]> {
  const Bucket = expected(deployment.bucket, 'the results bucket');
  const { Contents } = await calls.s3.listObjectsV2({ Bucket, Prefix: `${root}raw/` });
  const found = (Contents ?? []).filter(({ Key }) => String(Key).endsWith('/status.json'));
  const statuses = [];
  for (const { Key, LastModified } of found.slice(0, FILES_MAX))
    statuses.push({
      ...(JSON.parse(await calls.s3.getText({ Bucket, Key: String(Key) })) as object),
      storedAt: LastModified,
    });
  return statuses;
}

/** Only hosts that had to agree on a start say how late they were. */
const delivery: Shown = async (one, patient) => {
  const late = (await readStatuses(one, patient)).flatMap(({ facts }) => facts?.['lateSeconds'] ?? []).map(Number);
  if (late.length === 0) return null;
  const worst = Math.max(...late);
  const hosts = Math.max(...one.plan.rigs.map((rig) => rig.hosts));
  return (worst <= LATE ? holds : fails)(
    `of ${hosts} hosts the latest came ${worst.toFixed(3)} s after the agreed start`,
  );
};

/** What hosts sent last says when; the listing says when it came. */
const clocks: Shown = async (one, patient) => {
  const behind = (await readStatuses(one, patient)).flatMap(({ sent, storedAt }) =>
    sent === undefined || storedAt === undefined ? [] : [storedAt.getTime() / 1000 - sent],
  );
  if (behind.length < 2) return null;
  const apart = Math.max(...behind) - Math.min(...behind);
  return (apart <= LEAST_SECONDS ? holds : fails)(
    `what hosts sent came to the bucket within ${apart.toFixed(1)} s of each other by their clocks, ` +
      `in ${behind.length} commands`,
  );
};

/** Root volumes are gone with their hosts, so that only hosts that stand show them. */
const rootEncrypted: Probe = async (patient) => {
  deployed(patient, 'bench');
  const { Volumes } = await patient.calls.ec2.describeVolumes({
    Filters: [{ Name: `tag:${TAG.stack}`, Values: [patient.place.stackName] }],
  });
  const [first] = Volumes ?? [];
  if (first === undefined) return untried('no host stands here: ask while an experiment measures');
  const bare = Volumes?.find(({ Encrypted }) => Encrypted !== true);
  if (bare !== undefined) return fails(`the volume ${String(bare.VolumeId)} is not encrypted`);
  return holds(`${String(first.VolumeId)} is encrypted: ${String(first.Size)} GiB of ${String(first.VolumeType)}`);
};

export const EXPERIMENT_PROBES = {
  'retry-count': shownBy(retryCount),
  'long-child-name': shownBy(longName),
  'map-child-arns': shownBy(mapChildren),
  'fleet-latest': shownBy(
    decidedBy({
      machine: 'launch',
      proves: 'hosts were launched',
      refusal: /InvalidLaunchTemplate|InvalidParameter|MissingParameter|UnknownParameter/,
    }),
  ),
  'command-targets': shownBy(commandTargets),
  'cli-writes-once': shownBy(measuredUnless(nothingUploaded)),
  'public-address': shownBy(publicAddress),
  'packages-over-tls': shownBy(packages),
  'boot-tools': shownBy(measuredUnless(rigFailed('HostLost', 'they ended before they could be asked anything'))),
  'command-delivery': shownBy(delivery),
  'host-clocks': shownBy(clocks),
  'root-encrypted': rootEncrypted,
} satisfies Readonly<Record<string, Probe>>;

/** A receipt without any file system left, of an experiment that made one so. */
const cleanOf =
  (type: FsxType, settings: Readonly<Record<string, unknown>> = {}): Shown =>
  (one) => {
    if (!makes(type, settings)(one) || one.receipt === null) return Promise.resolve(null);
    const { clean, left, resources } = one.receipt;
    const stayed = left.filter((resource) => resource.kind.startsWith('fsx'));
    if (stayed.length > 0)
      return Promise.resolve(fails(`its receipt has left ${stayed.map(({ id }) => id).join(', ')}`));
    const made = resources.find((resource) => resource.kind.startsWith('fsx'));
    return Promise.resolve(clean && made !== undefined ? holds(`${made.id} is gone, says its receipt`) : null);
  };

/** Clients of a file system that was changed in place: trials after the first stage count. */
const cameBack =
  (type: FsxType): Shown =>
  (one) => {
    const changed = one.plan.rigs.some(({ copies, periods }) => {
      const own = copies.filter((copy) => typeOfCopy(copy) === type).map(({ copy }) => copy);
      return periods.some(({ batches }) =>
        batches.some(({ changes }) => changes.some(({ copy }) => own.includes(copy))),
      );
    });
    const total = one.plan.trials.length;
    const valid = one.summary?.verdicts.VALID ?? 0;
    const back: Finding | null =
      changed && valid === total && total > 0 ? holds(`all ${valid} trials count, after the changes too`) : null;
    return Promise.resolve(back);
  };

/** Hosts of an experiment that makes such a file system have measured on it; or said why not. */
const mountedUnless = (said: RegExp, type: FsxType, settings: Readonly<Record<string, unknown>> = {}): Shown => {
  const made = makes(type, settings);
  return (one, patient) => (made(one) ? measuredUnless(hostSaid(said))(one, patient) : Promise.resolve(null));
};

/** Where a host set up the server by its own interface, hosts have measured on it; or said why not. */
const serverSetUp: Shown = (one, patient) =>
  one.plan.rigs.some(({ copies }) => copies.some(({ requests }) => requests.some(({ id }) => id === SECRET_ID)))
    ? mountedUnless(/ONTAP does not take|secret of the rig|the server (?:agrees|was told)/, 'ONTAP')(one, patient)
    : Promise.resolve(null);

const OF_TYPES = {
  LUSTRE: {
    'lustre-client': shownBy(mountedUnless(/lustre-client|lfs |lustre/i, 'LUSTRE')),
    'delete-scratch': shownBy(cleanOf('LUSTRE', { deploymentType: 'SCRATCH_2' })),
  },
  ONTAP: {
    'ontap-exports': shownBy(mountedUnless(/cannot be mounted|cannot be (?:made|written)/, 'ONTAP')),
    'ontap-parts': shownBy(mountedUnless(/cannot be mounted/, 'ONTAP')),
    'ontap-root': shownBy(cleanOf('ONTAP')),
    'ontap-clients': shownBy(cameBack('ONTAP')),
    'ontap-server': shownBy(serverSetUp),
  },
  OPENZFS: {
    'multi-zone-endpoint': shownBy(mountedUnless(/cannot be mounted/, 'OPENZFS', { deploymentType: 'MULTI_AZ_1' })),
    'root-volume-tag': shownBy(cleanOf('OPENZFS')),
    'openzfs-clients': shownBy(cameBack('OPENZFS')),
  },
} satisfies Readonly<Record<FsxType, Readonly<Record<string, Probe>>>>;

export const FSX_TYPE_PROBES = { ...OF_TYPES.LUSTRE, ...OF_TYPES.ONTAP, ...OF_TYPES.OPENZFS };
