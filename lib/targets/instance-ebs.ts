/**
 * What instance types move to and from their volumes of EBS, and how many of these they take. EC2 instance types guide,
 * "Amazon EBS specifications" of each family; the numbers are those of DescribeInstanceTypes (`EbsInfo`), as moto 5.2.5
 * has recorded it.
 */
import type { ModelledRate } from './model';

/** Where the numbers stand. */
export const INSTANCE_EBS = 'https://docs.aws.amazon.com/ec2/latest/instancetypes/ebs-optimized.html';
/** Where it stands how many volumes an instance takes. */
export const ATTACHMENTS = 'https://docs.aws.amazon.com/ebs/latest/userguide/volume_limits.html';

/** The way of one host to its volumes, all of them together. */
export interface EbsLink {
  /** Bytes a second. */
  readonly bandwidth: ModelledRate;
  /** Operations a second of 16 KiB. */
  readonly iops: ModelledRate;
}

/** By size: Mbit/s and operations a second, `large 650/4750 3600/40000`: baseline/maximum, one where they are equal. */
const TABLE: Readonly<Record<string, string>> = {
  c5:
    'large 650/4750 4000/20000, xlarge 1150/4750 6000/20000, 2xlarge 2300/4750 10000/20000, 4xlarge 4750 20000, ' +
    '9xlarge 9500 40000, 12xlarge 9500 40000, 18xlarge 19000 80000, 24xlarge 19000 80000, metal 19000 80000',
  c5n:
    'large 650/4750 4000/20000, xlarge 1150/4750 6000/20000, 2xlarge 2300/4750 10000/20000, 4xlarge 4750 20000, ' +
    '9xlarge 9500 40000, 18xlarge 19000 80000, metal 19000 80000',
  c6in:
    'large 1562/25000 6250/100000, xlarge 3125/25000 12500/100000, 2xlarge 6250/25000 25000/100000, ' +
    '4xlarge 12500/25000 50000/100000, 8xlarge 25000 100000, 12xlarge 37500 150000, 16xlarge 50000 200000, ' +
    '24xlarge 75000 300000, 32xlarge 100000 400000, metal 100000 400000',
  c7gn:
    'medium 521/10000 2083/40000, large 1042/10000 4167/40000, xlarge 2083/10000 8333/40000, ' +
    '2xlarge 4167/10000 16667/40000, 4xlarge 8333/10000 33333/40000, 8xlarge 16667/20000 66667/80000, ' +
    '12xlarge 25000/30000 100000/120000, 16xlarge 33333/40000 133333/160000, metal 33333/40000 133333/160000',
  i3:
    'large 425 3000, xlarge 850 6000, 2xlarge 1700 12000, 4xlarge 3500 16000, 8xlarge 7000 32500, ' +
    '16xlarge 14000 65000',
  i3en:
    'large 576/4750 3000/20000, xlarge 1153/4750 6000/20000, 2xlarge 2307/4750 12000/20000, ' +
    '3xlarge 3800/4750 15000/20000, 6xlarge 4750 20000, 12xlarge 9500 40000, 24xlarge 19000 80000, metal 19000 80000',
  i4g:
    'large 625/10000 2500/40000, xlarge 1250/10000 5000/40000, 2xlarge 2500/10000 10000/40000, ' +
    '4xlarge 5000/10000 20000/40000, 8xlarge 10000 40000, 16xlarge 20000 80000',
  i4i:
    'large 625/10000 2500/40000, xlarge 1250/10000 5000/40000, 2xlarge 2500/10000 10000/40000, ' +
    '4xlarge 5000/10000 20000/40000, 8xlarge 10000 40000, 12xlarge 15000 60000, 16xlarge 20000 80000, ' +
    '24xlarge 30000 120000, 32xlarge 40000 160000, metal 40000 160000',
  m5:
    'large 650/4750 3600/18750, xlarge 1150/4750 6000/18750, 2xlarge 2300/4750 12000/18750, 4xlarge 4750 18750, ' +
    '8xlarge 6800 30000, 12xlarge 9500 40000, 16xlarge 13600 60000, 24xlarge 19000 80000, metal 19000 80000',
  m6i:
    'large 650/10000 3600/40000, xlarge 1250/10000 6000/40000, 2xlarge 2500/10000 12000/40000, ' +
    '4xlarge 5000/10000 20000/40000, 8xlarge 10000 40000, 12xlarge 15000 60000, 16xlarge 20000 80000, ' +
    '24xlarge 30000 120000, 32xlarge 40000 160000, metal 40000 160000',
  m7g:
    'medium 315/10000 2500/40000, large 630/10000 3600/40000, xlarge 1250/10000 6000/40000, ' +
    '2xlarge 2500/10000 12000/40000, 4xlarge 5000/10000 20000/40000, 8xlarge 10000 40000, 12xlarge 15000 60000, ' +
    '16xlarge 20000 80000, metal 20000 80000',
  m7i:
    'large 650/10000 3600/40000, xlarge 1250/10000 6000/40000, 2xlarge 2500/10000 12000/40000, ' +
    '4xlarge 5000/10000 20000/40000, 8xlarge 10000 40000, 12xlarge 15000 60000, 16xlarge 20000 80000, ' +
    '24xlarge 30000 120000, 48xlarge 40000 240000, metal-24xl 30000 120000, metal-48xl 40000 240000',
  t3:
    'nano 43/2085 250/11800, micro 87/2085 500/11800, small 174/2085 1000/11800, medium 347/2085 2000/11800, ' +
    'large 695/2780 4000/15700, xlarge 695/2780 4000/15700, 2xlarge 695/2780 4000/15700',
};

