/** Images that EC2 hosts may be launched from: how each is found, what it has, and what has to be installed. */
import images from './images.json';

/** As specs name them. */
export const IMAGE_NAMES = ['al2023', 'almalinux-9', 'rhel-8', 'rhel-9', 'ubuntu-22.04', 'ubuntu-24.04'] as const;

/** See {@link IMAGE_NAMES}. */
export type ImageName = (typeof IMAGE_NAMES)[number];

/** That of a role which names none. */
export const DEFAULT_IMAGE: ImageName = 'al2023';

/** Processors, as EC2 names them. Every image here is published for both. */
export const ARCHITECTURES = ['x86_64', 'arm64'] as const;

/** See {@link ARCHITECTURES}. */
export type Architecture = (typeof ARCHITECTURES)[number];

/** What is known of one image, and where from. */
export interface ImageFacts {
  /** In words. */
  readonly title: string;
  /**
   * `deployment`: chosen when the stack is deployed, by a public parameter, and the same until it is deployed again.
   * `owner`: the newest available one of that account and name when an execution is admitted.
   */
  readonly found:
    | { readonly by: 'deployment' }
    | { readonly by: 'owner'; readonly owner: string; readonly names: Readonly<Record<Architecture, string>> };
  /** Where its root volume is. */
  readonly rootDevice: string;
  /** GiB and type of the root volume of its hosts; `asIs`: those of the image, which a template does not name. */
  readonly root: { readonly VolumeType: 'gp3'; readonly VolumeSize: number; readonly asIs: boolean };
  /** Whose price of an instance type is paid. */
  readonly price: OperatingSystem;
  /** What EC2 calls that. */
  readonly platform: string;
  /** Agent of Systems Manager: on the image, or the package from the Region's bucket. */
  readonly agent: 'on the image' | 'rpm';
  /** AWS CLI version 2: on the image, or the archive from awscli.amazonaws.com. */
  readonly cli: 'on the image' | 'zip';
  readonly packages: 'dnf' | 'apt';
  /** `<ID>-<VERSION_ID>` of its os-release, of Red Hat and its kin the major version: what tools are built for. */
  readonly system: string;
  readonly source: string;
}

/** As dimensions of the price book have them: `c5n.large.linux.ondemand`. */
export type OperatingSystem = 'linux' | 'rhel';

/**
 * Each image. Root volumes of 10 GiB are enough for every image that names no size of its own, and larger than its
 * snapshot (assumed); that of Amazon Linux 2023 is as its user guide has it. Canonical gives processors names of its
 * own (`amd64`, `arm64`).
 */
export const IMAGES = images as Readonly<Record<ImageName, ImageFacts>>;

/**
 * Processors of an instance type, by its name: `g` behind the number of the generation is AWS's own, Graviton
 * (https://docs.aws.amazon.com/ec2/latest/instancetypes/instance-type-names.html); the first, a1, is older than that.
 */
export function getArchitecture(instanceType: string): Architecture {
  const [family = ''] = instanceType.split('.');
  return family === 'a1' || /^[a-z]+\d+[a-z]*g/.test(family) ? 'arm64' : 'x86_64';
}

/** Stands in the documents of a plan for the id of an image until admission has found it: `@image.rhel-9.x86_64`. */
export function imageReference(image: ImageName, architecture: Architecture): string {
  return `@image.${image}.${architecture}`;
}

/** An image that was found: what takes the place of its reference. */
export interface FoundImage {
  readonly reference: string;
  readonly imageId: string;
  readonly rootDevice: string;
}
