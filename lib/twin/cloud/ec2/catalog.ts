/** Public catalog of the simulated Region: images, properties of their instances, and instance types. */
import { createHash } from 'node:crypto';
import {
  DescribeImagesCommand,
  type DescribeImagesRequest,
  type DescribeImagesResult,
  DescribeInstanceTypeOfferingsCommand,
  type DescribeInstanceTypeOfferingsRequest,
  type DescribeInstanceTypeOfferingsResult,
  type _InstanceType,
  type Image,
} from '@aws-sdk/client-ec2';
import {
  type Architecture,
  ARCHITECTURES,
  IMAGE_NAMES,
  type ImageName,
  IMAGES,
  type OperatingSystem,
} from '../../../shapes/images';
import type { Service } from '../service';
import { makeAction } from '../sdk-shape';
import { makeEc2Error, selectPage } from './requests';
import type { Ec2State } from './state';

/** Bounds of MaxResults. https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeImages.html (assumed) */
const IMAGE_PAGE_SIZE = { least: 1, most: 1000 };

export interface PublishedImage {
  readonly id: string;
  readonly of: ImageName;
  readonly owner: string;
  readonly name: string;
  readonly architecture: Architecture;
  /** ISO 8601. */
  readonly created: string;
  readonly state: 'available' | 'pending';
}

/** A version of an image: values for the wildcards in its name, its date and its state. */
type ImageVersion = readonly [minor: string, build: string, created: string, state: PublishedImage['state']];
/** Build 5 of a minor version is newer than build 1 of the next. The last image is not available yet. */
const IMAGE_VERSIONS: readonly ImageVersion[] = [
  ['4', '20260801', '2026-08-01T08:00:00.000Z', 'available'],
  ['10', '20260915', '2026-09-15T08:00:00.000Z', 'available'],
  ['10', '20261020', '2026-10-20T08:00:00.000Z', 'available'],
  ['4', '20261101', '2026-11-01T08:00:00.000Z', 'available'],
  ['11', '20261115', '2026-11-15T08:00:00.000Z', 'pending'],
];

/** Owner of Amazon's images, whose ids a deployment reads from public parameters. */
const AMAZON_ACCOUNT_ID = '137112412989';

export const PUBLISHED_IMAGES: readonly PublishedImage[] = IMAGE_NAMES.flatMap((of) =>
  ARCHITECTURES.flatMap((architecture) => listImages(of, architecture)),
);

const IMAGES_BY_ID = new Map(PUBLISHED_IMAGES.map((one) => [one.id, one]));

function listImages(of: ImageName, architecture: Architecture): PublishedImage[] {
  const { found } = IMAGES[of];
  const [, , newest] = IMAGE_VERSIONS;
  const versions = found.by === 'owner' ? IMAGE_VERSIONS : [newest as ImageVersion];
  return versions.map(([minor, build, created, state]) => {
    const name =
      found.by === 'owner'
        ? expandNamePattern(found.names[architecture], minor, build)
        : `al2023-ami-2023.${minor}.${build}-kernel-6.1-${architecture}`;
    const owner = found.by === 'owner' ? found.owner : AMAZON_ACCOUNT_ID;
    const id = `ami-${createHash('sha256').update(`${owner}/${name}`).digest('hex').slice(0, 17)}`;
    return { id, of, owner, name, architecture, created, state };
  });
}

/** Fills wildcards in an image name: with a minor version after a dot, with a build elsewhere. */
function expandNamePattern(pattern: string, minor: string, build: string): string {
  return pattern.replace('.*', `.${minor}.${build}`).replaceAll('*', build);
}

/** Amazon's images, which a deployment uses by default. */
export function getDeployedAmi(architecture: Architecture): string {
  const [first] = listImages('al2023', architecture);
  return (first as PublishedImage).id;
}

/** A published image by id; undefined for unknown ids. */
export function findImage(id: string | undefined): PublishedImage | undefined {
  return id === undefined ? undefined : IMAGES_BY_ID.get(id);
}

