/** Promises that every execution must keep, whatever its end status. */
import {
  complain,
  type Complaint,
  type ExecutionFacts,
  type Finding,
  toComplaints,
} from '../../lib/twin/checkers/facts';
import { checkCleaned, checkFence, checkLeases, checkManagedHosts } from './fence-held';
import { checkNothingLeft, checkRows } from '../../lib/twin/checkers/receipt-true';
import { checkReceipt } from './receipt-true';
import { checkTags, checkTokens } from './tags-complete';
import { getFenceKey } from '../../lib/shapes/layout';
import { type Checker, type CallIndex, indexCalls } from './creates';

const CHECKERS: Readonly<Record<string, Checker>> = {
  'nothing-left': checkNothingLeft,
  'rows-complete': checkRows,
  'fence-held': checkFence,
  'leases-held': checkLeases,
  'storage-cleaned': checkCleaned,
  'actions-held': checkActions,
  'managed-hosts': checkManagedHosts,
  'tags-complete': checkTags,
  'tokens-unique': checkTokens,
  'receipt-true': checkReceipt,
};

/** @returns every broken promise; empty if all are kept */
export function checkExecution(facts: ExecutionFacts): Complaint[] {
  const walk = indexCalls(facts);
  return Object.entries(CHECKERS).flatMap(([name, check]) => toComplaints({ [name]: check(facts, walk) }));
}

// External actions start once, with an open fence, before trials that need them. Receipts name those that still run.

type ActionFacts = Pick<ExecutionFacts, 'executionId' | 'plan' | 'receipt' | 'starts' | 'others'>;

/** @returns external actions that are missing, or started too late, twice or without need */
export function checkActions(facts: ActionFacts, walk: Pick<CallIndex, 'fence' | 'settleMs'>): Finding[] {
  return [
    ...checkFenceHooks(facts, walk),
    ...checkHookStops(facts),
    ...checkHooksInReceipt(facts),
    ...checkStageActions(facts),
  ];
}

/** A hook that starts after the fence has settled did not check the fence. */
function checkFenceHooks(
  { executionId, others }: ActionFacts,
  { fence, settleMs }: Pick<CallIndex, 'fence' | 'settleMs'>,
): Finding[] {
  return others.hooks
    .filter(({ startedAt }) => fence !== undefined && startedAt > fence.at + settleMs)
    .map(({ name }) => complain('HookAfterFence', `${name} began after ${getFenceKey(executionId)} had settled`));
}

/** fsxbench must not stop external executions. */
function checkHookStops({ others }: ActionFacts): Finding[] {
  return others.hooks
    .filter(({ status }) => status === 'ABORTED')
    .map(({ name }) => complain('HookStopped', `${name} is external, and was stopped`));
}

/** The receipt names external executions that still run. */
function checkHooksInReceipt({ others, receipt }: ActionFacts): Finding[] {
  if (receipt === null) return [];
  const verified = Date.parse(receipt.verifiedAt);
  const named = receipt.externalRunning ?? [];
  return others.hooks
    .filter(({ startedAt, endedAt }) => startedAt <= verified && (endedAt === null || endedAt > verified))
    .filter(({ name }) => !named.some((line) => line.startsWith(`${name} of `)))
    .map(({ name }) => complain('HookNotNamed', `${name} ran when the receipt was written, which does not name it`));
}

/** A trial begins after all actions for the stage of its target instance have succeeded. */
function checkStageActions({ executionId, plan, starts, others }: ActionFacts): Finding[] {
  return (plan?.rigs ?? []).flatMap(({ rig, periods }) => {
    const needed = new Map<string, string[]>();
    return periods
      .flatMap(({ batches }) => batches)
      .flatMap(({ batch, changes, trials }): Finding[] => {
        for (const { copy, actions = [] } of changes)
          needed.set(copy, [
            ...(needed.get(copy) ?? []),
            ...actions.map((_, index) => `${executionId}__${rig}__act__${batch}__${copy}__${index + 1}`),
          ]);
        return trials.flatMap((trial) => {
          const copy = plan?.trials.find((one) => one.trial === trial)?.copy ?? '';
          const begun = starts.filter(({ key }) => key.includes(`/raw/${rig}/${trial}/`));
          return (needed.get(copy) ?? []).flatMap((name) =>
            begun
              .filter(({ started }) => !hasSucceeded(others, name, Date.parse(started.startedAt)))
              .map(() => complain('StageNotReached', `${trial} began before ${name} had ended well`)),
          );
        });
      });
  });
}

function hasSucceeded({ actions }: ExecutionFacts['others'], name: string, by: number): boolean {
  return actions.some((one) => one.name === name && one.status === 'SUCCEEDED' && (one.endedAt ?? Infinity) <= by);
}