/**
 * Volumes that a type takes, its root among them (`MaximumEbsAttachments`): most take 28 attachments with their network
 * interface; disks of their own count too. Types of Nitro 5 have more, which they share with nothing.
 */
const MOST: Readonly<Record<string, number>> = {
  ...each('i3en.large i3en.xlarge i3en.3xlarge i4g.large i4g.xlarge i4g.2xlarge i4g.4xlarge', 26),
  ...each('i4i.large i4i.xlarge i4i.2xlarge i4i.4xlarge', 26),
  ...each('i3en.2xlarge i3en.6xlarge i4g.8xlarge i4i.8xlarge', 25),
  ...each('i4i.12xlarge', 24),
  ...each('i3en.12xlarge i4g.16xlarge i4i.16xlarge', 23),
  ...each('i4i.24xlarge', 21),
  ...each('i3en.24xlarge i4i.32xlarge', 19),
  ...each('c5.metal c5n.metal c6in.metal c7gn.metal i3en.metal i4i.metal m5.metal m6i.metal m7g.metal', 31),
  ...each('m7i.large m7i.xlarge m7i.2xlarge m7i.4xlarge m7i.8xlarge m7i.12xlarge', 32),
  ...each('m7i.16xlarge', 48),
  ...each('m7i.24xlarge', 64),
  ...each('m7i.48xlarge', 128),
  ...each('m7i.metal-24xl', 39),
  ...each('m7i.metal-48xl', 79),
};
/** Of most types, and assumed of those that are not known here. */
const MOST_OF_OTHERS = 27;

/** Bytes a second in a Mbit/s. */
const MBPS = 1e6 / 8;
/**
 * Types whose baseline is below their maximum reach that "for 30 minutes at least once every 24 hours, after which they
 * revert to their baseline performance" (same guide).
 */
const BURST_SECONDS = 1800;

const LINKS: ReadonlyMap<string, EbsLink> = new Map(
  Object.entries(TABLE).flatMap(([family, sizes]) => sizes.split(', ').map((row) => read(family, row))),
);

/** The way of a host of a type to its volumes; null where it is not known here, or the type has none of its own. */
export function ebsLinkOf(instanceType: string): EbsLink | null {
  return LINKS.get(instanceType) ?? null;
}

/** Whether a host holds its best rate to volumes for a while only. */
export function linkBursts({ bandwidth, iops }: EbsLink): boolean {
  return bandwidth.burst > bandwidth.baseline || iops.burst > iops.baseline;
}

/**
 * Whether a reserve is spent by what passes: so much comes at most, and more than there is at all times. What is slower
 * than that baseline leaves it full, however little of it there is.
 */
export function spends({ baseline, burst }: ModelledRate, most: number): boolean {
  return Math.min(burst, most) > baseline;
}

/**
 * Whether CloudWatch tells what a host has left of its best rate to volumes: "available only for some `*.4xlarge`
 * instance sizes and smaller that burst". Larger ones burst too (c7gn), and tell nothing of it. Of a type whose rates
 * are not known here: by its size.
 * https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/viewing_metrics_with_cloudwatch.html
 */
export function tellsCredits(instanceType: string): boolean {
  const link = ebsLinkOf(instanceType);
  const [, times = '1'] = /\.(\d*)xlarge$/.exec(instanceType) ?? [];
  return !isMetal(instanceType) && Number(times || 1) <= LARGEST && (link === null || linkBursts(link));
}

/**
 * Whether it tells of the minutes in which more was asked of that way than there is: "Nitro-based instances that are
 * not bare metal instances" (same page). Types of Xen are asked in vain.
 */
export function tellsExceeded(instanceType: string): boolean {
  return !isMetal(instanceType);
}

/** xlarge, times. */
const LARGEST = 4;

function isMetal(instanceType: string): boolean {
  return /\.metal(?:-|$)/.test(instanceType);
}

/** Volumes that a host of a type takes beside its root. */
export function volumesBesideRoot(instanceType: string): number {
  return (MOST[instanceType] ?? MOST_OF_OTHERS) - 1;
}

/** What of a rate comes through another: both have their reserves, and the first that is used up ends a burst. */
export function through(rate: ModelledRate, link: ModelledRate): ModelledRate {
  const baseline = Math.min(rate.baseline, link.baseline);
  const burst = Math.min(rate.burst, link.burst);
  const lasts = ({ baseline: always, burst: most, burstSeconds }: ModelledRate): number =>
    burst > always ? (burstSeconds * (most - always)) / (burst - always) : Number.POSITIVE_INFINITY;
  return { baseline, burst, burstSeconds: burst > baseline ? Math.min(lasts(rate), lasts(link)) : 0 };
}

function read(family: string, row: string): [string, EbsLink] {
  const [size = '', mbps = '', operations = ''] = row.split(' ');
  return [`${family}.${size}`, { bandwidth: rate(mbps, MBPS), iops: rate(operations, 1) }];
}

function rate(text: string, unit: number): ModelledRate {
  const [baseline = 0, burst = baseline] = text.split('/').map(Number);
  return { baseline: baseline * unit, burst: burst * unit, burstSeconds: burst > baseline ? BURST_SECONDS : 0 };
}

function each(types: string, most: number): Record<string, number> {
  return Object.fromEntries(types.split(' ').map((type) => [type, most]));
}
