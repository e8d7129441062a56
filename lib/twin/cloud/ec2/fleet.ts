/** CreateFleet of type `instant`: one answer lists launched instances and errors. */
import {
  CreateFleetCommand,
  type CreateFleetCommandOutput,
  type LaunchTemplateAndOverridesResponse,
  RunInstancesCommand,
  type _InstanceType,
} from '@aws-sdk/client-ec2';
import { SECOND_ZONE_IDS } from '../../modelled-network';
import { getArchitecture } from '../../../shapes/images';
import { getEbsCards, getMaxDataVolumes } from '../../../targets/instance-types';
import { type Service, ServiceError } from '../service';
import { makeAction, ArgumentError, type CommandInput } from '../sdk-shape';
import { findImage } from './catalog';
import { type LaunchGroup, launchInstances } from './launch';
import type { Ec2State } from './state';
import { findTemplate } from './templates';
import { listLaunchVolumes } from './volumes';
import { makeEc2Error, makeUntaggedError, runOncePerToken, readTypeTags } from './requests';

type CreateFleetInput = CommandInput<typeof CreateFleetCommand>;
type LaunchData = LaunchGroup['template']['data'];

export function makeFleetActions(state: Ec2State): Service {
  return {
    CreateFleet: makeAction(CreateFleetCommand, (input) =>
      runOncePerToken(state, 'CreateFleet', input, () => createFleet(state, input)),
    ),
    RunInstances: makeAction(RunInstancesCommand, (input) => dryRunInstances(state, input)),
  };
}

/**
 * Simulates only dry runs of RunInstances, with the checks of CreateFleet. @throws ServiceError always:
 * `DryRunOperation` if a launch would succeed (EC2 API reference, RunInstances)
 */
function dryRunInstances(
  state: Ec2State,
  { DryRun, InstanceType, ...data }: CommandInput<typeof RunInstancesCommand>,
): never {
  if (DryRun !== true) throw new ArgumentError('ec2:RunInstances', ['only dry runs are simulated']);
  const kinds = ['instance', 'volume', 'network-interface'] as const;
  for (const kind of kinds)
    state.requireTags(readTypeTags(kind, data.TagSpecifications, kinds), makeUntaggedError(kind));
  if (InstanceType === undefined) throw makeEc2Error('MissingParameter', 'The request has no InstanceType');
  const unfit = checkArchitecture(data, InstanceType) ?? checkDisks(data, InstanceType);
  if (unfit !== null) throw makeEc2Error(unfit.ErrorCode, unfit.ErrorMessage);
  throw new ServiceError('DryRunOperation', 'Request would have succeeded, but DryRun flag is set.', 412);
}

function createFleet(state: Ec2State, input: CreateFleetInput): Omit<CreateFleetCommandOutput, '$metadata'> {
  const group = readLaunchGroup(state, input);
  const count = input.TargetCapacitySpecification.TotalTargetCapacity ?? 0;
  const least = readMinCapacity(input, count);
  const fleetTags = readTypeTags('fleet', input.TagSpecifications, ['fleet', 'instance']);
  for (const [what, tags] of Object.entries({ fleet: fleetTags, ...group.tags }))
    state.requireTags(tags, makeUntaggedError(what));

  const fleetId = `fleet-${state.options.ids.uuid()}`;
  const unfit =
    checkTemplate(state, group) ??
    checkArchitecture(group.template.data, group.instanceType) ??
    checkDisks(group.template.data, group.instanceType);
  if (unfit !== null) {
    const LaunchTemplateAndOverrides = toTemplateAndOverrides(group);
    return { FleetId: fleetId, Instances: [], Errors: [{ ...unfit, LaunchTemplateAndOverrides }] };
  }
  const available = state.options.capacity?.(group.instanceType, count) ?? count;
  const launched = available < least ? 0 : Math.min(available, count);
  const instanceIds = launchInstances(state, group, fleetId, launched);
  const used = { LaunchTemplateAndOverrides: toTemplateAndOverrides(group), Lifecycle: 'on-demand' } as const;
  return {
    FleetId: fleetId,
    Instances:
      launched === 0 ? [] : [{ ...used, InstanceIds: instanceIds, InstanceType: group.instanceType as _InstanceType }],
    Errors: launched === count ? [] : [{ ...used, ...makeCapacityError(group) }],
  };
}

/** Template, instance type, placement and tags of the requested instances. */
function readLaunchGroup(state: Ec2State, input: CreateFleetInput): LaunchGroup {
  if (input.Type !== 'instant') refuseUnsupported(`Type '${input.Type ?? ''}'; only 'instant' is simulated`);
  const template = requireTemplate(state, input);
  const instanceType = template.data.InstanceType;
  if (instanceType === undefined) throw makeEc2Error('MissingParameter', 'The launch template has no InstanceType');
  const specifications = template.data.TagSpecifications;
  const kinds = ['instance', 'volume', 'network-interface'] as const;
  const [instance, volume, networkInterface] = kinds.map((kind) => readTypeTags(kind, specifications, kinds));
  const atLaunch = readTypeTags('instance', input.TagSpecifications, ['fleet', 'instance']);
  const subnetId = template.data.NetworkInterfaces?.[0]?.SubnetId;
  const zone = `${state.options.place.region}${subnetId === SECOND_ZONE_IDS.subnetId2 ? 'b' : 'a'}`;
  return {
    template,
    instanceType,
    zone,
    ...(subnetId === undefined ? {} : { subnetId }),
    tags: {
      instance: { ...instance, ...atLaunch },
      volume: volume ?? {},
      'network-interface': networkInterface ?? {},
    },
  };
}

