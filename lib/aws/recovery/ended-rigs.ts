/** Rigs that have ended and still own something, while their experiment goes on with others: nobody deletes it. */
import { executionIdOf, machineOfName } from '../../shapes/execution-names';
import { TAG } from '../../shapes/layout';
import { inBatches } from '../batches';
import type { Context } from '../context';
import { describe, runningNames } from '../executions';
import type { Resource } from '../ledger/resource';
import { GUARDIAN_OVER_SECONDS } from './pace';

/** Rigs looked at side by side. */
const LOOKS_AT_ONCE = 8;

/**
 * A rig deletes what is its own, then who started it does, then the event rule: each teardown may break. What the
 * guardian would find at the end of the experiment may be paid for during hours.
 * @param closed executions that get a guardian: it tears all of them down
 * @returns names of rigs, which are their tags, that ended some time ago and that no teardown looks after: one that
 *   drops a single copy does not
 */
export async function endedRigs(
  resources: readonly Resource[],
  closed: ReadonlySet<string>,
  context: Context,
): Promise<string[]> {
  const owning = new Set(resources.flatMap(({ living, tags }) => (living ? (tags[TAG.rig] ?? []) : [])));
  const rigs = [...owning].filter((rig) => machineOfName(rig) === 'rig' && !closed.has(executionIdOf(rig)));
  const looked = await inBatches(rigs, LOOKS_AT_ONCE, async (rig) => {
    const endedAt = (await describe(context, 'rig', rig))?.endedAt ?? null;
    return endedAt !== null && context.now() - endedAt >= 1000 * GUARDIAN_OVER_SECONDS ? [rig] : [];
  });
  const ended = looked.flat();
  if (ended.length === 0) return [];
  const teardowns = await runningNames(context, 'teardown');
  return ended.filter((rig) => !teardowns.some((name) => name.startsWith(`${rig}__teardown__`)));
}
