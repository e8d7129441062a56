/**
 * What DescribeInstances tells of an instance: as long as AWS's answers usually are, so that payloads are not
 * underrated.
 */
import { createHash } from 'node:crypto';
import type { Instance as InstanceAnswer, InstanceState, _InstanceType } from '@aws-sdk/client-ec2';
import { DEFAULT_IMAGE, IMAGES } from '../../../shapes/images';
import type { Place } from '../ids';
import { publishedImage, usageOf } from './images';
import type { Instance } from './state';
import { tagList } from './tags';

/** The last description of each instance, and what of it may change: pollers ask for whole fleets again and again. */
const described = new WeakMap<
  Instance,
  { readonly state: Instance['state']; readonly reason: Instance['stateReason']; readonly answer: InstanceAnswer }
>();

/** @returns the same object as long as nothing of it changes: callers must not write to it */
export function describeInstance(instance: Instance, state: InstanceState, place: Place): InstanceAnswer {
  const last = described.get(instance);
  if (last?.state === instance.state && last.reason === instance.stateReason) return last.answer;
  const answer = description(instance, state, place);
  described.set(instance, { state: instance.state, reason: instance.stateReason, answer });
  return answer;
}

function description(instance: Instance, state: InstanceState, place: Place): InstanceAnswer {
  const { launch, template, zone } = instance;
  const image = publishedImage(template?.data.ImageId);
  const { rootDevice, platform, price } = IMAGES[image?.of ?? DEFAULT_IMAGE];
  const ended = instance.state === 'terminated';
  const name = `ip-${launch.privateIp.replaceAll('.', '-')}.ec2.internal`;
  return {
    AmiLaunchIndex: instance.index,
    ImageId: template?.data.ImageId ?? derived('ami-', place.region, ''),
    InstanceId: launch.instanceId,
    InstanceType: launch.instanceType as _InstanceType,
    LaunchTime: new Date(Math.floor(launch.launchedAt / 1000) * 1000),
    Monitoring: { State: template?.data.Monitoring?.Enabled === true ? 'enabled' : 'disabled' },
    Placement: {
      AvailabilityZone: zone,
      GroupName: template?.data.Placement?.GroupName ?? '',
      Tenancy: 'default',
    },
    PublicDnsName: '',
    State: state,
    StateTransitionReason: transitionReason(instance),
    ...(instance.stateReason === undefined ? {} : { StateReason: { ...instance.stateReason } }),
    Architecture: image?.architecture ?? 'x86_64',
    ClientToken: derived('fleet-', instance.reservationId, `${instance.index}`),
    EbsOptimized: template?.data.EbsOptimized ?? false,
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
      InstanceMetadataTags: template?.data.MetadataOptions?.InstanceMetadataTags ?? 'disabled',
    },
    PrivateDnsNameOptions: {
      HostnameType: 'ip-name',
      EnableResourceNameDnsARecord: false,
      EnableResourceNameDnsAAAARecord: false,
    },
    MaintenanceOptions: { AutoRecovery: 'default' },
    CurrentInstanceBootMode: 'uefi',
    PlatformDetails: platform,
    UsageOperation: usageOf(price),
    UsageOperationUpdateTime: new Date(Math.floor(launch.launchedAt / 1000) * 1000),
    Tags: tagList(launch.tags),
    // A terminated instance has lost its address, its volumes and its interfaces.
    ...(ended
      ? { PrivateDnsName: '', BlockDeviceMappings: [], NetworkInterfaces: [], SecurityGroups: [] }
      : { PrivateIpAddress: launch.privateIp, PrivateDnsName: name, ...attached(instance, place, name) }),
  };
}

function attached(
  instance: Instance,
  place: Place,
  name: string,
): Pick<InstanceAnswer, 'BlockDeviceMappings' | 'NetworkInterfaces' | 'SecurityGroups' | 'SubnetId' | 'VpcId'> {
  const { instanceId, launchedAt, privateIp } = instance.launch;
  const attachTime = new Date(Math.floor(launchedAt / 1000) * 1000);
  const subnetId = instance.subnetId ?? derived('subnet-', instance.zone, '');
  const vpcId = derived('vpc-', place.account, place.region);
  const data = instance.template?.data;
  const groupIds = data?.SecurityGroupIds ?? data?.NetworkInterfaces?.[0]?.Groups ?? [];
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
          AttachmentId: derived('eni-attach-', instanceId, ''),
          DeleteOnTermination: true,
          DeviceIndex: 0,
          NetworkCardIndex: 0,
          Status: 'attached',
        },
        Description: '',
        Groups: groups,
        InterfaceType: 'interface',
        Ipv6Addresses: [],
        NetworkInterfaceId: derived('eni-', instanceId, ''),
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

function transitionReason({ stateReason }: Instance): string {
  if (stateReason === undefined) return '';
  return stateReason.Code === 'Client.UserInitiatedShutdown' ? 'User initiated' : stateReason.Message;
}

/** An id that is always the same for the same thing; nothing else in the twin refers to it. */
function derived(prefix: string, of: string, part: string): string {
  return `${prefix}${createHash('sha256').update(`${prefix}/${of}/${part}`).digest('hex').slice(0, 17)}`;
}
