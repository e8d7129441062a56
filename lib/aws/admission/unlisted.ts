/** Whether all that a plan makes can be listed: of what cannot, no teardown and no receipt shows that it is gone. */
import { FsxbenchError } from '../../shapes/errors';
import { TAG } from '../../shapes/layout';
import type { Plan } from '../../shapes/plan';
import {
  IAM_SERVICE,
  isOptional,
  LISTED_KINDS,
  type ListedKind,
  type ResourceFacts,
  RESOURCES,
  serviceOf,
} from '../../shapes/resources';
import type { Context } from '../context';
import { isTransient } from '../handler';
import { kindsOfPlan } from '../ledger/may-exist';
import { PAGES } from '../ledger/registry';

/**
 * One list call for each kind, by the function that admits. Kinds that only tell, and those that are listed through
 * their parents, are not asked for.
 * @throws FsxbenchError `CannotList` with each kind that cannot be listed, and why; what may pass, as it is
 */
export async function refuseWhatCannotBeListed(plan: Plan, context: Context): Promise<void> {
  if (context.config.local) return;
  const made = kindsOfPlan(plan);
  const kinds = LISTED_KINDS.filter((kind) => made.has(kind) && !isOptional(kind) && RESOURCES[kind].tags === 'own');
  const lines = (await Promise.all(kinds.map((kind) => refusalToList(kind, context)))).flat();
  if (lines.length === 0) return;
  const advice = 'Allow it to the functions of the deployment: a policy of the organisation or a boundary may deny it.';
  const reason = 'What cannot be listed could not be deleted, nor shown to be gone. Nothing was created.';
  throw new FsxbenchError('CannotList', [...lines, reason, advice].join('\n'));
}

/** A line for one that cannot be listed; none where it can. */
async function refusalToList(kind: ListedKind, { aws, config }: Context): Promise<string[]> {
  const tags = { [TAG.stack]: config.stack };
  try {
    await PAGES[kind](aws, { tags, which: 'living', parent: null, token: undefined });
    return [];
  } catch (error) {
    if (isTransient(error)) throw error;
    const { list, describe }: ResourceFacts = RESOURCES[kind];
    const action = `${IAM_SERVICE[serviceOf(kind)]}:${list ?? describe}`;
    return [`${kind} cannot be listed (${action}): ${(error as Error).name}: ${(error as Error).message}`];
  }
}
