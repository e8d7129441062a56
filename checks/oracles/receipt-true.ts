/** The receipt is true: about this execution, complete, and verified after the fence closed. */
import { getService, type ResourceFacts, RESOURCES, STORAGE_KINDS, type StorageKind } from '../../lib/shapes/resources';
import type { Receipt } from '../../lib/shapes/receipt';
import { complain, type ExecutionFacts, type Finding } from '../../lib/twin/checkers/facts';
import { checkCleanClaim, isOptionalKind, listOmittedKinds } from '../../lib/twin/checkers/receipt-true';
import type { CallIndex } from './creates';

/** @returns contradictions between the receipt, or its absence, and the facts */
export function checkReceipt(facts: ExecutionFacts, walk: CallIndex): Finding[] {
  const { receipt } = facts;
  if (receipt === null) {
    // A refused execution needs no receipt.
    return facts.plan === null && walk.creates.length === 0 ? [] : [complain('NoReceipt', 'there is no receipt')];
  }
  return [
    ...checkReceiptNames(receipt, facts),
    ...checkCleanClaim(receipt, facts),
    ...checkCoverage(receipt, facts),
    ...checkOmissions(receipt, walk).map((text) => complain('WronglySkipped', text)),
    ...checkReceiptTimes(receipt, walk),
  ];
}

function checkReceiptNames(receipt: Receipt, { experiment, executionId }: ExecutionFacts): Finding[] {
  return receipt.experiment === experiment && receipt.executionId === executionId
    ? []
    : [complain('WrongReceipt', `the receipt is about ${receipt.experiment}, ${receipt.executionId}`)];
}

function checkCoverage(receipt: Receipt, { kinds }: ExecutionFacts): Finding[] {
  const covered = [
    ...receipt.covered,
    ...receipt.unlisted.map(({ kind }) => kind),
    ...listOmittedKinds(receipt),
    ...listUnmadeKinds(receipt),
  ];
  return kinds
    .filter((kind) => !covered.includes(kind))
    .map((kind) => complain('KindNotCovered', `the receipt does not cover ${kind}`));
}

function checkReceiptTimes(receipt: Receipt, { aboutFence, creates, settleMs }: CallIndex): Finding[] {
  const fence = aboutFence.find(
    ({ call }) =>
      call.action === 'PutObject' &&
      // PreconditionFailed: the closed fence exists already, because the answer of the first write was lost.
      (call.error === undefined || call.error.name === 'PreconditionFailed'),
  );
  const verified = Date.parse(receipt.verifiedAt);
  const fenced = Date.parse(receipt.fencedAt);
  if (Number.isNaN(verified) || Number.isNaN(fenced))
    return [
      complain('ReceiptTimes', `fencedAt '${receipt.fencedAt}' or verifiedAt '${receipt.verifiedAt}' is not a time`),
    ];
  if (fence === undefined) return [complain('NeverFenced', 'there is a receipt, but the fence was never closed')];
  const complaints: Finding[] = [];
  if (verified < fence.at + settleMs)
    complaints.push(
      complain(
        'VerifiedEarly',
        `verified at ${receipt.verifiedAt}, before the fence of ${fence.call.time} had settled`,
      ),
    );
  if (fenced > verified) complaints.push(complain('ReceiptTimes', 'fencedAt is later than verifiedAt'));
  const late = creates.filter(({ at }) => at > verified);
  for (const { call } of late)
    complaints.push(
      complain('CreatedAfterReceipt', `${call.service}:${call.action} at ${call.time} came after the receipt`),
    );
  return complaints;
}

// A clean receipt may omit optional kinds, and kinds of which no resource was created.

/** Maximum duration of a Lambda function (its quota): older failures do not concern the listing of this receipt. */
const LISTING_WINDOW_MS = 900_000;

/** Kinds that a receipt reports as never created: no call may have requested them, and no resource may be left. */
function listUnmadeKinds(receipt: Pick<Receipt, 'skipped'>): string[] {
  return (receipt.skipped ?? []).flatMap(({ kind, neverCreated }) => (neverCreated === true ? [kind] : []));
}

/** @returns a complaint for each kind that was omitted though it is required or could be listed */
function checkOmissions({ skipped = [], verifiedAt }: Receipt, { ordered, creates }: CallIndex): string[] {
  const until = Date.parse(verifiedAt);
  const failed = ordered.filter(
    ({ call, at }) => call.error !== undefined && at <= until && at >= until - LISTING_WINDOW_MS,
  );
  return skipped.flatMap(({ kind, neverCreated }) => {
    if (neverCreated === true && isStorageKind(kind))
      return wasKindRequested(kind, creates) ? [`${kind} was reported as never made`] : [];
    if (!isOptionalKind(kind)) return [`${kind} was omitted, but is not optional`];
    const { describe, tagsBy }: ResourceFacts = RESOURCES[kind];
    const blind = failed.some(
      ({ call: { service, action } }) => service === getService(kind) && [describe, tagsBy].includes(action),
    );
    return blind ? [] : [`${kind} was omitted without a failed listing`];
  });
}

function isStorageKind(kind: string): kind is StorageKind {
  return (STORAGE_KINDS as readonly string[]).includes(kind);
}

function wasKindRequested(kind: StorageKind, creates: CallIndex['creates']): boolean {
  const { create } = RESOURCES[kind];
  return creates.some(({ call }) => call.service === getService(kind) && call.action === create);
}
