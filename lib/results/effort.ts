/** About what more replicates or blocks of an experiment take, by its plan. */
import type { Plan } from '../shapes/plan';
import type { Effort } from './answer/answer';
import type { UnitKind } from './statistics/statistics';

/**
 * A block is everything anew: a share of the estimate. Replicates are trials on what is there: the time of a trial at
 * the price of its rig. @param more replicates or blocks in addition to those of the plan
 */
export function estimateEffort(
  { trials, rigs, estimate }: Pick<Plan, 'trials' | 'rigs' | 'estimate'>,
  unit: UnitKind,
  more: number,
): Effort {
  const units = Math.max(1, ...trials.map(({ block, replicate }) => (unit === 'block' ? block : replicate)));
  const share = more / units;
  const all = trials.length * share;
  if (unit === 'block') return { trials: all, usd: estimate.usd * share, seconds: estimate.seconds * share };
  const price = new Map(rigs.map(({ rig, usdPerHour }) => [rig, usdPerHour / 3600]));
  const seconds = trials.reduce((sum, { expectedSeconds }) => sum + expectedSeconds, 0);
  const usd = trials.reduce((sum, { rig, expectedSeconds }) => sum + expectedSeconds * (price.get(rig) ?? 0), 0);
  return { trials: all, usd: usd * share, seconds: seconds * share };
}
