/** The decisions of a walk by price, as the bucket holds them. */
import type { SearchDecision } from '../../shapes/guard';
import { type Layout, layout } from '../../shapes/layout';
import type { Plan } from '../../shapes/plan';
import { listWalkRigs, type WalkBatch } from '../../shapes/walk';
import { listKeys, readJson } from '../bucket';
import type { Context } from '../context';

/** The decisions of a walk so far, in order; none without a walk. */
export async function readWalk(keys: Layout, context: Context): Promise<readonly WalkBatch[]> {
  const batches: WalkBatch[] = [];
  for (;;) {
    const next = await readJson<WalkBatch>(context, keys.walk(batches.length + 1));
    if (next === null) return batches;
    batches.push(next);
  }
}

/** Why a walk by price did not measure a rig; null if it did. */
export function explainUnstarted(batches: readonly WalkBatch[], rig: string): SearchDecision | null {
  const end = batches.at(-1)?.end ?? 'stopped';
  if (listWalkRigs(batches).some((one) => one.rig === rig)) return null;
  return { run: false, code: 'NotNeeded', text: `the walk by price ended (${end}) before this candidate` };
}

/** Whether each trial that the walk did not reach has its row, which says so: no result is about these trials. */
export async function areUnstartedJudged(
  whole: Plan,
  { plan }: { readonly plan: Plan },
  context: Context,
): Promise<boolean> {
  if (plan.trials.length === whole.trials.length) return true;
  const keys = layout(whole.experiment, whole.executionId);
  const judged = new Set(await listKeys(context, keys.rows));
  return whole.trials.every(({ trial }) => judged.has(keys.row(trial)));
}
