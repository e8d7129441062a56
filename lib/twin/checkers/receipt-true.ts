/** Whether a receipt is clean exactly if nothing is left, and every trial has its row. */
import { MANAGED_HOST_KIND, type Receipt } from '../../shapes/receipt';
import { complain, type ExecutionFacts, type Finding, type ListedResource } from './facts';
import { isOptional, type ResourceKind, RESOURCES } from '../../shapes/resources';
import { isOwnedBy } from '../../shapes/execution-names';
import { layout } from '../../shapes/layout';
import { TAG_KEYS } from '../../shapes/tags';
import { VERDICTS } from '../../shapes/verdict';

/** @returns contradictions between what a receipt says and what is left */
export function checkCleanClaim(receipt: Receipt, facts: ExecutionFacts): Finding[] {
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

/** Kinds that a receipt may omit and omits. */
export function listOmittedKinds(receipt: Pick<Receipt, 'skipped'> | null): ReadonlySet<string> {
  return new Set((receipt?.skipped ?? []).flatMap(({ kind }) => (isOptionalKind(kind) ? [kind] : [])));
}

/** False for unknown kinds, which receipts may name. */
export function isOptionalKind(kind: string): kind is ResourceKind {
  return Object.hasOwn(RESOURCES, kind) && isOptional(kind as ResourceKind);
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
