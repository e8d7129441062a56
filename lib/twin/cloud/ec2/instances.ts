/** DescribeInstances and TerminateInstances. */
import { createHash } from 'node:crypto';
import {
  type _InstanceType,
  DescribeInstancesCommand,
  type DescribeInstancesCommandInput,
  type DescribeInstancesCommandOutput,
  type Instance as InstanceAnswer,
  type InstanceState,
  type Reservation,
  TerminateInstancesCommand,
} from '@aws-sdk/client-ec2';
import { DEFAULT_IMAGE, IMAGES } from '../../../shapes/images';
import type { AccountPlace, Service } from '../service';
import { toTagList } from '../resource-store';
import { findImage, toUsageOperation } from './catalog';
import { makeAction } from '../sdk-shape';
import { makeEc2Error, selectPage } from './requests';
import { retryRemovals, terminateInstance } from './launch';
import type { Ec2State, Instance } from './state';

/** Bounds of MaxResults. https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeInstances.html */
const INSTANCE_PAGE_SIZE = { least: 5, most: 1000 };

/** Codes of the states. https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_InstanceState.html */
const STATE_CODES = { pending: 0, running: 16, 'shutting-down': 32, terminated: 48 } as const;

export function makeInstanceActions(state: Ec2State): Service {
  return {
    DescribeInstances: makeAction(DescribeInstancesCommand, (input) => describeInstances(state, input)),

    TerminateInstances: makeAction(TerminateInstancesCommand, ({ InstanceIds }) => {
      // With one unknown id, EC2 terminates no instance (API_TerminateInstances).
      const instances = getInstances(InstanceIds, state.known());
      const message = 'Client.UserInitiatedShutdown: User initiated shutdown';
      const changes = instances.map((instance) => {
        const before = toInstanceState(instance);
        terminateInstance(state, instance, { Code: 'Client.UserInitiatedShutdown', Message: message });
        return {
          InstanceId: instance.launch.instanceId,
          CurrentState: toInstanceState(instance),
          PreviousState: before,
        };
      });
      return { TerminatingInstances: changes };
    }),
  };
}

function describeInstances(
  state: Ec2State,
  input: DescribeInstancesCommandInput,
): Omit<DescribeInstancesCommandOutput, '$metadata'> {
  const { InstanceIds, MaxResults } = input;
  if (MaxResults !== undefined && InstanceIds !== undefined) {
    const message = 'The parameter instancesSet cannot be used with the parameter maxResults';
    throw makeEc2Error('InvalidParameterCombination', message);
  }
  retryRemovals(state);
  const listed = state.listedInstances();
  const requested = InstanceIds === undefined ? listed : getInstances(InstanceIds, listed);
  const { items, NextToken } = selectPage(requested, input, INSTANCE_PAGE_SIZE, {
    fields: { 'instance-state-name': (one) => one.state, 'instance-id': ({ launch }) => launch.instanceId },
    tags: ({ launch }) => launch.tags,
  });
  return { Reservations: toReservations(state, items), NextToken };
}

/** Instances of the same launch share a reservation. */
function toReservations(state: Ec2State, instances: readonly Instance[]): Reservation[] {
  const groups = new Map<string, Instance[]>();
  for (const instance of instances) {
    const group = groups.get(instance.reservationId);
    if (group === undefined) groups.set(instance.reservationId, [instance]);
    else group.push(instance);
  }
  return [...groups].map(([ReservationId, group]) => ({
    ReservationId,
    OwnerId: state.options.place.account,
    Groups: [],
    Instances: group.map((instance) => describeInstance(instance, toInstanceState(instance), state.options.place)),
  }));
}

/** The instances of these ids, without duplicates. */
function getInstances(ids: readonly string[], among: readonly Instance[]): readonly Instance[] {
  const malformed = ids.find((id) => !/^i-([0-9a-f]{8}|[0-9a-f]{17})$/.test(id));
  if (malformed !== undefined) {
    throw makeEc2Error('InvalidInstanceID.Malformed', `Invalid id: "${malformed}"`);
  }
  if (ids.length === 0) {
    throw makeEc2Error('MissingParameter', 'The request must contain the parameter InstanceId');
  }
  const byId = new Map(among.map((instance) => [instance.launch.instanceId, instance]));
  const missing = ids.filter((id) => !byId.has(id));
  if (missing.length > 0) {
    const one = missing.length === 1;
    const message = `The instance ${one ? 'ID' : 'IDs'} '${missing.join(', ')}' ${one ? 'does' : 'do'} not exist`;
    throw makeEc2Error('InvalidInstanceID.NotFound', message);
  }
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
}

function toInstanceState(instance: Instance): InstanceState & { readonly Name: string } {
  return { Code: STATE_CODES[instance.state], Name: instance.state };
}

/** Cache of the last description by instance: pollers often list fleets, with payloads as long as on AWS. */
const answerCache = new WeakMap<
  Instance,
  { readonly state: Instance['state']; readonly reason: Instance['stateReason']; readonly answer: InstanceAnswer }
>();

/** @returns the same object as long as it does not change: callers must not write to it */
function describeInstance(instance: Instance, state: InstanceState, place: AccountPlace): InstanceAnswer {
  const last = answerCache.get(instance);
  if (last?.state === instance.state && last.reason === instance.stateReason) return last.answer;
  const answer = toAnswer(instance, state, place);
  answerCache.set(instance, { state: instance.state, reason: instance.stateReason, answer });
  return answer;
}

