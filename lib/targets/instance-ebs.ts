/** How hosts reach their volumes of EBS: what their credits allow, and what CloudWatch tells of it. */
import { type EbsLink, findEbsLink } from './instance-types';
import type { ModelledRate } from './model';

/** Where the numbers stand. */
export const INSTANCE_EBS = 'https://docs.aws.amazon.com/ec2/latest/instancetypes/ebs-optimized.html';
/** Where it stands how many volumes an instance takes. */
export const ATTACHMENTS = 'https://docs.aws.amazon.com/ebs/latest/userguide/volume_limits.html';

/** Whether a host holds its best rate to volumes for a while only. */
export function canBurst({ bandwidth, iops }: EbsLink): boolean {
  return bandwidth.burst > bandwidth.baseline || iops.burst > iops.baseline;
}

/**
 * Whether a reserve is spent by what passes: so much comes at most, and more than there is at all times. What is slower
 * than that baseline leaves it full, however little of it there is.
 */
export function usesCredits({ baseline, burst }: ModelledRate, most: number): boolean {
  return Math.min(burst, most) > baseline;
}

/**
 * Whether CloudWatch tells what a host has left of its best rate to volumes: "available only for some `*.4xlarge`
 * instance sizes and smaller that burst". Larger ones burst too (c7gn), and tell nothing of it. Of a type whose rates
 * are not known here: by its size.
 * https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/viewing_metrics_with_cloudwatch.html
 */
export function hasCreditMetric(instanceType: string): boolean {
  const link = findEbsLink(instanceType);
  const [, times = '1'] = /\.(\d*)xlarge$/.exec(instanceType) ?? [];
  return !isMetal(instanceType) && Number(times || 1) <= MAX_SIZE && (link === null || canBurst(link));
}

/**
 * Whether it tells of the minutes in which more was asked of that way than there is: "Nitro-based instances that are
 * not bare metal instances" (same page). Types of Xen are asked in vain.
 */
export function hasExceededMetric(instanceType: string): boolean {
  return !isMetal(instanceType);
}

/** xlarge, times. */
const MAX_SIZE = 4;

function isMetal(instanceType: string): boolean {
  return /\.metal(?:-|$)/.test(instanceType);
}

/** What of a rate comes through another: both have their reserves, and the first that is used up ends a burst. */
export function limitRate(rate: ModelledRate, link: ModelledRate): ModelledRate {
  const baseline = Math.min(rate.baseline, link.baseline);
  const burst = Math.min(rate.burst, link.burst);
  const lasts = ({ baseline: always, burst: most, burstSeconds }: ModelledRate): number =>
    burst > always ? (burstSeconds * (most - always)) / (burst - always) : Number.POSITIVE_INFINITY;
  return { baseline, burst, burstSeconds: burst > baseline ? Math.min(lasts(rate), lasts(link)) : 0 };
}
