/** What an execution has spent, as well as it is known before the bill. */
import type { Summary } from '../results/summary';
import { spentOf } from '../results/spent';
import { layout } from '../shapes/layout';
import type { Plan } from '../shapes/plan';
import type { Receipt } from '../shapes/receipt';
import { readIfSound } from './bucket';
import type { Context } from './context';

/**
 * US dollars by list prices, for as long as its rigs stood. What is billed by the GiB that was moved leaves no times:
 * of such plans it is the estimate at least.
 * @returns null where a rig left no times, or there are no results
 */
export async function readSpend(
  { executionId, experiment }: { readonly executionId: string; readonly experiment: string },
  context: Context,
): Promise<number | null> {
  const keys = layout(experiment, executionId);
  const summary = await readIfSound<Summary>(context, keys.summary);
  if (summary === null || summary.cost.spendUsd !== null) return summary?.cost.spendUsd ?? null;
  const plan = await readIfSound<Plan>(context, keys.plan);
  const receipt = await readIfSound<Receipt>(context, keys.receipt);
  if (plan === null) return null;
  const { usd, unknown } = spentOf(plan, summary.outcomes, receipt?.verifiedAt ?? null);
  if (unknown.length > 0) return null;
  const isMoved = plan.cells.some(({ movedUsdPerGiB }) => movedUsdPerGiB !== undefined);
  return isMoved ? Math.max(usd, plan.estimate.usd) : usd;
}