function toAnswer(instance: Instance, state: InstanceState, place: AccountPlace): InstanceAnswer {
  const { launch, template, zone } = instance;
  const image = findImage(template?.data.ImageId);
  const { rootDevice, platform, price } = IMAGES[image?.of ?? DEFAULT_IMAGE];
  const ended = instance.state === 'terminated';
  const name = `ip-${launch.privateIp.replaceAll('.', '-')}.ec2.internal`;
  return {
    AmiLaunchIndex: instance.index,
    ImageId: template?.data.ImageId ?? deriveId('ami-', place.region, ''),
    InstanceId: launch.instanceId,
    InstanceType: launch.instanceType as _InstanceType,
    LaunchTime: new Date(Math.floor(launch.launchedAt / 1000) * 1000),
    Monitoring: { State: 'disabled' },
    Placement: { AvailabilityZone: zone, GroupName: template?.data.Placement?.GroupName ?? '', Tenancy: 'default' },
    PublicDnsName: '',
    State: state,
    StateTransitionReason: formatReason(instance),
    StateReason: instance.stateReason && { ...instance.stateReason },
    Architecture: image?.architecture ?? 'x86_64',
    ClientToken: deriveId('fleet-', instance.reservationId, `${instance.index}`),
    EbsOptimized: false,
    EnaSupport: true,
    Hypervisor: 'xen',
    RootDeviceName: rootDevice,
    RootDeviceType: 'ebs',
    VirtualizationType: 'hvm',
    CpuOptions: { CoreCount: 1, ThreadsPerCore: 2 },
    HibernationOptions: { Configured: false },
    MetadataOptions: {
      State: 'applied',
      HttpTokens: template?.data.MetadataOptions?.HttpTokens ?? 'required',
      HttpPutResponseHopLimit: template?.data.MetadataOptions?.HttpPutResponseHopLimit ?? 1,
      HttpEndpoint: 'enabled',
      HttpProtocolIpv6: 'disabled',
      InstanceMetadataTags: 'disabled',
    },
    PrivateDnsNameOptions: {
      HostnameType: 'ip-name',
      EnableResourceNameDnsARecord: false,
      EnableResourceNameDnsAAAARecord: false,
    },
    MaintenanceOptions: { AutoRecovery: 'default' },
    CurrentInstanceBootMode: 'uefi',
    PlatformDetails: platform,
    UsageOperation: toUsageOperation(price),
    UsageOperationUpdateTime: new Date(Math.floor(launch.launchedAt / 1000) * 1000),
    Tags: toTagList(launch.tags),
    // A terminated instance has no address, volumes or interfaces.
    ...(ended
      ? { PrivateDnsName: '', BlockDeviceMappings: [], NetworkInterfaces: [], SecurityGroups: [] }
      : { PrivateIpAddress: launch.privateIp, PrivateDnsName: name, ...toAttachments(instance, place, name) }),
  };
}

function toAttachments(
  instance: Instance,
  place: AccountPlace,
  name: string,
): Pick<InstanceAnswer, 'BlockDeviceMappings' | 'NetworkInterfaces' | 'SecurityGroups' | 'SubnetId' | 'VpcId'> {
  const { instanceId, launchedAt, privateIp } = instance.launch;
  const attachTime = new Date(Math.floor(launchedAt / 1000) * 1000);
  const subnetId = instance.subnetId ?? deriveId('subnet-', instance.zone, '');
  const vpcId = deriveId('vpc-', place.account, place.region);
  const data = instance.template?.data;
  const groupIds = data?.NetworkInterfaces?.[0]?.Groups ?? [];
  const groups = groupIds.map((GroupId) => ({ GroupId, GroupName: GroupId }));
  return {
    SubnetId: subnetId,
    VpcId: vpcId,
    SecurityGroups: groups,
    BlockDeviceMappings: instance.disks.map(({ id, device, goesWithHost }) => ({
      DeviceName: device,
      Ebs: { AttachTime: attachTime, DeleteOnTermination: goesWithHost, Status: 'attached', VolumeId: id },
    })),
    NetworkInterfaces: [
      {
        Attachment: {
          AttachTime: attachTime,
          AttachmentId: deriveId('eni-attach-', instanceId, ''),
          DeleteOnTermination: true,
          DeviceIndex: 0,
          NetworkCardIndex: 0,
          Status: 'attached',
        },
        Description: '',
        Groups: groups,
        InterfaceType: 'interface',
        Ipv6Addresses: [],
        NetworkInterfaceId: deriveId('eni-', instanceId, ''),
        OwnerId: place.account,
        PrivateDnsName: name,
        PrivateIpAddress: privateIp,
        PrivateIpAddresses: [{ Primary: true, PrivateDnsName: name, PrivateIpAddress: privateIp }],
        SourceDestCheck: true,
        Status: 'in-use',
        SubnetId: subnetId,
        VpcId: vpcId,
      },
    ],
  };
}

function formatReason({ stateReason }: Instance): string {
  if (stateReason === undefined) return '';
  return stateReason.Code === 'Client.UserInitiatedShutdown' ? 'User initiated' : stateReason.Message;
}

/** Derives an id that depends only on the input. */
function deriveId(prefix: string, of: string, part: string): string {
  return `${prefix}${createHash('sha256').update(`${prefix}/${of}/${part}`).digest('hex').slice(0, 17)}`;
}
