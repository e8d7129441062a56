/** The receipt is true: it is clean exactly if no resource of any kind is left, verified after the fence closed. */
import { MANAGED_HOST_KIND, type Receipt } from '../../shapes/receipt';
import { complain, type ExecutionFacts, type Finding, type ListedResource } from './facts';
import type { CallIndex } from './creates';
import {
  isOptional,
  type ResourceFacts,
  type ResourceKind,
  RESOURCES,
  getService,
  STORAGE_KINDS,
  type StorageKind,
} from '../../shapes/resources';
import { isOwnedBy } from '../../shapes/execution-names';
import { layout, TAG_KEYS } from '../../shapes/layout';
import { VERDICTS } from '../../shapes/verdict';

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

function checkCleanClaim(receipt: Receipt, facts: ExecutionFacts): Finding[] {
  const { remaining: left, unlisted } = receipt;
  // Kinds that the receipt omits.
  const over = listOmittedKinds(receipt);
  const resources = facts.resources.filter(({ kind }) => !over.has(kind));
  const found = checkNothingLeft({ ...facts, resources });
  const complaints: Finding[] = [];
  if (receipt.clean !== (left.length === 0 && unlisted.length === 0)) {
    const lists = `${left.length} resources left and ${unlisted.length} kinds that could not be listed`;
    complaints.push(complain('ReceiptMismatch', `the receipt says clean=${receipt.clean} but lists ${lists}`));
  }
  if (receipt.clean && found.length > 0)
    complaints.push(complain('FalselyClean', `the receipt is clean, but ${found.map(({ text }) => text).join('; ')}`));
  // An external host that does not answer may clean itself later, which this check does not see.
  const silent = left.some(({ kind }) => kind === MANAGED_HOST_KIND);
  if (!receipt.clean && found.length === 0 && unlisted.length === 0 && !silent)
    complaints.push(complain('FalselyUnclean', 'the receipt is not clean, but all resources are deleted'));
  return complaints;
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

/** Kinds that a receipt may omit and omits. */
export function listOmittedKinds(receipt: Pick<Receipt, 'skipped'> | null): ReadonlySet<string> {
  return new Set((receipt?.skipped ?? []).flatMap(({ kind }) => (isOptionalKind(kind) ? [kind] : [])));
}

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

/** False for unknown kinds, which receipts may name. */
function isOptionalKind(kind: string): kind is ResourceKind {
  return Object.hasOwn(RESOURCES, kind) && isOptional(kind as ResourceKind);
}

function isStorageKind(kind: string): kind is StorageKind {
  return (STORAGE_KINDS as readonly string[]).includes(kind);
}

function wasKindRequested(kind: StorageKind, creates: CallIndex['creates']): boolean {
  const { create } = RESOURCES[kind];
  return creates.some(({ call }) => call.service === getService(kind) && call.action === create);
}

// After an execution, none of its cloud resources, processes and folders exists.

/**
 * Final states. FSx and EFS list no deleted resources, or report them as deleted.
 * https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-instance-lifecycle.html
 */
const DELETED_STATES = new Set(['terminated', 'deleted']);

/** A resource whose delete is under way still exists. */
export function isExisting(resource: ListedResource): boolean {
  return !DELETED_STATES.has(resource.state.toLowerCase());
}

/** @returns everything of this execution that still exists */
export function checkNothingLeft(facts: ExecutionFacts): Finding[] {
  const { executionId, machine } = facts;
  const ofRig = (tag: string): boolean => isOwnedBy(tag, executionId);
  const hostIds = new Set(facts.hostIds);
  const resources = facts.resources
    .filter(
      (one) => isExisting(one) && (one.tags[TAG_KEYS.execution] === executionId || ofRig(one.tags[TAG_KEYS.rig] ?? '')),
    )
    .map(({ kind, id, state }) => ({ ...complain('ResourceLeft', `${kind} ${id} is ${state}`), id }));
  if (machine === null) return resources;
  const folders = machine.folders.filter(
    ({ instanceId, tags }) => hostIds.has(instanceId) || tags[TAG_KEYS.execution] === executionId,
  );
  const ids = new Set([...hostIds, ...folders.map(({ instanceId }) => instanceId)]);
  return [
    ...resources,
    ...machine.processes
      .filter(({ instanceId, rigTag }) => ids.has(instanceId) || ofRig(rigTag ?? ''))
      .map(({ pid, instanceId, rigTag }) =>
        complain(
          'ProcessLeft',
          `process ${pid} of ${instanceId === '' ? `rig ${rigTag ?? ''}` : `host ${instanceId}`} lives`,
        ),
      ),
    ...folders.map(({ path }) => complain('FolderLeft', `folder ${path} exists`)),
    ...machine.volumes
      .filter(({ rigTag }) => ofRig(rigTag))
      .map(({ path, rigTag }) => complain('VolumeLeft', `directory ${path} of rig ${rigTag} exists`)),
  ];
}

// Every trial of the plan has exactly one row. The row of a started trial contains its outcome.

/** @returns every row that is missing, duplicate, misplaced, or less specific than the facts */
export function checkRows(facts: ExecutionFacts): Finding[] {
  const { plan, rows, starts } = facts;
  const trials = new Map((plan?.trials ?? []).map((trial) => [trial.trial, trial]));
  const keys = layout(facts.experiment, facts.executionId);
  const complaints: Finding[] = [];

  for (const [name, trial] of trials) {
    const own = rows.filter(({ row }) => row.trial === name);
    if (own.length !== 1) complaints.push(complain('RowCount', `trial ${name} has ${own.length} rows instead of one`));
    for (const { key, row } of own) {
      if (key !== keys.row(name)) complaints.push(complain('RowPlace', `the row of trial ${name} lies at ${key}`));
      if (row.cell !== trial.cell || row.rig !== trial.rig || row.replicate !== trial.replicate)
        complaints.push(complain('RowMismatch', `the row of trial ${name} is about another cell, rig or replicate`));
      if (!VERDICTS.includes(row.verdict))
        complaints.push(complain('RowVerdict', `the row of trial ${name} has the verdict '${row.verdict}'`));
      if (row.verdict !== 'VALID' && row.reasons.every(({ level }) => level === 'note'))
        complaints.push(complain('RowReasons', `the row of trial ${name} is ${row.verdict} without a reason`));
      const attempts = new Set(
        starts.filter(({ started }) => started.trial === name).map(({ started }) => started.attempt),
      );
      if (attempts.size > 0 && row.verdict === 'NOT_RUN')
        complaints.push(complain('StartedNotRun', `trial ${name} was started, but its row says NOT_RUN`));
      if (attempts.size > row.attempts)
        complaints.push(
          complain('AttemptsLost', `trial ${name} was started ${attempts.size} times, its row knows ${row.attempts}`),
        );
    }
  }
  // Rows of trials are written right before the plan, so they exist without a plan.
  for (const { key, row } of plan === null ? [] : rows) {
    if (!trials.has(row.trial))
      complaints.push(complain('StrayRow', `${key} is about trial ${row.trial}, which is not planned`));
  }
  for (const { key, started } of starts) {
    if (!trials.has(started.trial))
      complaints.push(complain('StrayStart', `${key} is about trial ${started.trial}, which is not planned`));
  }
  return complaints;
}
