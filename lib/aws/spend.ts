/** Spend of an execution, from its results. */
import { countTrials } from '../report/result';
import { computeSpendBound } from '../results/rig-cost';
import type { Summary } from '../results/summary';
import type { Figures } from '../shapes/deployment-metrics';
import { layout } from '../shapes/layout';
import type { Plan } from '../shapes/plan';
import type { Receipt } from '../shapes/receipt';
import { tryReadJson } from './bucket';
import type { Context } from './context';

/** For metrics: figures of one summary. */
export function countFigures(plan: Plan, summary: Summary): Figures {
  const valid = countTrials(summary);
  const trials = { TrialsValid: valid, TrialsExcluded: summary.trials.length - valid };
  // Until the receipt, rigs may still cost money.
  const usd = summary.receipt === null ? null : computeSpendBound(plan, summary, summary.receipt);
  return usd === null ? trials : { ...trials, SpentUsd: usd };
}

/** US dollars, see {@link computeSpendBound}; null if the spend is unknown, or no results exist. */
export async function readSpend(
  { executionId, experiment }: { readonly executionId: string; readonly experiment: string },
  context: Context,
): Promise<number | null> {
  const keys = layout(experiment, executionId);
  const summary = await tryReadJson<Summary>(context, keys.summary);
  if (summary === null || summary.cost.spendUsd !== null) return summary?.cost.spendUsd ?? null;
  const plan = await tryReadJson<Plan>(context, keys.plan);
  if (plan === null) return null;
  return computeSpendBound(plan, summary, await tryReadJson<Receipt>(context, keys.receipt));
}
