/** What a receipt may say nothing of, and be clean all the same: what only tells, or was never made. */
import {
  isOptional,
  type ResourceFacts,
  type ResourceKind,
  RESOURCES,
  serviceOf,
  STORAGE_KINDS,
  type StorageKind,
} from '../../shapes/resources';
import type { Receipt } from '../../shapes/receipt';
import { belongsTo, inOrder } from './creates';
import type { ExecutionFacts } from './facts';

/** No function lives longer (quotas of Lambda): nothing that failed before tells of the look that a receipt is of. */
const LOOK_MS = 900_000;

/** Kinds of which a receipt may say nothing, and says nothing. */
export function passedOverKinds(receipt: Pick<Receipt, 'passedOver'> | null): ReadonlySet<string> {
  return new Set((receipt?.passedOver ?? []).flatMap(({ kind }) => (onlyTells(kind) ? [kind] : [])));
}

/**
 * Kinds that a receipt calls never made: nothing of theirs may be left, and nothing of the execution may have asked for
 * one.
 */
export function neverMadeKinds(receipt: Pick<Receipt, 'passedOver'>): string[] {
  return (receipt.passedOver ?? []).flatMap(({ kind, neverMade }) => (neverMade === true ? [kind] : []));
}

/** @returns what is wrong with each kind that was passed over though it may not be, or though it could be looked at */
export function wronglyPassedOver(
  { passedOver = [], verifiedAt }: Receipt,
  facts: Pick<ExecutionFacts, 'calls' | 'executionId'>,
): string[] {
  const until = Date.parse(verifiedAt);
  const failed = inOrder(facts.calls).filter(
    ({ call, at }) => call.error !== undefined && at <= until && at >= until - LOOK_MS,
  );
  return passedOver.flatMap(({ kind, neverMade }) => {
    if (neverMade === true && isStorage(kind)) return wasAskedFor(kind, facts) ? [`${kind} was called never made`] : [];
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

function isStorage(kind: string): kind is StorageKind {
  return (STORAGE_KINDS as readonly string[]).includes(kind);
}

function wasAskedFor(
  kind: StorageKind,
  { calls, executionId }: Pick<ExecutionFacts, 'calls' | 'executionId'>,
): boolean {
  const { create } = RESOURCES[kind];
  return calls.some(
    (call) => call.service === serviceOf(kind) && call.action === create && belongsTo(call, executionId),
  );
}
