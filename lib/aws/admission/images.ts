/** Finds the hosts' images at admission: one per architecture and image name for the execution. */
import type { DescribeImagesCommandOutput, Image } from '@aws-sdk/client-ec2';
import { ensure, FsxbenchError } from '../../shapes/errors';
import { groupBy } from '../../shapes/collections';
import {
  type Architecture,
  getArchitecture,
  DEFAULT_IMAGE,
  type FoundImage,
  type ImageName,
  makeImageReference,
  IMAGES,
} from '../../shapes/images';
import type { RolePlan } from '../../shapes/plan';
import type { Config, Context } from '../context';
import { readNextPages } from '../pages';

type PlanRoles = {
  readonly rigs: readonly { readonly roles: readonly Pick<RolePlan, 'instanceType' | 'image' | 'managed'>[] }[];
};

/** Images per page. The names and ids of 200 images have some hundred kilobytes. */
const PAGE_SIZE = 200;

/**
 * Finds one image for each image name and architecture of the plan's roles.
 * @throws FsxbenchError `ImageNotFound`; `EgressNotAllowed` if hosts cannot reach their package mirrors
 */
export async function findImages(plan: PlanRoles, context: Context): Promise<readonly FoundImage[]> {
  const roles = plan.rigs.flatMap((rig) => rig.roles).filter(({ managed }) => managed === undefined);
  const groups = groupBy(roles, ({ image = DEFAULT_IMAGE, instanceType }) =>
    makeImageReference(image, getArchitecture(instanceType)),
  );
  refuseHttpPackages(roles, context.config);
  const found: FoundImage[] = [];
  for (const [reference, [first]] of groups) {
    const { image = DEFAULT_IMAGE, instanceType } = ensure(first, 'a role with an image');
    found.push({ reference, ...(await findImage(image, getArchitecture(instanceType), context)) });
  }
  return found;
}

/** Ubuntu's package mirrors offer only HTTP; apt checks the signatures. */
function refuseHttpPackages(roles: PlanRoles['rigs'][number]['roles'], { httpPackages }: Config): void {
  const plain = [
    ...new Set(roles.flatMap(({ image = DEFAULT_IMAGE }) => (IMAGES[image].packages === 'apt' ? [image] : []))),
  ];
  if (httpPackages !== false || plain.length === 0) return;
  throw new FsxbenchError(
    'EgressNotAllowed',
    `this deployment blocks HTTP, but the package mirrors of ${plain.join(', ')} offer only HTTP. Set ` +
      '`httpPackages=true` and deploy the bench stack again (docs/deploy.md), or choose another `image`',
    { facts: { lacking: plain } },
  );
}

async function findImage(
  image: ImageName,
  architecture: Architecture,
  { aws, config, log }: Context,
): Promise<Omit<FoundImage, 'reference'>> {
  const { title, found: how, rootDevice } = IMAGES[image];
  if (how.by === 'deployment') {
    const chosen = config.images?.[architecture];
    if (chosen !== undefined) return chosen;
    throw makeNotFound(
      `this deployment has no image of ${title} for ${architecture}: deploy the bench stack again`,
      image,
      architecture,
    );
  }
  const { owner, names } = how;
  const name = names[architecture];
  const filters = { name, architecture, state: 'available', 'root-device-type': 'ebs', 'virtualization-type': 'hvm' };
  const pages = await readNextPages<Omit<DescribeImagesCommandOutput, '$metadata'>>((next) =>
    aws.ec2.describeImages({
      Owners: [owner],
      Filters: Object.entries(filters).map(([Name, value]) => ({ Name, Values: [value] })),
      MaxResults: PAGE_SIZE,
      ...next,
    }),
  );
  const [newest] = pages.flatMap(({ Images }) => Images ?? []).toSorted(compareImages);
  if (newest?.ImageId === undefined)
    throw makeNotFound(
      `no image of ${title} for ${architecture} in this Region: the account ${owner} has no available image called ` +
        `'${name}'`,
      image,
      architecture,
    );
  log.info('an image was found', { image, architecture, imageId: newest.ImageId, name: newest.Name });
  return { imageId: newest.ImageId, rootDevice: newest.RootDeviceName ?? rootDevice };
}

function makeNotFound(what: string, image: ImageName, architecture: Architecture): FsxbenchError {
  const message = `${what}. Choose another \`image\`, or instance types of another architecture`;
  return new FsxbenchError('ImageNotFound', message, { facts: { image, architecture } });
}

/**
 * Sorts by version in the image name, highest first, then by creation date, newest first. While AWS maintains an older
 * minor version, it publishes new images of that version.
 */
function compareImages(one: Image, other: Image): number {
  const [[major, minor], [otherMajor, otherMinor]] = [parseVersion(one), parseVersion(other)];
  return otherMajor - major || otherMinor - minor || (other.CreationDate ?? '').localeCompare(one.CreationDate ?? '');
}

function parseVersion({ Name = '' }: Image): readonly [major: number, minor: number] {
  const [, major = '0', minor = '0'] = /(\d+)\.(\d+)/.exec(Name) ?? [];
  return [Number(major), Number(minor)];
}
