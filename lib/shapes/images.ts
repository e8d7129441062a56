/** Images that EC2 hosts may be launched from: how each is found, what it has, and what has to be installed. */

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

const AGENT_ON = 'https://docs.aws.amazon.com/systems-manager/latest/userguide/ami-preinstalled-agent.html';
const AGENT_BY_HAND = 'https://docs.aws.amazon.com/systems-manager/latest/userguide/agent-install-rhel-8-9.html';
/** Enough for every image that names no size of its own here; larger than its snapshot (10 GiB at most, assumed). */
const ROOT = { VolumeType: 'gp3', VolumeSize: 10, asIs: false } as const;

const RED_HAT = {
  rootDevice: '/dev/sda1',
  root: ROOT,
  price: 'rhel',
  platform: 'Red Hat Enterprise Linux',
  agent: 'rpm',
  cli: 'zip',
  packages: 'dnf',
  source: `https://access.redhat.com/solutions/15356 (owner, names), ${AGENT_BY_HAND}`,
} as const;

/** Canonical gives arm64 another name than EC2 does, and x86_64 too. */
const CANONICAL = '099720109477';
const UBUNTU = {
  rootDevice: '/dev/sda1',
  root: ROOT,
  price: 'linux',
  platform: 'Linux/UNIX',
  agent: 'on the image',
  cli: 'zip',
  packages: 'apt',
  source: `https://documentation.ubuntu.com/aws/aws-how-to/instances/find-ubuntu-images/, ${AGENT_ON}`,
} as const;

export const IMAGES: Readonly<Record<ImageName, ImageFacts>> = {
  al2023: {
    title: 'Amazon Linux 2023',
    found: { by: 'deployment' },
    rootDevice: '/dev/xvda',
    // Amazon Linux 2023 user guide, Amazon EBS root volume: 8 GiB, gp3.
    root: { VolumeType: 'gp3', VolumeSize: 8, asIs: true },
    price: 'linux',
    platform: 'Linux/UNIX',
    agent: 'on the image',
    cli: 'on the image',
    packages: 'dnf',
    system: 'amzn-2023',
    source: `https://docs.aws.amazon.com/linux/al2023/ug/ec2.html, ${AGENT_ON}`,
  },
  'almalinux-9': {
    title: 'AlmaLinux 9',
    found: byOwner('764336703387', (architecture) => `AlmaLinux OS 9.* ${architecture}`),
    rootDevice: '/dev/sda1',
    root: ROOT,
    price: 'linux',
    platform: 'Linux/UNIX',
    agent: 'rpm',
    cli: 'zip',
    packages: 'dnf',
    system: 'almalinux-9',
    source: `https://wiki.almalinux.org/cloud/AWS.html (owner, names), ${AGENT_BY_HAND}`,
  },
  'rhel-8': {
    ...RED_HAT,
    title: 'Red Hat Enterprise Linux 8',
    system: 'rhel-8',
    found: byOwner('309956199498', (architecture) => `RHEL-8.*_HVM-*-${architecture}-*-Hourly2-GP3`),
  },
  'rhel-9': {
    ...RED_HAT,
    title: 'Red Hat Enterprise Linux 9',
    system: 'rhel-9',
    found: byOwner('309956199498', (architecture) => `RHEL-9.*_HVM-*-${architecture}-*-Hourly2-GP3`),
  },
  'ubuntu-22.04': {
    ...UBUNTU,
    title: 'Ubuntu Server 22.04 LTS',
    system: 'ubuntu-22.04',
    found: byOwner(CANONICAL, (its) => `ubuntu/images/hvm-ssd/ubuntu-jammy-22.04-${debian(its)}-server-*`),
  },
  'ubuntu-24.04': {
    ...UBUNTU,
    title: 'Ubuntu Server 24.04 LTS',
    system: 'ubuntu-24.04',
    found: byOwner(CANONICAL, (its) => `ubuntu/images/hvm-ssd-gp3/ubuntu-noble-24.04-${debian(its)}-server-*`),
  },
};

function byOwner(owner: string, name: (architecture: Architecture) => string): ImageFacts['found'] {
  return { by: 'owner', owner, names: { x86_64: name('x86_64'), arm64: name('arm64') } };
}

function debian(architecture: Architecture): string {
  return architecture === 'x86_64' ? 'amd64' : 'arm64';
}

/**
 * Processors of an instance type, by its name: `g` behind the number of the generation is AWS's own, Graviton
 * (https://docs.aws.amazon.com/ec2/latest/instancetypes/instance-type-names.html); the first, a1, is older than that.
 */
export function architectureOf(instanceType: string): Architecture {
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
