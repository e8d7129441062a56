/** Judges trials that have no row yet, for decisions while an execution runs. */
import { listTrialItems } from '../experiment/plan/objects';
import { layout } from '../shapes/layout';
import type { Plan } from '../shapes/plan';
import { readText } from './bucket';
import type { Context } from './context';
import { parseTrial } from './results';

/** Writes the missing rows of a plan. The results judge all trials again. */
export async function parseMissing(plan: Plan, context: Context): Promise<void> {
  const { executionId, experiment } = plan;
  const keys = layout(experiment, executionId);
  for (const trial of listTrialItems(plan))
    if ((await readText(context, keys.row(trial.trial.trial))) === null)
      await parseTrial({ executionId, experiment, ended: null, trial }, context);
}
