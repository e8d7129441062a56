/** The decisions of a walk by price, as the bucket holds them. */
import type { SearchDecision } from '../../shapes/guard';
import type { Layout } from '../../shapes/layout';
import { listWalkRigs, type WalkBatch } from '../../shapes/walk';
import { readJson } from '../bucket';
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