/** The billed operation. https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/billing-info-fields.html */
export function toUsageOperation(system: OperatingSystem): string {
  return system === 'rhel' ? 'RunInstances:0010' : 'RunInstances';
}

export function makeCatalogActions(state: Ec2State): Service {
  return {
    DescribeInstanceTypeOfferings: makeAction(DescribeInstanceTypeOfferingsCommand, (input) =>
      describeOfferings(state, input),
    ),
    DescribeImages: makeAction(DescribeImagesCommand, describeImages),
  };
}

function describeImages({ Owners, ...request }: DescribeImagesRequest): DescribeImagesResult {
  const found = PUBLISHED_IMAGES.map((one, rank) => ({ ...one, rank })).filter(
    ({ owner }) => Owners?.includes(owner) === true,
  );
  const { items, NextToken } = selectPage(found, request, IMAGE_PAGE_SIZE, {
    fields: {
      name: ({ name }) => name,
      architecture: ({ architecture }) => architecture,
      state: ({ state }) => state,
      'root-device-type': () => 'ebs',
      'virtualization-type': () => 'hvm',
    },
  });
  return { Images: items.map(toAnswer), NextToken };
}

function toAnswer({ id, of, owner, name, architecture, created, state }: PublishedImage): Image {
  const { rootDevice, platform, price } = IMAGES[of];
  return {
    ImageId: id,
    OwnerId: owner,
    Name: name,
    Architecture: architecture,
    CreationDate: created,
    State: state,
    ImageType: 'machine',
    Public: true,
    Hypervisor: 'xen',
    VirtualizationType: 'hvm',
    EnaSupport: true,
    RootDeviceName: rootDevice,
    RootDeviceType: 'ebs',
    BlockDeviceMappings: [
      { DeviceName: rootDevice, Ebs: { DeleteOnTermination: true, VolumeSize: 8, VolumeType: 'gp3' } },
    ],
    PlatformDetails: platform,
    UsageOperation: toUsageOperation(price),
  };
}

export function getDeploymentImages(): Record<Architecture, { imageId: string; rootDevice: string }> {
  const { rootDevice } = IMAGES.al2023;
  const its = ARCHITECTURES.map((one) => [one, { imageId: getDeployedAmi(one), rootDevice }] as const);
  return Object.fromEntries(its) as Record<Architecture, { imageId: string; rootDevice: string }>;
}

/** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeInstanceTypeOfferings.html */
const OFFERING_PAGE_SIZE = { least: 5, most: 1000 };

const ZONE_LETTERS = ['a', 'b', 'c'] as const;

/** Simulates only queries by `instance-type`, for any type. */
function describeOfferings(
  state: Ec2State,
  { LocationType, ...request }: DescribeInstanceTypeOfferingsRequest,
): DescribeInstanceTypeOfferingsResult {
  const types = request.Filters?.find(({ Name }) => Name === 'instance-type')?.Values ?? [];
  const named = types.filter((type) => !/[*?]/.test(type));
  if (LocationType !== 'availability-zone' || named.length === 0 || named.length < types.length) {
    const message = 'Only offerings by zone, of the full types in the filter instance-type, are simulated';
    throw makeEc2Error('InvalidParameterValue', message);
  }
  const offers = state.options.offers ?? (() => true);
  const all = ZONE_LETTERS.flatMap((letter) =>
    named.map((type) => ({ type, zone: `${state.options.place.region}${letter}` })),
  )
    .filter(({ type, zone }) => offers(type, zone))
    .map((one, rank) => ({ ...one, rank }));
  const { items, NextToken } = selectPage(all, request, OFFERING_PAGE_SIZE, {
    fields: { 'instance-type': ({ type }) => type, location: ({ zone }) => zone },
  });
  return {
    InstanceTypeOfferings: items.map(({ type, zone }) => ({
      InstanceType: type as _InstanceType,
      LocationType: 'availability-zone',
      Location: zone,
    })),
    NextToken,
  };
}
