/** EBS performance of hosts: bursts, and whether CloudWatch reports them. */
import { type EbsLink, findEbsLink } from './instance-types';
import type { ModelledRate } from './model';

export const INSTANCE_EBS_URL = 'https://docs.aws.amazon.com/ec2/latest/instancetypes/ebs-optimized.html';
/** Source of the number of volumes of an instance. */
export const ATTACHMENTS_URL = 'https://docs.aws.amazon.com/ebs/latest/userguide/volume_limits.html';

/** Whether a host reaches its maximum EBS rate only in bursts. */
export function canBurstEbs({ bandwidth, iops }: EbsLink): boolean {
  return bandwidth.burst > bandwidth.baseline || iops.burst > iops.baseline;
}

/** Whether a workload of at most this rate spends credits: only above the baseline. */
export function usesEbsCredits({ baseline, burst }: ModelledRate, most: number): boolean {
  return Math.min(burst, most) > baseline;
}

/**
 * Whether CloudWatch reports the EBS credits of a host: "available only for some `*.4xlarge` instance sizes and smaller
 * that burst". Larger ones burst too (c7gn), without reporting. For types with unknown rates, the size decides.
 * https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/viewing_metrics_with_cloudwatch.html
 */
export function hasCreditMetric(instanceType: string): boolean {
  const link = findEbsLink(instanceType);
  const [, times = '1'] = /\.(\d*)xlarge$/.exec(instanceType) ?? [];
  return !isMetal(instanceType) && Number(times || 1) <= MAX_CREDIT_METRIC_SIZE && (link === null || canBurstEbs(link));
}

/**
 * Whether CloudWatch reports minutes in which the EBS limit was exceeded: "Nitro-based instances that are not bare
 * metal instances" (same page). Xen types never report it.
 */
export function hasExceededMetric(instanceType: string): boolean {
  return !isMetal(instanceType);
}

/** Multiple of xlarge. */
const MAX_CREDIT_METRIC_SIZE = 4;

function isMetal(instanceType: string): boolean {
  return /\.metal(?:-|$)/.test(instanceType);
}

/** A rate limited by another rate. Both have credits, and a burst stops when either credits run out. */
export function combineRates(rate: ModelledRate, link: ModelledRate): ModelledRate {
  const baseline = Math.min(rate.baseline, link.baseline);
  const burst = Math.min(rate.burst, link.burst);
  const lasts = ({ baseline: always, burst: most, burstSeconds }: ModelledRate): number =>
    burst > always ? (burstSeconds * (most - always)) / (burst - always) : Number.POSITIVE_INFINITY;
  return { baseline, burst, burstSeconds: burst > baseline ? Math.min(lasts(rate), lasts(link)) : 0 };
}