function requireTemplate(
  state: Ec2State,
  { LaunchTemplateConfigs: configs }: CreateFleetInput,
): LaunchGroup['template'] {
  const [config] = configs;
  if (config === undefined || configs.length > 1)
    refuseUnsupported(`LaunchTemplateConfigs with ${configs.length} entries; one is simulated`);
  const { LaunchTemplateId, Version } = config.LaunchTemplateSpecification ?? {};
  if (Version === undefined) {
    throw makeEc2Error('MissingParameter', 'The launch template specification needs a Version');
  }
  const template = findTemplate(state, LaunchTemplateId);
  if (!['1', '$Latest', '$Default'].includes(Version)) {
    const message = `Could not find the specified version ${Version} for the launch template with ID ${template.id}.`;
    throw makeEc2Error('InvalidLaunchTemplateId.VersionNotFound', message);
  }
  return template;
}

/** Minimum number of instances: below, EC2 launches none. */
function readMinCapacity(input: CreateFleetInput, count: number): number {
  const { DefaultTargetCapacityType = 'on-demand' } = input.TargetCapacitySpecification;
  if (DefaultTargetCapacityType !== 'on-demand') refuseUnsupported('a fleet that is not wholly on-demand');
  if (!Number.isInteger(count) || count < 1) {
    throw makeEc2Error('InvalidParameterValue', `TotalTargetCapacity ${count} must be a whole number above 0`);
  }
  const { MinTargetCapacity, SingleAvailabilityZone, SingleInstanceType } = input.OnDemandOptions ?? {};
  if (MinTargetCapacity === undefined) return 0;
  // "At least one of the following must be specified": API_OnDemandOptionsRequest of the EC2 API reference.
  if (SingleAvailabilityZone !== true && SingleInstanceType !== true) {
    const message = 'MinTargetCapacity needs SingleAvailabilityZone or SingleInstanceType';
    throw makeEc2Error('InvalidParameterCombination', message);
  }
  if (MinTargetCapacity > count) {
    const message = `MinTargetCapacity ${MinTargetCapacity} must not exceed TotalTargetCapacity ${count}`;
    throw makeEc2Error('InvalidParameterValue', message);
  }
  return MinTargetCapacity;
}

function toTemplateAndOverrides(group: LaunchGroup): LaunchTemplateAndOverridesResponse {
  return {
    LaunchTemplateSpecification: { LaunchTemplateId: group.template.id, Version: '1' },
    Overrides: {
      InstanceType: group.instanceType as _InstanceType,
      AvailabilityZone: group.zone,
      SubnetId: group.subnetId,
    },
  };
}

/** EC2 may not know a new template yet; callers have to retry (https://github.com/4dn-dcic/tibanna/pull/383). */
function checkTemplate(
  { options, delays }: Ec2State,
  { template }: LaunchGroup,
): { ErrorCode: string; ErrorMessage: string } | null {
  if (options.clock.now() - template.createdAt >= delays.knownMs) return null;
  const ErrorMessage = `The specified launch template, with template ID ${template.id}, does not exist.`;
  return { ErrorCode: 'InvalidLaunchTemplateId.NotFound', ErrorMessage };
}

/** An image needs the architecture of the instance type; unknown images are accepted. */
function checkArchitecture(data: LaunchData, instanceType: string): { ErrorCode: string; ErrorMessage: string } | null {
  const image = findImage(data.ImageId);
  const needed = getArchitecture(instanceType);
  if (image === undefined || image.architecture === needed) return null;
  const ErrorMessage =
    `The architecture '${needed}' of the specified instance type does not match the architecture ` +
    `'${image.architecture}' of the specified AMI.`;
  return { ErrorCode: 'InvalidParameterValue', ErrorMessage };
}

/**
 * Checks the number of volumes (with root), unique device names and EBS cards. EC2 API reference, error codes; texts,
 * and the code for a card that does not exist, are assumed.
 */
function checkDisks(data: LaunchData, instanceType: string): { ErrorCode: string; ErrorMessage: string } | null {
  const volumes = listLaunchVolumes('', data);
  const cards = getEbsCards(instanceType);
  for (const { device, disk } of volumes) {
    const { EbsCardIndex: card = 0 } = disk;
    if (card >= 0 && card < cards) continue;
    const ErrorMessage =
      `EbsCardIndex ${card} of '${device}' is invalid: a ${instanceType} has ` +
      `${cards} EBS ${cards === 1 ? 'card' : 'cards'}.`;
    return { ErrorCode: 'InvalidParameterValue', ErrorMessage };
  }
  const devices = volumes.map(({ device }) => device);
  const twice = devices.find((device, index) => devices.indexOf(device) < index);
  if (twice !== undefined)
    return { ErrorCode: 'InvalidBlockDeviceMapping', ErrorMessage: `The device '${twice}' is used more than once.` };
  const most = getMaxDataVolumes(instanceType) + 1;
  if (devices.length <= most) return null;
  const ErrorMessage = `${devices.length} volumes cannot be attached: a ${instanceType} has a limit of ${most}.`;
  return { ErrorCode: 'AttachmentLimitExceeded', ErrorMessage };
}

function makeCapacityError(group: LaunchGroup): { ErrorCode: string; ErrorMessage: string } {
  return {
    ErrorCode: 'InsufficientInstanceCapacity',
    ErrorMessage:
      `We currently do not have sufficient ${group.instanceType} capacity ` +
      `in the Availability Zone you requested (${group.zone}).`,
  };
}

/** Refuses requests that EC2 supports but the simulation does not. */
function refuseUnsupported(problem: string): never {
  throw new ArgumentError('ec2:CreateFleet', [problem]);
}
