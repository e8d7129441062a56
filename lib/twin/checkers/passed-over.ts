/** What a receipt may say nothing of, and be clean all the same: what only tells, where nobody could look at it. */
import { isOptional, type ResourceFacts, type ResourceKind, RESOURCES, serviceOf } from '../../shapes/resources';
import type { Receipt } from '../../shapes/receipt';
import { inOrder } from './creates';
import type { ExecutionFacts } from './facts';

/** No function lives longer (quotas of Lambda): nothing that failed before tells of the look that a receipt is of. */
const LOOK_MS = 900_000;

/** Kinds of which a receipt may say nothing, and says nothing. */
export function passedOverKinds(receipt: Pick<Receipt, 'passedOver'> | null): ReadonlySet<string> {
  return new Set((receipt?.passedOver ?? []).flatMap(({ kind }) => (onlyTells(kind) ? [kind] : [])));
}

/** @returns what is wrong with each kind that was passed over though it may not be, or though it could be looked at */
export function wronglyPassedOver(
  { passedOver = [], verifiedAt }: Receipt,
  facts: Pick<ExecutionFacts, 'calls'>,
): string[] {
  const until = Date.parse(verifiedAt);
  const failed = inOrder(facts.calls).filter(
    ({ call, at }) => call.error !== undefined && at <= until && at >= until - LOOK_MS,
  );
  return passedOver.flatMap(({ kind }) => {
    if (!onlyTells(kind)) return [`${kind} was passed over, and is more than what only tells`];
    const { describe, tagsBy }: ResourceFacts = RESOURCES[kind];
    const blind = failed.some(
      ({ call: { service, action } }) => service === serviceOf(kind) && [describe, tagsBy].includes(action),
    );
    return blind ? [] : [`${kind} was passed over, and no look at it had failed`];
  });
}

/** Receipts may name what is no kind. */
function onlyTells(kind: string): kind is ResourceKind {
  return Object.hasOwn(RESOURCES, kind) && isOptional(kind as ResourceKind);
}
