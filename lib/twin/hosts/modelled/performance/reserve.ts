/**
 * Credits of a limit that may be exceeded for a while: what is used below the baseline is saved, what is used above it
 * is spent. One reserve for reads and writes together, as FSx and EC2 keep them
 * (https://docs.aws.amazon.com/fsx/latest/LustreGuide/performance.html,
 * https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-instance-network-bandwidth.html).
 */
import type { ModelledRate } from '../../../../targets/model';

export interface Reserve {
  /** What is left of a full one, 0–1. */
  readonly level: number;
  /** Epoch seconds of that level. */
  readonly at: number;
}

/** How fast a reserve fills and empties. */
export interface Credits {
  /** Burst rate ÷ baseline; 1 where there is no burst. */
  readonly ratio: number;
  /** Seconds that a full reserve lasts at the burst rate. */
  readonly seconds: number;
}

/** A full reserve, as new file systems and hosts have it. Assumed: nothing says that they begin with less. */
export function fullReserve(at: number): Reserve {
  return { level: 1, at };
}

/** Credits of the rate with the larger burst of several that share a reserve. */
export function creditsOf(rates: readonly ModelledRate[]): Credits {
  const all = rates.map(({ baseline, burst, burstSeconds }) => ({ ratio: burst / baseline, seconds: burstSeconds }));
  const bursting = all.filter(({ ratio, seconds }) => ratio > 1 && seconds > 0);
  return bursting.reduce((best, one) => (one.ratio > best.ratio ? one : best), { ratio: 1, seconds: 0 });
}

/**
 * How much of a full reserve is lost in a second of use; negative where it fills.
 * @param use rate ÷ baseline
 */
export function drain({ ratio, seconds }: Credits, use: number): number {
  return ratio > 1 ? (use - 1) / ((ratio - 1) * seconds) : 0;
}

/** The reserve after it was used evenly until a later instant. */
export function used(reserve: Reserve, credits: Credits, use: number, at: number): Reserve {
  const level = reserve.level - drain(credits, use) * Math.max(0, at - reserve.at);
  return { level: Math.max(0, Math.min(1, level)), at: Math.max(at, reserve.at) };
}
