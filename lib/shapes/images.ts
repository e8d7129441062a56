/** Machine images of EC2 hosts: how to find each image, what it includes, and what to install. */
import images from './images.json';

/** Names in specs. */
export const IMAGE_NAMES = [
  'al2023',
  'al2023-kernel-6.12',
  'al2023-kernel-6.18',
  'almalinux-9',
  'rhel-8',
  'rhel-9',
  'ubuntu-22.04',
  'ubuntu-24.04',
] as const;

export type ImageName = (typeof IMAGE_NAMES)[number];

/** Image of a role that names none. */
export const DEFAULT_IMAGE: ImageName = 'al2023';

/** Processor architectures of EC2. Every image here exists for both. */
export const ARCHITECTURES = ['x86_64', 'arm64'] as const;

export type Architecture = (typeof ARCHITECTURES)[number];

export interface ImageFacts {
  readonly title: string;
  /**
   * `deployment`: a public SSM parameter selects the image when the stack is deployed. `owner`: admission selects the
   * newest available image of that account and name.
   */
  readonly found:
    | { readonly by: 'deployment' }
    | { readonly by: 'owner'; readonly owner: string; readonly names: Readonly<Record<Architecture, string>> };
  readonly rootDevice: string;
  /** Size (GiB) and type of the root volume. `asIs`: as in the image, so the launch template does not set them. */
  readonly root: { readonly VolumeType: 'gp3'; readonly VolumeSize: number; readonly asIs: boolean };
  /** Operating system that determines the instance price. */
  readonly price: OperatingSystem;
  /** EC2's name of it. */
  readonly platform: string;
  /** Systems Manager agent: in the image, or installed from the Region's bucket. */
  readonly agent: 'on the image' | 'rpm';
  /** AWS CLI version 2: in the image, or installed from awscli.amazonaws.com. */
  readonly cli: 'on the image' | 'zip';
  readonly packages: 'dnf' | 'apt';
  /** `<ID>-<VERSION_ID>` of os-release (Red Hat family: major version): the system that tools are built for. */
  readonly system: string;
  readonly source: string;
}

/** Operating system in dimensions of the price book, e.g. in `c5n.large.linux.ondemand`. */
export type OperatingSystem = 'linux' | 'rhel';

/**
 * All images. Assumption: root volumes of 10 GiB are large enough, and larger than the snapshots. Amazon Linux 2023 has
 * the size in its user guide. Canonical names processors `amd64` and `arm64`.
 */
export const IMAGES = images as Readonly<Record<ImageName, ImageFacts>>;

/** Whether it is Amazon Linux 2023, with any kernel. */
export function isAmazonLinux(image: ImageName): boolean {
  return IMAGES[image].system === IMAGES.al2023.system;
}

/**
 * Architecture of an instance type: `g` after the generation means Graviton
 * (https://docs.aws.amazon.com/ec2/latest/instancetypes/instance-type-names.html); a1 predates that rule.
 */
export function getArchitecture(instanceType: string): Architecture {
  const [family = ''] = instanceType.split('.');
  return family === 'a1' || /^[a-z]+\d+[a-z]*g/.test(family) ? 'arm64' : 'x86_64';
}

/** Placeholder for an image id in plan documents until admission finds it: `@image.rhel-9.x86_64`. */
export function makeImageReference(image: ImageName, architecture: Architecture): string {
  return `@image.${image}.${architecture}`;
}

/** An image that admission found for a placeholder. */
export interface FoundImage {
  readonly reference: string;
  readonly imageId: string;
  readonly rootDevice: string;
}
