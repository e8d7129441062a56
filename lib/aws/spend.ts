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
 * @returns null where a rig left no times and there is no receipt, or there are no results
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
  const stopped = unknown.length === 0 ? 0 : boundOfStopped(plan, unknown, receipt);
  if (stopped === null) return null;
  const isMoved = plan.cells.some(({ movedUsdPerGiB }) => movedUsdPerGiB !== undefined);
  return isMoved ? Math.max(usd + stopped, plan.estimate.usd) : usd + stopped;
}

/** At most: rigs that were stopped leave no times; they stood from the start to the receipt at the longest. */
function boundOfStopped(plan: Plan, rigs: readonly string[], receipt: Receipt | null): number | null {
  if (receipt === null) return null;
  const hours = (Date.parse(receipt.verifiedAt) - Date.parse(plan.startedAt)) / 3_600_000;
  return plan.rigs.reduce((sum, { rig, usdPerHour }) => sum + (rigs.includes(rig) ? usdPerHour * hours : 0), 0);
}
